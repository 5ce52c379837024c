import { expect, it } from 'vitest';
import { soakBand } from '../../testing/bandSoak.ts';

it('plays for a day, and keeps what it may', async () => {
  const { rows, played, hours, before, after } = await soakBand(360);
  expect(hours).toBeGreaterThan(23.9);
  expect(played).toBeGreaterThan(800);
  // The last two hundred answers of a room are remembered; all of its rifffs are there.
  expect(rows).toMatchObject({ turns: 1, answers: 200, open: 0, loops: 24, media: 24 });
  expect(rows.limits).toBeLessThanOrEqual(6);
  await expect.poll(after, { timeout: 5000 }).toEqual(before);
  console.info(`${played} answers in ${hours.toFixed(1)} hours`, rows);
}, 900_000);
