import { describe, expect, it } from 'vitest';
import { proposeKey } from './key.ts';
import { ONSET_RATE_HZ, onsetEnvelope, onsetStrikes } from './onsets.ts';
import { proposeTempos } from './tempo.ts';

const RATE = 22_050;

/** A repeatable number from −1 to 1. */
function chance(seed: number): number {
  const x = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d);
  return ((x ^ (x >>> 13)) | 0) / 0x8000_0000;
}

function strike(out: Float32Array, atSec: number, hz: number, decaySec: number, level: number) {
  const start = Math.round(atSec * RATE);
  for (let n = 0; n < decaySec * 5 * RATE && start + n < out.length; n++) {
    const body = hz > 0 ? Math.sin((2 * Math.PI * hz * n) / RATE) : chance(start + n);
    out[start + n]! += level * body * Math.exp(-n / (decaySec * RATE));
  }
}

/** Kick, snare and hats in four beats a bar, from `fromSec` on. */
function beat(bpm: number, durationSec: number, fromSec = 0): Float32Array {
  const out = new Float32Array(Math.round(durationSec * RATE));
  const beatSec = 60 / bpm;
  for (let eighth = 0; fromSec + (eighth * beatSec) / 2 < durationSec; eighth++) {
    const at = fromSec + (eighth * beatSec) / 2;
    strike(out, at, 0, 0.015, 0.12);
    if (eighth % 8 === 0 || eighth % 8 === 5) strike(out, at, 55, 0.09, 0.8);
    if (eighth % 4 === 2) strike(out, at, 0, 0.06, 0.4);
  }
  return out;
}

const tempos = (sound: Float32Array, hints = {}) =>
  proposeTempos(onsetStrikes([sound], RATE), sound.length / RATE, hints);

describe('onsets', () => {
  it('stand where the sound strikes, within a hop', () => {
    const out = new Float32Array(RATE);
    strike(out, 0.3, 220, 0.1, 0.5);
    strike(out, 0.72, 0, 0.05, 0.3);
    const envelope = onsetEnvelope([out], RATE);
    const strongest = (from: number, to: number) => {
      const part = envelope.subarray(from * ONSET_RATE_HZ, to * ONSET_RATE_HZ);
      return from + part.indexOf(Math.max(...part)) / ONSET_RATE_HZ;
    };
    expect(Math.abs(strongest(0.1, 0.5) - 0.3)).toBeLessThan(0.015);
    expect(Math.abs(strongest(0.5, 0.9) - 0.72)).toBeLessThan(0.015);
  });

  it('are none in silence', () => {
    expect(onsetEnvelope([new Float32Array(RATE)], RATE).every((value) => value === 0)).toBe(true);
  });
});

describe('tempo', () => {
  it.each([92, 100, 119.3, 126, 140, 158])(
    'of a loop of two bars at %f is read from its length',
    (bpm) => {
      const [best] = tempos(beat(bpm, (8 * 60) / bpm));
      expect(best).toMatchObject({ isLoop: true, startSec: 0 });
      expect(Math.abs(best!.bpm - bpm)).toBeLessThan(0.05);
      expect(best!.bars).toBe(2);
    },
  );

  it.each([98, 109, 123.4, 135])('of a performance at %f is found, and where it begins', (bpm) => {
    const fromSec = 0.37;
    const [best] = tempos(beat(bpm, 20.123, fromSec));
    expect(Math.abs(best!.bpm - bpm)).toBeLessThan(0.2);
    expect(best!.isLoop).toBe(false);
    const beats = (best!.startSec - fromSec) / (60 / bpm);
    expect(Math.abs(beats - Math.round(beats))).toBeLessThan(0.08);
    expect(best!.bars).toBe(Math.floor((20.123 - best!.startSec) / (240 / best!.bpm) + 0.02));
  });

  it.each([66, 72, 86.5, 171, 184])(
    'of %f is among the proposals where its octave is open',
    (bpm) => {
      const proposals = tempos(beat(bpm, (16 * 60) / bpm));
      expect(proposals.some((one) => one.isLoop && Math.abs(one.bpm - bpm) < 0.05)).toBe(true);
      const octave = Math.log2(proposals[0]!.bpm / bpm);
      expect(Math.abs(octave - Math.round(octave))).toBeLessThan(0.01);
    },
  );

  it('that the name of the file says wins over what is heard', () => {
    const sound = beat(86, (8 * 60) / 86);
    expect(tempos(sound, { bpm: 172 })[0]).toMatchObject({ bars: 4, isLoop: true });
    expect(tempos(sound, { bpm: 172 })[0]!.bpm).toBeCloseTo(172, 1);
  });

  it('of the rifff that it is for decides between octaves', () => {
    const sound = beat(86, (16 * 60) / 86);
    expect(tempos(sound, { rifffBpm: 172 }).some(({ bpm }) => Math.abs(bpm - 172) < 0.1)).toBe(
      true,
    );
  });

  it('of silence or of almost nothing is still a proposal', () => {
    for (const frames of [1, 100, RATE]) {
      const [best] = tempos(new Float32Array(frames));
      expect(best!.bpm).toBeGreaterThan(20);
      expect(best!.bars).toBeGreaterThanOrEqual(1);
    }
  });
});

describe('key', () => {
  /** Chroma of triads on these roots (semitones, then 3 or 4 for the third). */
  const chordsOf = (...chords: readonly (readonly [number, 3 | 4])[]) => {
    const shares = new Float32Array(12);
    for (const [root, third] of chords) {
      for (const step of [0, third, 7]) shares[(root + step) % 12]! += 1 / (3.3 * chords.length);
    }
    return shares;
  };

  it('of the usual chords of a major and a minor key is that key', () => {
    expect(proposeKey(chordsOf([0, 4], [5, 4], [7, 4], [0, 4]))).toMatchObject({
      root: 0,
      scale: 0,
    });
    expect(proposeKey(chordsOf([9, 3], [2, 3], [4, 3], [9, 3]))).toMatchObject({
      root: 9,
      scale: 5,
    });
  });

  it('is none where hardly anything has a pitch', () => {
    expect(proposeKey(new Float32Array(12).fill(0.005))).toBeNull();
  });
});
