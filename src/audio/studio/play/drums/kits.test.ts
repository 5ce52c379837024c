import { describe, expect, it } from 'vitest';
import { BEATS, patternOfBeat } from '../../../../data/rules/instruments/beats.ts';
import { PAD, PADS } from '../../../../data/rules/instruments/padKit.ts';
import {
  emptyPattern,
  hitsOf,
  type StepPattern,
  setStep,
  setSwing,
} from '../../../../data/rules/instruments/steps.ts';
import { loopFrames } from '../../../../data/rules/time/timing.ts';
import { targetLufs } from '../../../../dsp/levels.ts';
import { loopLoudness } from '../../../../dsp/loudness.ts';
import { KIT_NAMES } from '../../../state/play.ts';
import { KITS } from './kits.ts';
import { frameHits, mixHits, type StereoSound } from './mixHits.ts';
import { renderKit } from './renderKit.ts';

const RATE = 48_000;

const peakOf = (samples: Float32Array) =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** One full sample at the start, so that hits can be counted to the frame. */
const tick: StereoSound = { left: new Float32Array([1]), right: new Float32Array([1]) };
const ticks = PADS.map(() => tick);

const mixed = (pattern: StepPattern, bps: number, sounds: readonly StereoSound[] = ticks) => {
  const frames = loopFrames(pattern.bars * pattern.barLength, bps, RATE);
  return mixHits(sounds, frameHits(pattern, frames), frames);
};

describe('the kits', () => {
  for (const { id } of KITS) {
    it(`${id}: sixteen sounds that begin at once, end in silence and stay under full scale`, () => {
      const sounds = renderKit(id);
      expect(sounds).toHaveLength(PADS.length);
      sounds.forEach(({ left, right }, pad) => {
        const peak = Math.max(peakOf(left), peakOf(right));
        const title = PADS[pad]?.title;
        expect(peak, title).toBeGreaterThan(0.02);
        expect(peak, title).toBeLessThan(1);
        const onset = left.findIndex((sample) => Math.abs(sample) > 0.1 * peakOf(left));
        expect(onset / RATE, title).toBeLessThan(0.012);
        expect(Math.abs(left.at(-1) ?? 1), title).toBeLessThan(1e-3);
      });
    });

    it(`${id}: its beats lie at the level of the library's drums`, () => {
      const sounds = renderKit(id);
      for (const beat of BEATS.filter(({ rows }) => rows.kick)) {
        const pattern = patternOfBeat(beat, 16);
        const measured = loopLoudness(mixed(pattern, 2, sounds), RATE);
        // Level matching brings the rest to the target when the loop is added.
        expect(Math.abs(measured - targetLufs('drums')), beat.id).toBeLessThan(3.5);
      }
    });
  }

  it('are the ones that the page offers', () => {
    expect(KITS.map(({ id }) => id)).toEqual(KIT_NAMES.map(({ id }) => id));
  });
});

describe('a loop of steps', () => {
  it('has every hit on its frame, at a tempo whose sixteenths are no whole frames', () => {
    const bps = 93.7 / 60;
    let pattern = emptyPattern(2, 16);
    for (let step = 0; step < 32; step++) pattern = setStep(pattern, PAD.kick, step, 3);
    const [left] = mixed(pattern, bps);
    const frames = loopFrames(32, bps, RATE);
    expect(left).toHaveLength(frames);
    const onsets = [...left.keys()].filter((frame) => left[frame] !== 0);
    expect(onsets).toEqual(
      Array.from({ length: 32 }, (_, step) => Math.round((step * frames) / 32)),
    );
  });

  it('swings the off-beats by what the swing says', () => {
    const straight = setStep(setStep(emptyPattern(1, 16), 0, 2, 3), 0, 3, 3);
    const [left] = mixed(setSwing(straight, 0.62), 2);
    const onsets = [...left.keys()].filter((frame) => left[frame] !== 0);
    const sixteenth = RATE / 8;
    expect(onsets).toEqual([2 * sixteenth, Math.round((3 + 0.24) * sixteenth)]);
  });

  it('goes round without a seam: what rings past the end is heard at the start', () => {
    const sounds = renderKit('press');
    const crash = setStep(emptyPattern(1, 16), PAD.crash, 15, 3);
    const [left] = mixed(crash, 2.2, sounds);
    const frames = left.length;
    const from = frameHits(crash, frames)[0]?.frame ?? 0;
    const sound = sounds[PAD.crash]?.left ?? new Float32Array();
    const apart = (n: number) => Math.abs((left[(from + n) % frames] ?? 0) - (sound[n] ?? 0));
    const worst = Math.max(...Array.from({ length: frames - 10 }, (_, n) => apart(n)));
    // Only the end of its own tail, a whole pass later, lies under it.
    const tail = peakOf(sound.subarray(frames));
    expect(worst).toBeLessThanOrEqual(tail + 1e-6);
    expect(left.subarray(0, 2000).some((sample) => sample !== 0)).toBe(true);
  });

  it('closes the open hat with the closed one, also round the seam', () => {
    const sounds = renderKit('press');
    const open = setStep(emptyPattern(1, 16), PAD.openHat, 14, 3);
    const closed = setStep(open, PAD.hat, 0, 1);
    const [ringing] = mixed(open, 2, sounds);
    const [choked] = mixed(closed, 2, sounds);
    const energy = (samples: Float32Array, from: number) =>
      samples.subarray(from, from + 4000).reduce((sum, sample) => sum + sample ** 2, 0);
    const hat = sounds[PAD.hat]?.left ?? new Float32Array();
    const afterHat = hat.length;
    expect(energy(ringing, afterHat)).toBeGreaterThan(0);
    expect(energy(choked, afterHat)).toBeLessThan(energy(ringing, afterHat) * 1e-3 + 1e-12);
    expect(hitsOf(closed)).toHaveLength(2);
  });
});
