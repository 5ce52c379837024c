import { expect, it } from 'vitest';
import { crashDuringCommits } from '../../testing/crashCommits.ts';

it('loses no acknowledged commit when the server is killed', { timeout: 120_000 }, async () => {
  const { acknowledged, lost, halfStored } = await crashDuringCommits([400, 700]);
  expect(acknowledged).toBeGreaterThan(5);
  expect(lost).toEqual([]);
  expect(halfStored).toEqual([]);
});
