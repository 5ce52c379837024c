import { expect, it } from 'vitest';
import { crashRepeatedly } from '../testing/crash.ts';

it('loses nothing that was acknowledged when the process is killed', async () => {
  const { acknowledged, lost } = await crashRepeatedly([30, 110, 190, 270]);
  expect(acknowledged).toBeGreaterThan(20);
  expect(lost).toEqual([]);
});
