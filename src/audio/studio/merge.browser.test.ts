/** Two rings bounced into one sound as they did. */
import { afterAll, expect, it } from 'vitest';
import { makeLoop, makeRifff, noise, sine } from '../../../tests/audio/loops.ts';
import { rms, toDb } from '../../../tests/audio/offline.ts';
import { setSlotGain } from '../../data/rules/draft/draft.ts';
import { mergeSlots } from '../../data/rules/draft/merge.ts';
import { setSlotEffect } from '../../data/rules/draft/slotSound.ts';
import { rifffFrames } from '../../data/rules/time/timing.ts';
import { renderSlots } from '../export/mixdown.ts';
import { localSound } from '../loading/localLoop.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { listPcm } from '../loading/pcmStore.ts';
import { mergeSlotsToLoop } from './merge.ts';

const maker = new PatternMaker(localSound);
afterAll(() => maker.dispose());

it('keeps nothing when it is cancelled, or when a loop cannot be loaded', async () => {
  const before = await listPcm();
  const rifff = makeRifff([1, 2].map((hz) => makeLoop({ sound: sine(220 * hz, 0.2) })));
  for (const at of ['Rendering', 'Keeping']) {
    const abort = new AbortController();
    const step = (text: string) => text === at && abort.abort();
    const merging = mergeSlotsToLoop(maker, rifff, [0, 1], { signal: abort.signal, step });
    await expect(merging).rejects.toThrow('Buffer loading cancelled for rifff');
  }
  const gone = makeRifff([rifff.loops[0]!, { ...makeLoop({ sound: sine(9) }), url: undefined }]);
  await expect(mergeSlotsToLoop(maker, gone, [0, 1])).rejects.toThrow('No media found for loop');
  expect(await listPcm()).toEqual(before);
});

it('the merged ring is what its parts were, effects and tails and all, within −60 dB', async () => {
  // 126.25 bpm: a bar is no whole number of frames, so the file is a frame off the grid.
  const bps = 126.25 / 60;
  const loops = [
    makeLoop({ sound: sine(220, 0.3), length16ths: 16, bps }),
    makeLoop({ sound: noise(3, 0.1, 0.4), length16ths: 32, bps, channels: 2 }),
    makeLoop({ sound: sine(330, 0.2), length16ths: 16, bps }),
  ];
  let rifff = setSlotGain(makeRifff(loops), 1, 1.7);
  rifff = setSlotEffect(setSlotEffect(rifff, 0, 'reverb', 0.6), 1, 'pan', -0.6);
  rifff = setSlotEffect(rifff, 1, 'delay', 0.5);
  const { loop, gain } = await mergeSlotsToLoop(maker, rifff, [0, 1]);
  expect(loop.length16ths).toBe(32);
  const merged = mergeSlots(rifff, [0, 1], loop, gain);
  expect(rifffFrames(merged)).toBe(rifffFrames(rifff));
  const [before, after] = await Promise.all([rifff, merged].map((one) => renderSlots(maker, one)));
  for (const c of [0, 1]) {
    const rest = after!.channels[c]!.map((sample, n) => sample - before!.channels[c]![n]!);
    expect(toDb(rms(rest) / rms(before!.channels[c]!))).toBeLessThan(-60);
  }
});
