import { describe, expect, it } from 'vitest';
import { loopBands } from './bands.ts';
import { LongMeasure, LongPeaks } from './longMeasure.ts';
import { loopLoudness } from './loudness.ts';
import { loopPeaks } from './peaks.ts';
import { spectralShape } from './spectralShape.ts';
import { storedChroma } from './storedChroma.ts';

/** A chord that swells, over a beat, another in each channel. */
function music(frames: number, channels: number, sampleRate: number): Float32Array[] {
  let noise = 1;
  return Array.from({ length: channels }, (_, c) =>
    Float32Array.from({ length: frames }, (_each, n) => {
      noise = (noise * 16_807) % 2_147_483_647;
      const t = n / sampleRate;
      const chord = Math.sin(2 * Math.PI * 110 * t) + Math.sin(2 * Math.PI * (165 + 3 * c) * t);
      const beat = (noise / 2_147_483_647 - 0.5) * Math.exp(-((t * 2) % 1) * 9);
      return 0.2 * chord * (1 + Math.sin(t)) + 0.5 * beat;
    }),
  );
}

const farthest = (a: Uint8Array, b: Uint8Array) =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at]!)), 0);

/** Pieces of odd lengths. */
function* pieces(channels: readonly Float32Array[]) {
  const frames = channels[0]!.length;
  for (let at = 0, size = 1; at < frames; at += size, size = (size * 7 + 13) % 9001) {
    yield channels.map((channel) => channel.subarray(at, at + size));
  }
}

describe('a stretch that comes piece by piece', () => {
  it.each([
    [2, 48_000],
    [1, 22_050],
    [2, 11_025],
  ])('measures as it does whole: %i channels at %i Hz', (count, sampleRate) => {
    const frames = 9 * sampleRate + 321;
    const channels = music(frames, count, sampleRate);
    const measure = new LongMeasure({ channels: count, sampleRate, frames, length16ths: 61 });
    for (const piece of pieces(channels)) measure.add(piece);
    // What lies behind the stretch does not count.
    measure.add(channels.map(() => new Float32Array(5).fill(1)));
    const found = measure.finish();
    expect(found.peaks).toEqual(loopPeaks(channels));
    expect(farthest(found.bands, loopBands(channels, sampleRate))).toBeLessThanOrEqual(1);
    expect(found.loudnessLufs).toBeCloseTo(loopLoudness(channels, sampleRate), 3);
    expect(found.chroma).toEqual(storedChroma(channels, sampleRate));
    expect(found.shape).toEqual(spectralShape(channels, sampleRate, 61));
  });

  it('counts a frame that did not come as silent', () => {
    const channels = music(30_000, 1, 8000);
    const measure = new LongMeasure({
      channels: 1,
      sampleRate: 8000,
      frames: 30_001,
      length16ths: 16,
    });
    measure.add(channels);
    const whole = [Float32Array.from([...channels[0]!, 0])];
    expect(measure.finish().peaks).toEqual(loopPeaks(whole));
  });

  it('is −Infinity loud when it is silent', () => {
    const measure = new LongMeasure({
      channels: 2,
      sampleRate: 8000,
      frames: 40_000,
      length16ths: 16,
    });
    measure.add([new Float32Array(40_000), new Float32Array(40_000)]);
    expect(measure.finish()).toMatchObject({ loudnessLufs: Number.NEGATIVE_INFINITY });
  });

  it.each([1, 7, 1000, 1023, 1024, 1025, 5000])('has the peaks of %i frames', (frames) => {
    const channels = music(frames, 2, 8000);
    const peaks = new LongPeaks(frames);
    let at = 0;
    for (const piece of pieces(channels)) {
      peaks.add(piece, at);
      at += piece[0]!.length;
    }
    expect(peaks.finish()).toEqual(loopPeaks(channels));
  });
});
