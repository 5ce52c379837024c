import { expect, it } from 'vitest';
import { crashRepeatedly } from '../testing/crash.ts';

it('loses nothing that was acknowledged over thirty kills', { timeout: 180_000 }, async () => {
  const delaysMs = Array.from({ length: 30 }, (_, at) => (at * 137) % 900);
  const { acknowledged, lost } = await crashRepeatedly(delaysMs);
  console.info(`${acknowledged} acknowledged, ${lost.length} lost`);
  expect(acknowledged).toBeGreaterThan(500);
  expect(lost).toEqual([]);
});
