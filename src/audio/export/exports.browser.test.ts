/** An export is what is heard: rendered in pieces and limited, against the real graph rendered at once. */
import { afterAll, describe, expect, it } from 'vitest';
import { makeLoop, makeRifff, noise, sine } from '../../../tests/audio/loops.ts';
import { RATE, rms, toDb } from '../../../tests/audio/offline.ts';
import type { Rifff, SlotEffects } from '../../data/contract/rifff.ts';
import { editSlot } from '../../data/rules/draft/draft.ts';
import { LIMITER_DELAY_FRAMES } from '../../dsp/limiterDelay.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { Looper, type SlotWish } from '../looper/looper.ts';
import { createMaster } from '../master/master.ts';
import { gridOf, planSlots, trimOf } from '../player/slotPlans.ts';
import { EXPORT_GAIN_DB, exportFrames } from './chunks.ts';
import type { Tail } from './Exporter.ts';
import { soundPieces, writeSound } from './soundFile.ts';

const START = 4800;
const maker = new PatternMaker();
afterAll(() => maker.dispose());
const signal = new AbortController().signal;

/** Three loops, the first of `length16ths`, loud enough that the limiter works, with every effect there is. */
function loudRifff(length16ths: number): Rifff {
  const rifff = makeRifff([
    makeLoop({ sound: sine(440, 0.6), length16ths }),
    makeLoop({ sound: noise(3, 0.3, 0.9), length16ths: 16 }),
    makeLoop({ sound: sine(97, 0.8), length16ths: 64, channels: 2 }),
  ]);
  const effects: SlotEffects[] = [
    { reverb: 0.6, pan: -0.4 },
    { delay: 0.5, lowCutHz: 300 },
    { highCutHz: 2000, pan: 0.3 },
  ];
  return effects.reduce(
    (all, one, slot) => editSlot(all, slot, { effects: one, gain: 1.4 }),
    rifff,
  );
}

/** The engine's graph, recorded in one piece: looper, master, limiter. */
async function engineSound(rifff: Rifff, frames: number): Promise<Float32Array[]> {
  const length = START + frames + LIMITER_DELAY_FRAMES;
  const context = new OfflineAudioContext(2, length, RATE);
  const master = await createMaster(context, EXPORT_GAIN_DB);
  expect(master.limiter).toBe('worklet');
  const looper = new Looper(context, master.input, 9);
  const wishes = await Promise.all(
    planSlots(rifff).plans.map(async (plan): Promise<SlotWish> => {
      if (!plan) return null;
      const pattern = await maker.make(plan.pattern);
      const { gain: level, effects } = plan;
      return { key: plan.pattern.key, pattern, trim: trimOf(plan, pattern), level, effects };
    }),
  );
  looper.start(wishes, gridOf(rifff, START), START);
  const sound = await context.startRendering();
  const from = START + LIMITER_DELAY_FRAMES;
  return [0, 1].map((c) => sound.getChannelData(c).slice(from, from + frames));
}

async function exported(
  rifff: Rifff,
  plan: { turns: number; tail: Tail; chunkFrames: number; slots?: number[] },
): Promise<Float32Array[]> {
  const out = [0, 1].map(() => new Float32Array(exportFrames(rifff, plan.turns, plan.tail)));
  let at = 0;
  for await (const { channels } of soundPieces({ maker, rifff, signal }, plan)) {
    out.forEach((channel, c) => {
      channel.set(channels[c]!, at);
    });
    at += channels[0]!.length;
  }
  expect(at).toBe(out[0]!.length);
  return out;
}

function differenceDb(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  let worst = 0;
  a.forEach((channel, c) => {
    for (let n = 0; n < channel.length; n++) {
      worst = Math.max(worst, Math.abs(channel[n]! - b[c]![n]!));
    }
  });
  return toDb(worst);
}

describe('the exported mix', () => {
  it('is what the engine plays, within −90 dB, however it is cut into pieces', async () => {
    const rifff = loudRifff(24);
    const frames = exportFrames(rifff, 2, 'folded');
    const heard = await engineSound(rifff, frames);
    expect(heard[0]!.reduce((most, x) => Math.max(most, Math.abs(x)), 0)).toBeGreaterThan(0.8);
    const mix = await exported(rifff, { turns: 2, tail: 'left', chunkFrames: 5 * RATE + 77 });
    const body = mix.map((channel) => channel.subarray(0, frames - 480));
    const difference = differenceDb(body, heard);
    console.info(`export against the engine: ${difference.toFixed(1)} dB`);
    expect(difference).toBeLessThan(-90);
  });

  it('goes round where its tail is folded, and rings out where it is left', async () => {
    const rifff = loudRifff(32);
    const turn = exportFrames(rifff, 1, 'folded');
    const folded = await exported(rifff, { turns: 2, tail: 'folded', chunkFrames: 30 * RATE });
    const once = folded.map((channel) => channel.subarray(0, turn));
    const again = folded.map((channel) => channel.subarray(turn));
    expect(differenceDb(once, again)).toBeLessThan(-60);
    const left = await exported(rifff, { turns: 1, tail: 'left', chunkFrames: 30 * RATE });
    const tail = left[0]!.subarray(turn);
    expect(tail.length).toBeGreaterThan(0);
    expect(rms(tail, 0, RATE)).toBeGreaterThan(0.001);
    expect(toDb(rms(tail, tail.length - RATE) + 1e-9)).toBeLessThan(-80);
  });

  it('ends as a stop does: loops are gone on the last frame, and nothing clicks', async () => {
    const rifff = makeRifff([makeLoop({ sound: sine(441, 0.3), length16ths: 16 })]);
    const [wave] = await exported(rifff, { turns: 1, tail: 'left', chunkFrames: 3 * RATE });
    expect(Math.abs(wave!.at(-1)!)).toBeLessThan(1e-3);
    expect(rms(wave!, wave!.length - RATE, wave!.length - 480)).toBeGreaterThan(0.05);
  });
});

describe('sound files', () => {
  it.each(['wav16', 'wav24', 'wavFloat', 'flac', 'ogg'] as const)(
    '%s has exactly the frames of its turns',
    async (format) => {
      const rifff = makeRifff([makeLoop({ sound: sine(440, 0.3), bps: 126.25 / 60 })]);
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let told = 0;
      await writeSound(
        { maker, rifff, signal },
        { turns: 1, tail: 'folded' },
        format,
        async (bytes) => void parts.push(bytes),
        (frames) => {
          told += frames;
        },
      );
      const frames = exportFrames(rifff, 1, 'folded');
      expect(told).toBeGreaterThanOrEqual(frames);
      const file = await new Blob(parts).arrayBuffer();
      const sound = await new OfflineAudioContext(2, 1, RATE).decodeAudioData(file);
      expect(sound.length).toBe(frames);
      expect(sound.numberOfChannels).toBe(2);
      expect(rms(sound.getChannelData(1), RATE, 2 * RATE)).toBeCloseTo(0.3 / 2 / Math.SQRT2, 2);
    },
  );
});
