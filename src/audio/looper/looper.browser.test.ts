import { afterAll, describe, expect, it } from 'vitest';
import { impulse, makeLoop, makeRifff, noise, sine } from '../../../tests/audio/loops.ts';
import { RATE, rms, specsOf, toDb, worstBend } from '../../../tests/audio/offline.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { setTempo } from '../../data/rules/draft/draft.ts';
import { barFrames, passStartFrame } from '../../data/rules/time/timing.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { gridOf } from '../player/slotPlans.ts';
import { FADE_FRAMES } from './curves.ts';
import { retimeGrid } from './gridClock.ts';
import { Looper, type SlotWish } from './looper.ts';

const START = 4800;
const maker = new PatternMaker();
afterAll(() => maker.dispose());

/**
 * A mono rendering in which `steps` run at their times; each gets the looper. With `slots`, the voices that
 * these have at the start, one after the other: a mix of them would depend on the order of addition.
 */
async function render(
  seconds: number,
  wishes: readonly SlotWish[],
  rifff: Rifff,
  steps: readonly { atSec: number; run(looper: Looper): void }[],
  slots: readonly number[] | 'all' = 'all',
): Promise<Float32Array> {
  const channels = slots === 'all' ? 1 : slots.length;
  const context = new OfflineAudioContext(channels, seconds * RATE, RATE);
  const output = new GainNode(context);
  if (slots === 'all') output.connect(context.destination);
  const looper = new Looper(context, output, 9);
  looper.start([...wishes, null], gridOf(rifff, START), START);
  if (slots !== 'all') {
    const merger = new ChannelMergerNode(context, { numberOfInputs: channels });
    merger.connect(context.destination);
    slots.forEach((slot, c) => {
      looper.voices[slot]!.beforeEffects.connect(merger, 0, c);
    });
  }
  const done = steps.map(async ({ atSec, run }) => {
    await context.suspend(atSec);
    try {
      looper.tick();
      run(looper);
    } finally {
      void context.resume();
    }
  });
  const [rendered] = await Promise.all([context.startRendering(), ...done]);
  const joined = new Float32Array(channels * rendered.length);
  for (let c = 0; c < channels; c++) joined.set(rendered.getChannelData(c), c * rendered.length);
  return joined;
}

describe('voices beside a change', () => {
  it('go on to the sample through adding, deleting, muting, swapping and moving', async () => {
    const rifff = makeRifff(
      Array.from({ length: 8 }, (_, i) =>
        makeLoop({ sound: noise(i, 1, 0.1), length16ths: [16, 32, 12, 16, 24, 8, 48, 16][i]! }),
      ),
    );
    const specs = await specsOf(rifff, maker);
    const [other] = await specsOf(
      makeRifff([makeLoop({ sound: noise(99), length16ths: 32 })]),
      maker,
    );
    const grid = gridOf(rifff, START);
    const without7: SlotWish[] = [...specs.slice(0, 7), null, null];
    const base = await render(12, without7.slice(0, 8), rifff, [], [0, 1, 3, 4, 5, 6]);
    const at = (looper: Looper) => looper.earliestFrame(960);
    const disturbed = await render(
      12,
      without7.slice(0, 8),
      rifff,
      [
        { atSec: 1, run: (l) => l.schedule([...specs.slice(0, 7), specs[7]!, null], grid, at(l)) },
        { atSec: 2, run: (l) => l.setLevel(7, 0) },
        { atSec: 2.2, run: (l) => l.setLevel(7, 1) },
        { atSec: 3, run: (l) => l.schedule([...specs.slice(0, 7), other!, null], grid, at(l)) },
        { atSec: 4, run: (l) => l.rearrange([0, 1, 3, 4, 5, 6, 7, -1, -1]) },
        {
          atSec: 5,
          run: (l) => {
            const moved = [specs[0]!, specs[1]!, other!, ...specs.slice(3, 7), null, null];
            l.schedule(moved, grid, at(l) + 24_000);
            l.cancelChange();
            l.schedule(moved, grid, at(l));
          },
        },
        {
          atSec: 8,
          run: (l) =>
            l.schedule(
              l.voices.map(() => 'keep' as const),
              grid,
              at(l),
            ),
        },
      ],
      [0, 1, 3, 4, 5, 6],
    );
    expect(disturbed.findIndex((x, n) => x !== base[n])).toBe(-1);
    expect(rms(base, RATE)).toBeGreaterThan(0.05);
  });

  it('sound at once after a join, in the phase that they would always have had', async () => {
    const rifff = makeRifff([
      makeLoop({ sound: sine(50), length16ths: 16 }),
      makeLoop({ sound: impulse(1), length16ths: 24 }),
    ]);
    const specs = await specsOf(rifff, maker);
    const wave = await render(10, [null, null], rifff, [
      {
        atSec: 2.9,
        run: (l) => l.schedule([null, specs[1]!], gridOf(rifff, START), START + 3 * RATE),
      },
    ]);
    const hits = [...wave.keys()].filter((n) => wave[n]! > 0.5);
    expect(hits).toEqual([3, 6, 9].map((sec) => START + sec * RATE));
  });
});

