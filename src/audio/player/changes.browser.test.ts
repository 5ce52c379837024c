/** Tempo, key, pitch and rate change again and again while eight loops play. */
import { afterAll, expect, it } from 'vitest';
import { makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import { playOffline } from '../../../tests/audio/offlinePlayer.ts';
import { DECODED_CACHE_BYTES } from '../../data/contract/constants.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { setSlotRate, setSlotSemitones, setTempo } from '../../data/rules/draft/draft.ts';
import { setKey, setSlotKeyRange, setSlotStretch } from '../../data/rules/draft/slotSound.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { planSlots } from './slotPlans.ts';

const CHANGES = 20;
const maker = new PatternMaker();
afterAll(() => maker.dispose());

/** The change of a step: every kind comes, in no order that repeats. */
function changed(rifff: Rifff, step: number): Rifff {
  const slot = (step * 5) % 8;
  const kinds = [
    () => setTempo(rifff, [126.25, 93.7, 140, 118][step % 4]! / 60),
    () => setSlotSemitones(rifff, slot, (step % 7) - 3),
    () => setSlotRate(rifff, slot, [0.5, 0.75, 1.25, 1.5, 2, 1][step % 6]!),
    () => setSlotStretch(rifff, slot, step % 3 === 0),
    () => setKey(setSlotKeyRange(rifff, slot, 6), step % 12, step % 18),
  ];
  return kinds[(step * 2 + Math.floor(step / 5)) % kinds.length]!();
}

it('leaves every voice on the grid, none behind, and the cache within its budget', async () => {
  const loops = [16, 32, 12, 16, 8, 16, 48, 16].map((length16ths, i) => ({
    ...makeLoop({ sound: sine(40 + i, 0.1), length16ths, category: i < 2 ? 'drums' : 'leads' }),
    root: i,
    scale: 0,
  }));
  let rifff = makeRifff(loops);
  const seconds = 2 * CHANGES + 6;
  const { context, looper, player, load, at } = await playOffline(maker, rifff, {
    seconds,
    channels: 1,
  });
  for (let change = 0; change < CHANGES; change++) {
    at(1 + 2 * change, async () => {
      looper.tick();
      rifff = changed(rifff, change);
      player.edit(rifff);
      await load(rifff);
      player.join('beat');
      player.forgetUnused(null);
    });
  }
  let isChecked = false;
  at(seconds - 1, () => {
    looper.tick();
    const grid = looper.clock.at(looper.nowFrame)!;
    expect(grid.bps).toBe(rifff.state.bps);
    planSlots(rifff)
      .plans.slice(0, 8)
      .forEach((plan, slot) => {
        const voice = looper.sounding(slot)!;
        expect(voice.key).toBe(plan!.pattern.key);
        expect(Math.abs((grid.originFrame - voice.originFrame) % voice.pattern.frames)).toBe(0);
      });
    expect(looper.liveVoices).toBe(8);
    expect(maker.bytes).toBeLessThanOrEqual(DECODED_CACHE_BYTES);
    isChecked = true;
  });
  await context.startRendering();
  expect(isChecked).toBe(true);
  looper.dispose();
  expect(looper.liveVoices).toBe(0);
});
