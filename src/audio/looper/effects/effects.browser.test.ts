/** What the effects of a slot do to sound, rendered offline by the looper that is heard. */
import { afterAll, describe, expect, it } from 'vitest';
import { impulse, makeLoop, makeRifff, noise, sine } from '../../../../tests/audio/loops.ts';
import { RATE, rms, toDb, worstBend } from '../../../../tests/audio/offline.ts';
import type { Rifff, SlotEffects } from '../../../data/contract/rifff.ts';
import { barFrames, rifffFrames } from '../../../data/rules/time/timing.ts';
import { echoSec } from '../../../dsp/echo.ts';
import { renderSlots, renderSpan } from '../../export/mixdown.ts';
import { PatternMaker } from '../../loading/patternMaker.ts';
import { addProcessors } from '../../master/processors.ts';
import { gridOf, planSlots, trimOf } from '../../player/slotPlans.ts';
import { Looper, type SlotWish } from '../looper.ts';
import { EffectsBus } from './effectsBus.ts';
import { SlotChain } from './slotChain.ts';

const START = 4800;
const maker = new PatternMaker();
afterAll(() => maker.dispose());

/** The rifff with effects in its first slot. */
function withEffects(rifff: Rifff, effects: SlotEffects | undefined): Rifff {
  const playback = rifff.state.playback.map((entry, at) =>
    at === 0 && entry.slot.current
      ? { ...entry, slot: { ...entry.slot, current: { ...entry.slot.current, effects } } }
      : entry,
  );
  return { ...rifff, state: { ...rifff.state, playback } };
}

const tone = (hz: number) => makeRifff([makeLoop({ sound: sine(hz * 2, 0.25), length16ths: 16 })]);

/** Level of each channel of one bar with effects against the same without, in dB. */
async function gains(hz: number, effects: SlotEffects): Promise<number[]> {
  const rifff = tone(hz);
  const [dry, wet] = await Promise.all(
    [undefined, effects].map((one) =>
      renderSpan(maker, withEffects(rifff, one), { frames: RATE, warmUpFrames: RATE }),
    ),
  );
  return [0, 1].map((c) => toDb(rms(wet!.channels[c]!) / rms(dry!.channels[c]!)));
}

/** While a rendering stands still its desk takes what it is told; a message in flight would come too late otherwise. */
const DELIVERY_MS = 100;

/** Plays a rifff for some seconds; `steps` run at their times. */
async function play(
  rifff: Rifff,
  seconds: number,
  steps: readonly { readonly atSec: number; run(looper: Looper): void }[],
  hasProcessors: boolean,
): Promise<Float32Array> {
  const context = new OfflineAudioContext(2, seconds * RATE, RATE);
  if (hasProcessors) await addProcessors(context);
  const looper = new Looper(context, context.destination, 9);
  const { plans } = planSlots(rifff);
  const wishes = await Promise.all(
    plans.map(async (plan): Promise<SlotWish> => {
      if (!plan) return null;
      const pattern = await maker.make(plan.pattern);
      const { gain: level, effects } = plan;
      return { key: plan.pattern.key, pattern, trim: trimOf(plan, pattern), level, effects };
    }),
  );
  looper.start(wishes, gridOf(rifff, START), START);
  for (const { atSec, run } of steps) {
    void context.suspend(atSec).then(async () => {
      looper.tick();
      run(looper);
      await new Promise((resolve) => setTimeout(resolve, DELIVERY_MS));
      return context.resume();
    });
  }
  return (await context.startRendering()).getChannelData(0);
}

describe('pan and cuts', () => {
  it('leave the sound alone in the middle and open, to the bit', async () => {
    const rifff = tone(440);
    const [dry, wet] = await Promise.all(
      [undefined, { pan: 0 }].map((one) => renderSlots(maker, withEffects(rifff, one))),
    );
    expect(wet!.channels[0]).toEqual(dry!.channels[0]);
  });

  it('pan: all the way to one side is silent on the other', async () => {
    const [left, right] = await gains(440, { pan: -1 });
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThan(-100);
  });

  it('cuts: 3 dB at the corner, 12 dB an octave beyond, nothing two octaves inside', async () => {
    for (const [key, beyond, inside] of [
      ['lowCutHz', 0.5, 4],
      ['highCutHz', 2, 0.25],
    ] as const) {
      const at = async (factor: number) => (await gains(1000 * factor, { [key]: 1000 }))[0]!;
      expect(await at(1)).toBeCloseTo(-3, 0);
      expect(await at(beyond)).toBeLessThan(-11);
      expect(Math.abs(await at(inside))).toBeLessThan(0.1);
    }
  });
});

