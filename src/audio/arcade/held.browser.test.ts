/** What a game asks of the field's sound: what is held, the pulse, the time that is heard, and cues. */
import { afterAll, describe, expect, it } from 'vitest';
import {
  amplitudeOf,
  hitsOf,
  MUSIC,
  openFlights,
  tone,
  toneLoop,
} from '../../../tests/audio/fieldFlights.ts';
import { impulse, makeLoop, makeRifff } from '../../../tests/audio/loops.ts';
import { RATE, rms, toDb, worstBend } from '../../../tests/audio/offline.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { addLoop, deleteLoop, setSlotGain } from '../../data/rules/draft/draft.ts';
import { LIMITER_DELAY_FRAMES } from '../../dsp/limiterDelay.ts';
import { cueWave } from './cueSounds.ts';
import type { FieldSound } from './FieldSound.ts';

const flights = openFlights();
afterAll(() => flights.close());
const { fly } = flights;

/** Does each deed once, at the first tick after its time. */
function at(deeds: Readonly<Record<number, (field: FieldSound) => void>>) {
  const left = Object.entries(deeds).map(([sec, deed]) => [Number(sec), deed] as const);
  return (sec: number, field: FieldSound) => {
    while (left.length > 0 && left[0]![0] <= sec) left.shift()![1](field);
  };
}

