/** Rings that stand for others while the music plays: the others go on until they can. */
import { afterAll, expect, it } from 'vitest';
import { makeLoop, makeRifff, noise, sine } from '../../../tests/audio/loops.ts';
import { RATE, rms, toDb } from '../../../tests/audio/offline.ts';
import { playOffline } from '../../../tests/audio/offlinePlayer.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { setSlotGain } from '../../data/rules/draft/draft.ts';
import { mergeSlots } from '../../data/rules/draft/merge.ts';
import { setSlotEffect } from '../../data/rules/draft/slotSound.ts';
import { localSound } from '../loading/localLoop.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { mergeSlotsToLoop } from '../studio/merge.ts';

const maker = new PatternMaker(localSound);
afterAll(() => maker.dispose());

/** Two seconds: a bar of 120 bpm. */
const BAR = 2;
const SECONDS = 9 * BAR;

/** Eight rings of one bar, a whole number of periods each. */
function eight(): Rifff {
  const loops = Array.from({ length: 8 }, (_, slot) =>
    makeLoop({ sound: slot % 3 ? sine(110 * (slot + 1), 0.05) : noise(slot + 1, 0.05) }),
  );
  return setSlotEffect(setSlotGain(makeRifff(loops), 2, 1.6), 5, 'pan', -0.5);
}

it('a merge and its undo are heard neither as a hole nor twice, however long they load', async () => {
  const rifff = eight();
  const { loop, gain } = await mergeSlotsToLoop(maker, rifff, [2, 5]);
  const merged = mergeSlots(rifff, [2, 5], loop, gain);
  const { context, looper, player, load, at } = await playOffline(maker, rifff, {
    seconds: SECONDS,
  });
  const edit = (sec: number, next: Rifff) => {
    at(sec, () => player.edit(next));
    // So long the loading takes.
    at(sec + 1.3, async () => {
      await load(next);
      player.join('beat');
      player.forgetUnused(null);
    });
  };
  edit(2.6 * BAR, merged);
  edit(5.3 * BAR, rifff);
  const voices: number[] = [];
  for (const sec of [4.5 * BAR, 8 * BAR]) {
    at(sec, () => {
      looper.tick();
      voices.push(looper.liveVoices);
    });
  }
  const rendered = await context.startRendering();
  expect(voices).toEqual([7, 8]);
  const bar = BAR * RATE;
  const first = rendered.getChannelData(0).subarray(bar, 2 * bar);
  for (let turn = 2; turn < SECONDS / BAR - 1; turn++) {
    const wave = rendered.getChannelData(0).subarray(turn * bar, (turn + 1) * bar);
    const rest = wave.map((sample, n) => sample - first[n]!);
    // The cross-over of 5 ms is the most that differs.
    for (let from = 0; from < bar; from += 960) {
      const part = rms(rest.subarray(from, from + 960)) / rms(first);
      expect(toDb(part + 1e-9), `bar ${turn}, ${from / RATE} s`).toBeLessThan(-50);
    }
  }
  looper.dispose();
});
