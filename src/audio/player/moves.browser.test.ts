/** Slots that are put in another order while the music plays: nothing of it is heard. */
import { afterAll, expect, it } from 'vitest';
import { makeLoop, makeRifff, noise, sine } from '../../../tests/audio/loops.ts';
import { RATE, rms, toDb } from '../../../tests/audio/offline.ts';
import { playOffline } from '../../../tests/audio/offlinePlayer.ts';
import { moveSlot, setSlotGain, toggleMute } from '../../data/rules/draft/draft.ts';
import { localSound } from '../loading/localLoop.ts';
import { PatternMaker } from '../loading/patternMaker.ts';

const maker = new PatternMaker(localSound);
afterAll(() => maker.dispose());

/** Two seconds: a bar of 120 bpm. */
const BAR = 2;
const SECONDS = 6 * BAR;

it('a slot that moves goes on without a gap, a click or a new start, its gain and mute with it', async () => {
  const loops = Array.from({ length: 5 }, (_, slot) =>
    makeLoop({ sound: slot % 2 ? sine(110 * (slot + 1), 0.05) : noise(slot + 1, 0.05) }),
  );
  const rifff = toggleMute(setSlotGain(makeRifff(loops), 0, 1.6), 3);
  const outwards = moveSlot(rifff, 0, 4);
  const { context, player, load, at } = await playOffline(maker, rifff, { seconds: SECONDS });
  const edits = [outwards, moveSlot(outwards, 3, 1), rifff];
  edits.forEach((next, turn) => {
    // In the middle of a beat, where a gap or a new start would be heard most.
    at((1.3 + turn * 1.4) * BAR, async () => {
      player.edit(next);
      await load(next);
      player.join('beat');
    });
  });
  const rendered = await context.startRendering();
  const bar = BAR * RATE;
  const first = rendered.getChannelData(0).subarray(bar / 4, bar + bar / 4);
  expect(toDb(rms(first))).toBeGreaterThan(-40);
  for (let turn = 1; turn < SECONDS / BAR - 1; turn++) {
    const from = turn * bar + bar / 4;
    const wave = rendered.getChannelData(0).subarray(from, from + bar);
    const rest = wave.map((sample, n) => sample - first[n]!);
    expect(toDb(rms(rest) / rms(first) + 1e-9), `bar ${turn}`).toBeLessThan(-100);
  }
});
