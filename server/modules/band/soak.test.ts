import { expect, it } from 'vitest';
import { soakBand } from '../../testing/bandSoak.ts';

it('leaves one row of its turn, its answers, and nothing else behind it', async () => {
  const { rows, played, before, after } = await soakBand(8);
  expect(played).toBeGreaterThan(16);
  expect(rows).toMatchObject({ turns: 1, answers: played, open: 0, loops: 24, media: 24 });
  // Of the person's commits, of the band's, and of its answers in the room and of the owner.
  expect(rows.limits).toBeLessThanOrEqual(6);
  await expect.poll(after).toEqual(before);
});