describe('what is held', () => {
  it('is on the grid of the field within a millisecond, whenever it comes and from whatever tempo', async () => {
    const hits = (bps: number, length16ths: number) =>
      makeLoop({ sound: impulse(0.5), bps, length16ths, category: 'drums' });
    const first = makeRifff([hits(2, 8)]);
    const both = addLoop(first, hits(2.4, 16));
    const deeds = at({ 1.37: (field) => field.hold(first), 3.05: (field) => field.hold(both) });
    const { left, right, originFrame } = await fly([tone(880, 0)], 6.5, (near, sec, field) => {
      near.distance[0] = 0.5;
      deeds(sec, field);
    });
    const beats = new Set<number>();
    for (const frame of hitsOf(left, 0.01)) {
      const beat = ((frame - originFrame) * 2) / RATE;
      expect(Math.abs(beat - Math.round(beat))).toBeLessThan(0.002);
      beats.add(Math.round(beat));
      expect(right[frame]).toBeCloseTo(left[frame]!, 5);
    }
    // Every second beat from when it came, and the bars of the other loop among them.
    expect([...beats].sort((a, b) => a - b)).toEqual([4, 6, 8, 10, 12]);
  });

  it('goes on without a gap or a click while loops come, go, change places and levels', async () => {
    const [a, b, c] = [300, 320, 340].map((periods) => toneLoop(periods, 0.15));
    const alone = makeRifff([a!]);
    const inHand = setSlotGain(addLoop(alone, b!), 1, 0.4);
    const placed = setSlotGain(inHand, 1, 1);
    const without = deleteLoop(placed, 0);
    const other = setSlotGain(addLoop(without, c!), 0, 0.6);
    const deeds = at({
      0: (field) => field.hold(alone),
      2: (field) => field.hold(inHand),
      3: (field) => field.hold(placed),
      4: (field) => field.hold(without),
      5: (field) => field.hold(other),
      6: (field) => field.hold(null),
    });
    const { left } = await fly([], 7, (_, sec, field) => deeds(sec, field));
    const steady = worstBend(left, 1.2 * RATE, 1.9 * RATE);
    const worst = (from: number, to: number) =>
      toDb(worstBend(left, from * RATE, to * RATE) / steady);
    const bends = [worst(0.1, 2.9), worst(2.95, 3.4), worst(3.4, 5.9), worst(5.9, 6.8)];
    console.info(`worst bend over the steady first tone: ${bends.map((db) => db.toFixed(1))} dB`);
    // The bar for a click; two steady tones bend 6 dB more than one, and what comes, goes and glides hardly more than they.
    expect(Math.max(...bends)).toBeLessThan(12);
    expect(Math.max(...bends.slice(0, 3))).toBeLessThan(8);
    // The second loop, from when it is there to the end: whole tenths of a second hold whole periods.
    const tenth = RATE / 10;
    const levels: number[] = [];
    for (let n = 2.4 * RATE; n < 4.9 * RATE; n += tenth) {
      levels.push(amplitudeOf(left, 320, n, tenth));
    }
    const inHandDb = toDb(levels[0]! / levels[9]!);
    expect(inHandDb).toBeLessThan(-5);
    expect(inHandDb).toBeGreaterThan(-9);
    levels.slice(9).forEach((level, n, all) => {
      expect(Math.abs(toDb(level / (all[n - 1] ?? level)))).toBeLessThan(3.5);
      expect(toDb(level / all[0]!)).toBeGreaterThan(-3);
    });
    expect(rms(left, 6.7 * RATE, 6.8 * RATE)).toBeLessThan(1e-3);
  });

  it('leads while the field steps back, and the field returns after it', async () => {
    const deeds = at({ 2.5: (field) => field.hold(tone(1320)), 5.5: (field) => field.hold(null) });
    const { left, right } = await fly([tone(880)], 8.6, (near, sec, field) => {
      near.distance[0] = 0;
      near.focus = 0;
      near.open = 1;
      deeds(sec, field);
    });
    const level = (periods: number, sec: number) => amplitudeOf(left, periods, sec * RATE);
    const [before, beside, after] = [0.4, 3.2, 6.4].map((sec) => level(880, sec));
    expect(toDb(beside! / before!)).toBeCloseTo(-9.1, 1);
    expect(toDb(after! / before!)).toBeCloseTo(0, 1);
    // Both rifffs are made alike, so this is their levels in the field.
    expect(toDb(level(1320, 3.2) / before!)).toBeCloseTo(-0.6, 1);
    expect(amplitudeOf(right, 1320, 3.2 * RATE)).toBeCloseTo(level(1320, 3.2), 6);
    expect(level(1320, 6.4)).toBeLessThan(1e-4);
  });

  it('takes its voices from the field, and whoever has none left is silent', async () => {
    const eight = (first: number): Rifff =>
      makeRifff(Array.from({ length: 8 }, (_, n) => toneLoop(first + 20 * n, 0.02)));
    const { left } = await fly([eight(400), eight(700)], 4.5, (near, sec, field) => {
      near.distance.set([0.2, 1]);
      if (sec === 0) field.hold(eight(1000));
    });
    const heard = (first: number) =>
      Array.from({ length: 8 }, (_, n) => amplitudeOf(left, first + 20 * n, 2 * RATE)).filter(
        (level) => level > 1e-4,
      ).length;
    expect([heard(1000), heard(400), heard(700)]).toEqual([8, 7, 1]);
  });
});

