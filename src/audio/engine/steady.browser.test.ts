import { expect, it } from 'vitest';
import { playSteadily } from '../../../tests/audio/steady.ts';

it('plays without a gap while the main thread stalls', async () => {
  const { bend, frames, holes } = await playSteadily(4);
  expect(frames).toBe(4 * 48_000);
  expect(holes).toBe(0);
  expect(bend).toBeLessThan(1.1);
});