describe('the reverb', () => {
  it('rings on after the sound, about as loud as it, and dies away', async () => {
    const rifff = withEffects(makeRifff([makeLoop({ sound: impulse(0.5), length16ths: 64 })]), {
      reverb: 1,
    });
    const { channels } = await renderSpan(maker, rifff, { frames: 4 * RATE, warmUpFrames: 0 });
    const tail = (fromSec: number, toSec: number) =>
      rms(channels[0]!, fromSec * RATE, toSec * RATE);
    const energy = tail(0.01, 3) * Math.sqrt(2.99 * RATE);
    expect(Math.abs(toDb(energy / 0.5))).toBeLessThan(1);
    expect(toDb(tail(1.5, 1.6) / tail(0.05, 0.15))).toBeLessThan(-40);
    expect(tail(2.5, 3.5)).toBeLessThan(1e-6);
  });
});

describe('without our processors', () => {
  it.each<SlotEffects>([
    { lowCutHz: 300, highCutHz: 3000 },
    { pan: -0.6 },
    { reverb: 0.8 },
    { delay: 0.8 },
    { pan: 0.4, lowCutHz: 90, highCutHz: 9000, reverb: 0.3, delay: 0.5 },
  ])('a slot sounds the same: %j', async (effects) => {
    const buffer = new AudioBuffer({ length: RATE, numberOfChannels: 2, sampleRate: RATE });
    for (const c of [0, 1]) {
      const sound = noise(2 + c, 0.2, 0.5);
      const wave = Float32Array.from({ length: RATE }, (_, n) => sound(n, RATE));
      buffer.copyToChannel(wave, c);
    }
    const rung = async (hasProcessors: boolean) => {
      const context = new OfflineAudioContext(2, 3 * RATE, RATE);
      if (hasProcessors) expect(await addProcessors(context)).toBe(true);
      const bus = new EffectsBus(context, context.destination);
      bus.setTempo(2.2, 0);
      expect(bus.hasDesk).toBe(hasProcessors);
      const source = new AudioBufferSourceNode(context, { buffer });
      new SlotChain(context, source, context.destination, bus, effects);
      bus.begin();
      source.start();
      return context.startRendering();
    };
    const [ours, theirs] = [await rung(true), await rung(false)];
    for (const c of [0, 1]) {
      const one = ours.getChannelData(c);
      const other = theirs.getChannelData(c);
      expect(rms(one)).toBeGreaterThan(0.01);
      expect(Math.abs(toDb(rms(one) / rms(other)))).toBeLessThan(0.2);
      // A browser takes a block of its own each time round a loop of nodes: only the first echo is on the frame.
      const end = effects.delay ? 0.65 * RATE : 3 * RATE;
      const rest = one.subarray(0, end).map((sample, n) => sample - other[n]!);
      expect(toDb(rms(rest) / rms(one))).toBeLessThan(-80);
    }
  });
});

describe.each([true, false])('the delay, on the desk: %s', (hasDesk) => {
  const echoes = (wave: Float32Array, from: number, to: number) => {
    let at = from;
    for (let n = from; n < to; n++) if (Math.abs(wave[n]!) > Math.abs(wave[at]!)) at = n;
    return at;
  };

  it('comes back after a dotted eighth, and follows a change of tempo', async () => {
    const rifff = withEffects(makeRifff([makeLoop({ sound: impulse(0.5), length16ths: 64 })]), {
      delay: 1,
    });
    const echo = echoSec(2, RATE) * RATE;
    expect(echo).toBe(18_000);
    const wave = await play(
      rifff,
      20,
      [
        {
          atSec: 4,
          run(looper) {
            const at = START + 4 * barFrames(16, 2);
            const grid = { ...gridOf(rifff, at), bps: 2.5 };
            looper.schedule(
              looper.voices.map(() => 'keep'),
              grid,
              at,
            );
          },
        },
      ],
      hasDesk,
    );
    const first = echoes(wave, START + 9000, START + 27_000);
    expect(Math.abs(first - START - echo)).toBeLessThanOrEqual(24);
    const at = START + 4 * barFrames(16, 2);
    const later = echoes(wave, at + 6000, at + 16_000);
    expect(Math.abs(later - at - 14_400)).toBeLessThanOrEqual(24);
  });
});