describe('the pulse', () => {
  it.each([
    [2, 2, 4],
    [3, 1.5, 2],
  ])(
    'at %d quarters a second ticks %d times, on the frames of the grid, every %dth accented',
    async (bps, pulse, accents) => {
      const music = { ...MUSIC, bps };
      const deeds = at({
        0: (field) => field.pulse(true),
        4.1: (field) => field.pulse(false),
        5.2: (field) => field.pulse(true),
      });
      const { left, originFrame } = await fly([], 6.6, (_, sec, field) => deeds(sec, field), music);
      expect(originFrame).toBeGreaterThan(0);
      const frameOf = (beat: number) => originFrame + Math.round((beat * RATE) / pulse);
      const length = 0.04 * RATE;
      const waveAt = (frame: number) => left.subarray(frame, frame + length);
      const accent = waveAt(frameOf(0));
      const plain = waveAt(frameOf(1));
      expect(rms(accent)).toBeGreaterThan(1.2 * rms(plain));
      expect(rms(plain)).toBeGreaterThan(0.005);
      expect(Math.max(...accent.map(Math.abs))).toBeLessThan(0.12);
      const rest = left.slice();
      for (let beat = 0; frameOf(beat) + length < left.length; beat++) {
        const frame = frameOf(beat);
        const sec = frame / RATE;
        // Between them the wish came at a tick.
        if ((sec > 4.05 && sec < 4.2) || (sec > 5.15 && sec < 5.3)) continue;
        const isOn = sec < 4.1 || sec > 5.2;
        const wanted = !isOn ? null : beat % accents === 0 ? accent : plain;
        const apart = waveAt(frame).map((sample, n) => Math.abs(sample - (wanted?.[n] ?? 0)));
        expect([beat, Math.max(...apart) < 1e-6]).toEqual([beat, true]);
        rest.fill(0, frame, frame + length);
      }
      expect(rest.subarray(0, 4 * RATE).some((sample) => sample !== 0)).toBe(false);
    },
  );

  it('is the grid that everything else joins, and the time that is heard counts from it', async () => {
    const hits = makeRifff([makeLoop({ sound: impulse(0.5), length16ths: 4, category: 'drums' })]);
    const heard: { frame: number; sec: number; lateSec: number }[] = [];
    const nothing: (number | null)[] = [];
    const deeds = at({
      0: (field) => {
        nothing.push(field.heardSec(performance.now()));
        field.pulse(true);
      },
      1.2: (field) => field.hold(hits),
      2.6: (field) => field.pulse(false),
      3.6: (field) => field.stop(),
    });
    const { left, originFrame } = await fly([], 4, (_, sec, field, frame) => {
      deeds(sec, field);
      const from = performance.now();
      const now = field.heardSec(from);
      const lateSec = (performance.now() - from) / 1000;
      if (sec > 3.6) nothing.push(now);
      else if (now !== null && sec > 0.2) {
        heard.push({ frame, sec: now, lateSec });
        expect(field.heardSec(from - 500)! - now).toBeLessThan(-0.49 + lateSec);
      }
    });
    expect(nothing.length).toBeGreaterThan(2);
    expect(new Set(nothing)).toEqual(new Set([null]));
    expect(heard.length).toBeGreaterThan(40);
    for (const { frame, sec, lateSec } of heard) {
      const wanted = (frame - LIMITER_DELAY_FRAMES - originFrame) / RATE;
      expect(sec).toBeLessThan(wanted + 1e-6);
      expect(sec).toBeGreaterThan(wanted - lateSec - 1e-6);
    }
    const hitFrames = hitsOf(left, 0.15);
    expect(hitFrames.length).toBeGreaterThan(2);
    for (const frame of hitFrames) {
      const beat = ((frame - originFrame) * 2) / RATE;
      expect(Math.abs(beat - Math.round(beat))).toBeLessThan(0.002);
    }
  });
});

describe('cues', () => {
  it('sound at once in the key of the field, not before it is heard, and four at most', async () => {
    const music = { ...MUSIC, root: 9, scale: 5 };
    let begun = 0;
    let many = 0;
    const deeds = at({
      1: (field) => field.cue('perfect'),
      2: (field) => {
        for (let n = 0; n < 12; n++) field.cue('clash');
      },
      2.5: (field) => {
        field.stop();
        field.cue('over');
      },
    });
    const { left } = await fly(
      [],
      3,
      (_, sec, field, frame) => {
        if (sec === 0) field.cue('over');
        if (sec >= 1) begun ||= frame;
        if (sec >= 2) many ||= frame;
        deeds(sec, field);
      },
      music,
    );
    expect(rms(left, 0, begun)).toBe(0);
    const wave = cueWave('perfect', music);
    const apart = wave.map((sample, n) => Math.abs(sample - left[begun + n]!));
    expect(Math.max(...apart)).toBeLessThan(1e-5);
    const clash = cueWave('clash', music);
    const loud = rms(left, many + 2400, many + 4800) / rms(clash, 2400, 4800);
    expect(loud).toBeCloseTo(4, 1);
    expect(rms(left, 2.6 * RATE, 2.9 * RATE)).toBe(0);
  });
});
