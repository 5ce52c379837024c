import { expect, it } from 'vitest';
import { playSteadily } from '../../../tests/audio/steady.ts';

it('plays for thirty minutes without a gap or an underrun', async () => {
  const { bend, frames, holes, underruns, told } = await playSteadily(1800);
  // biome-ignore lint/suspicious/noConsole: a run of half an hour says what it found
  console.log(
    `bend ${bend.toFixed(4)}, holes ${holes}, underruns of the output ${told ?? 'not told'}, ${underruns ?? 0} of them ours`,
  );
  expect(frames).toBeGreaterThan(1799 * 48_000);
  expect(holes).toBe(0);
  expect(bend).toBeLessThan(1.1);
  expect(underruns ?? 0).toBe(0);
});
