import { expect, it } from 'vitest';
import { crashDuringPictures } from '../../testing/crashPictures.ts';

it('loses no acknowledged picture when the server is killed', { timeout: 120_000 }, async () => {
  const { acknowledged, lost } = await crashDuringPictures([500, 900]);
  expect(acknowledged).toBeGreaterThan(5);
  expect(lost).toEqual([]);
});
