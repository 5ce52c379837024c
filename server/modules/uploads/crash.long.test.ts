import { expect, it } from 'vitest';
import { crashDuringUploads } from '../../testing/crashUploads.ts';

it('loses no acknowledged loop when the server is killed again and again', {
  timeout: 600_000,
}, async () => {
  const { acknowledged, lost, halfStored } = await crashDuringUploads(
    Array.from({ length: 12 }, (_, at) => 130 * at),
  );
  expect(acknowledged).toBeGreaterThan(11);
  expect([lost, halfStored]).toEqual([[], []]);
});