describe('a change of tempo', () => {
  it('is exact: every pass before it on the old grid, every pass after it on the new one', async () => {
    const rifff = makeRifff(
      [8, 16, 12].map((length16ths) => makeLoop({ sound: impulse(1), length16ths })),
    );
    const faster = setTempo(rifff, 126.25 / 60);
    const [before, after] = [await specsOf(rifff, maker), await specsOf(faster, maker)];
    const change = START + 2 * barFrames(16, 2);
    const old = gridOf(rifff, START);
    const next = retimeGrid(old, change, gridOf(faster, 0));
    const slots = [0, 1, 2];
    for (const slot of slots) {
      const only = (specs: SlotWish[]) => specs.map((spec, i) => (i === slot ? spec : null));
      const wave = await render(12, only(before), rifff, [
        { atSec: 1.5, run: (l) => l.schedule([...only(after), null], next, change) },
      ]);
      const expected: number[] = [];
      for (const [spec, grid, from, to] of [
        [before[slot], old, START, change],
        [after[slot], next, change, wave.length],
      ] as const) {
        const { passes, bars } = passesOf(rifff, slot);
        const perBar = barFrames(16, grid.bps);
        for (let i = -50; i < 200; i++) {
          const at = grid.originFrame + passStartFrame({ passes, bars }, i, perBar);
          if (at >= from && at < to) expected.push(at);
        }
        expect(spec).toBeTruthy();
      }
      const hits = [...wave.keys()].filter(
        (n) => wave[n]! > 0.4 && wave[n]! > wave[n - 1]! && wave[n]! >= wave[n + 1]!,
      );
      expect(hits, `slot ${slot}`).toEqual(expected);
    }
  });
});

function passesOf(rifff: Rifff, slot: number): { passes: number; bars: number } {
  const grids = {
    8: { passes: 2, bars: 1 },
    16: { passes: 1, bars: 1 },
    12: { passes: 4, bars: 3 },
  };
  return grids[rifff.loops[slot]!.length16ths as 8 | 16 | 12];
}

describe('rendered loops', () => {
  it('keep their treble on every pass', async () => {
    const high = makeLoop({ sound: sine(30_000, 0.5), length16ths: 16, bps: 2 });
    const rifff = setTempo(makeRifff([high]), 126.25 / 60);
    const wave = await render(25, await specsOf(rifff, maker), rifff, []);
    const perBar = barFrames(16, 126.25 / 60);
    const levels = Array.from({ length: 12 }, (_, i) =>
      rms(wave, START + i * perBar, START + (i + 1) * perBar),
    );
    const loss = levels.map((level) => toDb(level / (0.5 / Math.SQRT2)));
    for (const db of loss) expect(Math.abs(db)).toBeLessThan(0.05);
  });

  it.each([
    ['a frame longer', 2, 126.25 / 60, 64, 1],
    ['of another tempo', 93.7 / 60, 2, 16, 2],
    ['of a length that rounds from pass to pass', 2.1, 2.1, 11, 3],
  ])('have no seam of their own: %s', async (_, loopBps, bps, length16ths, periods) => {
    const loop = makeLoop({ sound: sine(200 * periods, 0.5), length16ths, bps: loopBps });
    const rifff = setTempo(makeRifff([loop]), bps);
    const wave = await render(20, await specsOf(rifff, maker), rifff, []);
    const steady = worstBend(wave, START + 10_000, START + 11_000);
    expect(toDb(worstBend(wave, START + 2000, wave.length) / steady)).toBeLessThan(6);
  });
});