describe.each([true, false])('turning effects while a loop plays, on the desk: %s', (hasDesk) => {
  it('makes no click above 12 dB', async () => {
    const sets: SlotEffects[] = [
      { pan: -0.7 },
      { lowCutHz: 400 },
      { lowCutHz: 4000, pan: 0.5 },
      { highCutHz: 300 },
      { reverb: 1, delay: 1 },
      {},
    ];
    const wave = await play(
      tone(300),
      8,
      sets.map((effects, i) => ({ atSec: 1 + i, run: (looper) => looper.setEffects(0, effects) })),
      hasDesk,
    );
    const steady = worstBend(wave, START + 10_000, START + 20_000);
    expect(toDb(worstBend(wave, START + 2000, wave.length) / steady)).toBeLessThanOrEqual(12);
    const end = rms(wave, 7.8 * RATE, 8 * RATE);
    const begin = rms(wave, 0.5 * RATE, 0.7 * RATE);
    expect(Math.abs(toDb(end / begin))).toBeLessThan(0.5);
  });
});

describe('the mixdown', () => {
  it('has whole turns with their tails folded in: the second is the first', async () => {
    const rifff = withEffects(tone(440), { reverb: 0.5, delay: 0.5, pan: 0.3, lowCutHz: 100 });
    const frames = rifffFrames(rifff);
    const { channels } = await renderSlots(maker, rifff, { passes: 2 });
    for (const channel of channels) {
      expect(channel.length).toBe(2 * frames);
      let worst = 0;
      for (let n = 0; n < frames; n++) {
        worst = Math.max(worst, Math.abs(channel[n]! - channel[n + frames]!));
      }
      expect(toDb(worst)).toBeLessThan(-80);
    }
  });

  it('adds up: slots one by one are the whole', async () => {
    const loops = [220, 330, 550].map((hz) => makeLoop({ sound: sine(hz * 2, 0.2) }));
    const rifff = makeRifff(loops);
    const whole = await renderSlots(maker, rifff);
    const parts = await Promise.all(
      [0, 1, 2].map((slot) => renderSlots(maker, rifff, { slots: [slot] })),
    );
    const rest = whole.channels[0]!.map(
      (sample, n) => sample - parts.reduce((sum, part) => sum + part.channels[0]![n]!, 0),
    );
    expect(toDb(rms(rest) / rms(whole.channels[0]!))).toBeLessThan(-100);
  });

  it('is the same from the middle on, tails of reverb and delay included', async () => {
    const loop = makeLoop({ sound: noise(4, 0.3, 0.5), length16ths: 32, channels: 2 });
    const rifff = withEffects(makeRifff([loop]), { reverb: 1, delay: 1, lowCutHz: 60 });
    const fromFrame = 7 * RATE + 321;
    const whole = await renderSpan(maker, rifff, { frames: 10 * RATE });
    const part = await renderSpan(maker, rifff, { fromFrame, frames: RATE });
    for (const c of [0, 1]) {
      const rest = part.channels[c]!.map((x, n) => x - whole.channels[c]![fromFrame + n]!);
      expect(toDb(rest.reduce((most, x) => Math.max(most, Math.abs(x)), 0))).toBeLessThan(-90);
    }
  });

  it('is the same from the middle on, to the bit where nothing rings', async () => {
    const rifff = tone(440);
    const whole = await renderSpan(maker, rifff, { frames: 96_000 });
    const part = await renderSpan(maker, rifff, { fromFrame: 31_234, frames: 10_000 });
    expect(part.channels[0]).toEqual(whole.channels[0]!.slice(31_234, 41_234));
  });
});
