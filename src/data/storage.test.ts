import { beforeEach, expect, it } from 'vitest';
import { answers } from '../../tests/support/answers.ts';
import { requireSpace } from './storage.ts';

const { answer, seen } = answers();
const storage = (usedBytes: number, hasLoop = false) =>
  answer({
    body: {
      ok: true,
      data: { usedBytes, quotaBytes: 100, awaitsConfirmation: false, trackSec: 300, hasLoop },
    },
  });

beforeEach(() => {
  seen.length = 0;
});

it('asks whether files fit before they are sent', async () => {
  storage(90);
  await requireSpace(10);
  await expect(requireSpace(11, 'abc')).rejects.toMatchObject({ code: 'over_quota', status: 413 });
  expect(seen).toEqual(['GET /api/accounts/storage', 'GET /api/accounts/storage?loop=abc']);
});

it('a loop that the server has already takes no room', async () => {
  storage(100, true);
  await expect(requireSpace(11, 'abc')).resolves.toBe(true);
});

it('without an answer nothing is said about the room', async () => {
  answer({ status: 503, body: { ok: false } });
  await expect(requireSpace(1)).rejects.toMatchObject({ status: 503 });
});