describe('a cross-over between two rifffs', () => {
  it('clicks by 12 dB at most, at any phase', async () => {
    const clicks: number[] = [];
    for (let phase = 0; phase < 24; phase++) {
      const shifted = (periods: number) => (n: number, frames: number) =>
        0.4 * Math.sin((2 * Math.PI * (periods * n)) / frames + (phase * Math.PI) / 12);
      const rifff = makeRifff([makeLoop({ sound: sine(220, 0.4) })]);
      const other = makeRifff([makeLoop({ sound: shifted(329) })]);
      const next = await specsOf(other, maker);
      const change = START + 96_000;
      const wave = await render(4, await specsOf(rifff, maker), rifff, [
        { atSec: 1, run: (l) => l.schedule([...next, null], gridOf(other, change), change) },
      ]);
      const steady = Math.max(
        worstBend(wave, START + 48_000, START + 60_000),
        worstBend(wave, change + 24_000, change + 36_000),
      );
      const crossing = worstBend(wave, change - 2 * FADE_FRAMES, change + 2 * FADE_FRAMES);
      clicks.push(toDb(crossing / steady));
    }
    expect(Math.max(...clicks)).toBeLessThan(12);
  });
});

describe('a long blend between two rifffs', () => {
  const bar = barFrames(16, 2);
  const change = START + bar;
  const pair = async () => {
    const of = (seed: number) =>
      makeRifff([makeLoop({ sound: noise(seed, 1, 0.2), length16ths: 16 })]);
    const [from, to] = [of(1), of(2)];
    const [before, after] = [await specsOf(from, maker), await specsOf(to, maker)];
    return { from, before, after, grid: gridOf(to, change) };
  };

  it.each([1, 2, 4, 8])(
    'keeps the power over %i bars and is silent of the old one after',
    async (bars) => {
      const { from, before, after, grid } = await pair();
      const seconds = (START + (bars + 3) * bar) / RATE;
      const wave = await render(seconds, before, from, [
        { atSec: 1, run: (l) => l.schedule([...after, null], grid, change, bars * bar) },
      ]);
      const whole = rms(wave, START, change);
      for (let part = 0; part < 8; part++) {
        const at = change + Math.round((part * bars * bar) / 8);
        const db = toDb(rms(wave, at, at + Math.round((bars * bar) / 8)) / whole);
        expect(Math.abs(db), `eighth ${part}`).toBeLessThan(0.5);
      }
      // After it only the new one sounds, on its own grid, sample for sample.
      const end = change + bars * bar;
      const clean = await render(seconds, [null], from, [
        { atSec: 1, run: (l) => l.schedule([...after, null], grid, change) },
      ]);
      expect(wave.subarray(end + 1).every((x, n) => Math.abs(x - clean[end + 1 + n]!) < 1e-6)).toBe(
        true,
      );
      expect(rms(clean, end)).toBeGreaterThan(0.05);
    },
  );

  it('may be left for a third rifff half way, without a click', async () => {
    const { from, before, after, grid } = await pair();
    const quiet = makeRifff([makeLoop({ sound: sine(110, 0.2), length16ths: 16 })]);
    const third = await specsOf(quiet, maker);
    const leave = change + 2 * bar;
    const wave = await render((START + 8 * bar) / RATE, before, from, [
      { atSec: 1, run: (l) => l.schedule([...after, null], grid, change, 4 * bar) },
      { atSec: 5, run: (l) => l.schedule([...third, null], gridOf(quiet, leave), leave) },
    ]);
    const clean = await render((START + 8 * bar) / RATE, [null], from, [
      { atSec: 5, run: (l) => l.schedule([...third, null], gridOf(quiet, leave), leave) },
    ]);
    const end = change + 4 * bar;
    expect(rms(wave, leave - bar, leave)).toBeGreaterThan(0.05);
    expect(wave.subarray(end + 1).every((x, n) => Math.abs(x - clean[end + 1 + n]!) < 1e-6)).toBe(
      true,
    );
  });
});
