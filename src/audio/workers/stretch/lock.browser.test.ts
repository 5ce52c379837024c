/** Eight loops that are stretched and moved in pitch stay on one grid, also through a change of tempo. */
import { afterAll, describe, expect, it } from 'vitest';
import { impulse, makeLoop, makeRifff, sine } from '../../../../tests/audio/loops.ts';
import { RATE, specsOf, toDb, worstBend } from '../../../../tests/audio/offline.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { setSlotRate, setSlotSemitones, setTempo } from '../../../data/rules/draft/draft.ts';
import { setKey, setSlotKeyRange, setSlotStretch } from '../../../data/rules/draft/slotSound.ts';
import { barFrames, passStartFrame } from '../../../data/rules/time/timing.ts';
import { PatternMaker } from '../../loading/patternMaker.ts';
import { retimeGrid } from '../../looper/gridClock.ts';
import { Looper } from '../../looper/looper.ts';
import { gridOf, planSlots } from '../../player/slotPlans.ts';

const START = 4800;
const maker = new PatternMaker();
afterAll(() => maker.dispose());

/** Eight loops that begin with a click, each at another speed and pitch, all of them stretched. */
function clicks(category: string): Rifff {
  const loops = Array.from({ length: 8 }, (_, i) =>
    makeLoop({ sound: impulse(0.8), length16ths: [16, 32, 16, 64, 8, 16, 48, 16][i]!, category }),
  );
  let rifff = makeRifff(loops);
  for (let slot = 0; slot < 8; slot++) {
    rifff = setSlotStretch(rifff, slot, true);
    rifff = setSlotRate(rifff, slot, [1, 2, 0.5, 1, 0.75, 1.5, 1, 1.25][slot]!);
    rifff = setSlotSemitones(rifff, slot, [0, 0, 0, 5, 0, -5, 0, 0][slot]!);
  }
  return setTempo(rifff, 126.25 / 60);
}

/** The level of each slot over time, through a change to another tempo at the second bar. */
async function throughTempo(before: Rifff, bps: number) {
  const after = setTempo(before, bps);
  const [first, second] = [await specsOf(before, maker), await specsOf(after, maker)];
  const at = START + 2 * barFrames(16, before.state.bps);
  const grid = gridOf(before, START);
  const next = retimeGrid(grid, at, gridOf(after, 0));
  const context = new OfflineAudioContext(16, 9 * RATE, RATE);
  const merger = new ChannelMergerNode(context, { numberOfInputs: 16 });
  merger.connect(context.destination);
  const looper = new Looper(context, new GainNode(context), 9);
  looper.start(first, grid, START);
  const tap = (from: number) =>
    looper.voices.slice(0, 8).forEach((voice, slot) => {
      voice?.beforeEffects.connect(merger, 0, from + slot);
    });
  tap(0);
  void context.suspend(0.5).then(() => {
    looper.schedule(second, next, at);
    tap(8);
    return context.resume();
  });
  const rendered = await context.startRendering();
  const waves = Array.from({ length: 8 }, (_, slot) => {
    const wave = rendered.getChannelData(slot).slice();
    rendered.getChannelData(8 + slot).forEach((sample, n) => {
      wave[n]! += sample;
    });
    return wave;
  });
  return { waves, at, next, after };
}

/** Frames between where each slot's passes sound after the change and where they belong. */
function errorsOf({ waves, at, next, after }: Awaited<ReturnType<typeof throughTempo>>): number[] {
  const { plans } = planSlots(after);
  return waves.flatMap((wave, slot) => {
    const { grid, framesPerBar } = plans[slot]!.pattern;
    const errors: number[] = [];
    for (let pass = 0; ; pass++) {
      const wanted = next.originFrame + passStartFrame(grid, pass, framesPerBar);
      if (wanted > wave.length - 4000) return errors;
      if (wanted < at) continue;
      let peak = wanted;
      for (let n = wanted - 500; n < wanted + 500; n++) {
        if (Math.abs(wave[n]!) > Math.abs(wave[peak]!)) peak = n;
      }
      errors.push(peak - wanted);
    }
  });
}

describe('a change of tempo with eight stretched loops', () => {
  it('leaves every hit of drums within a frame of the grid', async () => {
    const errors = errorsOf(await throughTempo(clicks('drums'), 1.7));
    expect(errors.length).toBeGreaterThan(20);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(1);
  });

  it('leaves what the vocoder makes within 4 ms of it', async () => {
    const errors = errorsOf(await throughTempo(clicks('leads'), 1.7));
    expect(errors.length).toBeGreaterThan(20);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(192);
  });
});

describe('a rendered shift that takes the place of what played', () => {
  it('clicks by 12 dB at most', async () => {
    const before = makeRifff([makeLoop({ sound: sine(880, 0.4), length16ths: 16 })]);
    const specs = await specsOf(before, maker);
    for (const after of [
      setSlotSemitones(before, 0, 3),
      setSlotStretch(setSlotRate(before, 0, 0.75), 0, true),
    ]) {
      const context = new OfflineAudioContext(1, 6 * RATE, RATE);
      const looper = new Looper(context, context.destination, 9);
      looper.start(specs, gridOf(before, START), START);
      const at = START + 96_000;
      looper.schedule(await specsOf(after, maker), gridOf(after, START), at);
      const wave = (await context.startRendering()).getChannelData(0);
      const steady = worstBend(wave, at + 24_000, at + 72_000);
      expect(toDb(worstBend(wave, at - 2000, at + 2000) / steady)).toBeLessThanOrEqual(12);
    }
  });
});

describe('the match of the key', () => {
  it('is another pattern only for loops that must move', () => {
    const loops = [
      { ...makeLoop({ sound: sine(220), category: 'leads' }), root: 11, scale: 0 },
      { ...makeLoop({ sound: sine(220), category: 'leads' }), root: 9, scale: 5 },
    ];
    const rifff = setKey(makeRifff(loops), 0, 0);
    const matched = [0, 1].reduce((before, slot) => setSlotKeyRange(before, slot, 3), rifff);
    const [before, after] = [rifff, matched].map((one) =>
      planSlots(one).plans.map((plan) => plan?.pattern),
    );
    expect(after![0]!.shift?.semitones).toBe(1);
    expect(after![0]!.key).not.toBe(before![0]!.key);
    expect(after![1]!.key).toBe(before![1]!.key);
  });
});
