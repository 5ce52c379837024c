import { expect, it } from 'vitest';
import { crashDuringUploads } from '../../testing/crashUploads.ts';

it('loses no acknowledged loop when the server is killed', { timeout: 120_000 }, async () => {
  const { acknowledged, lost, halfStored, orphans } = await crashDuringUploads([0, 700]);
  expect(acknowledged).toBeGreaterThan(1);
  expect([lost, halfStored, orphans]).toEqual([[], [], 0]);
});
