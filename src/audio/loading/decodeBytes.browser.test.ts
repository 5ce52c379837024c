/** What the browser's decoder does not finish or does not know is decoded by ours, and the other way round. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeFlac } from '../../dsp/flac.ts';
import { encodeFlac, encodeOgg } from '../workers/encode/encoder.ts';
import { playPool } from '../workers/playPool.ts';
import { decodeBytes } from './decodeBytes.ts';

const RATE = 48_000;
const native = OfflineAudioContext.prototype.decodeAudioData;
afterEach(() => {
  OfflineAudioContext.prototype.decodeAudioData = native;
  vi.restoreAllMocks();
});

/** A sound with everything that a FLAC encoder tells apart: silence, tones, noise, sides that are alike. */
function sound(frames: number, channels: number, sampleRate = RATE) {
  let seed = 1;
  const noise = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 1_073_741_823.5 - 1;
  };
  const make = (c: number) =>
    Float32Array.from({ length: frames }, (_, n) => {
      if (n % 20_000 < 5000) return 0;
      const tone = 0.4 * Math.sin(n * 0.02 * (1 + 0.01 * c));
      return n % 20_000 < 12_000 ? tone : tone + 0.5 * noise();
    });
  return { channels: Array.from({ length: channels }, (_, c) => make(c)), sampleRate };
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

describe('our FLAC decoder', () => {
  it.each([
    [100_003, 2, 48_000],
    [48_000, 1, 44_100],
    [5, 2, 48_000],
    [4096, 1, 96_000],
  ])('reads %i frames of %i channels at %i Hz to the bit', async (frames, channels, rate) => {
    const bytes = await bytesOf(await encodeFlac(sound(frames, channels, rate)));
    const ours = decodeFlac(bytes);
    const theirs = await new OfflineAudioContext(2, 1, rate).decodeAudioData(bytes.slice().buffer);
    expect([ours.length, ours.totalFrames, ours.bitDepth]).toEqual([frames, frames, 24]);
    expect(ours.channels).toHaveLength(channels);
    for (const [c, channel] of ours.channels.entries()) {
      const other = theirs.getChannelData(c);
      const worst = channel.reduce((most, x, n) => Math.max(most, Math.abs(x - other[n]!)), 0);
      expect(worst).toBeLessThan(2 ** -23);
    }
  });

  it('refuses what breaks off, what is damaged and what is no FLAC', async () => {
    const bytes = await bytesOf(await encodeFlac(sound(50_000, 2)));
    const fault = { fault: 'unreadable' };
    for (const part of [20, 60, 5000]) {
      expect(() => decodeFlac(bytes.slice(0, part))).toThrow(expect.objectContaining(fault));
    }
    expect(() => decodeFlac(bytes.slice(1))).toThrow(expect.objectContaining(fault));
    const damaged = bytes.slice();
    damaged.fill(0, 3000, 3100);
    expect(() => decodeFlac(damaged)).toThrow(expect.objectContaining(fault));
  });
});

describe.each([
  ['Ogg Vorbis', encodeOgg],
  ['FLAC', encodeFlac],
] as const)('%s', (_, encode) => {
  const file = async () => (await bytesOf(await encode(sound(60_001, 2)))).buffer;

  it('is decoded by ours when the browser does not finish in time', async () => {
    const bytes = await file();
    OfflineAudioContext.prototype.decodeAudioData = () => new Promise(() => undefined);
    // The limit holds for ours too, which begins a worker: on a busy machine that takes longer than this.
    const run = playPool.run.bind(playPool);
    const ours = vi.spyOn(playPool, 'run');
    ours.mockImplementation((task, input, wish) => run(task, input, { ...wish, limitMs: 120_000 }));
    const began = performance.now();
    expect((await decodeBytes(bytes, RATE, { limitMs: 500 })).length).toBe(60_001);
    expect(performance.now() - began).toBeGreaterThan(490);
    expect(ours).toHaveBeenCalledWith(expect.any(String), expect.anything(), { limitMs: 500 });
  });

  it('is decoded by ours when the browser does not know it', async () => {
    const bytes = await file();
    OfflineAudioContext.prototype.decodeAudioData = () =>
      Promise.reject(new DOMException('Decoding failed', 'EncodingError'));
    expect((await decodeBytes(bytes, RATE)).length).toBe(60_001);
  });

  it('is decoded by the browser, however late, when ours does not come to an end', async () => {
    const bytes = await file();
    OfflineAudioContext.prototype.decodeAudioData = async function (...args) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return native.apply(this, args);
    };
    vi.spyOn(playPool, 'run').mockRejectedValue(new Error('The work took more than 10 s'));
    expect((await decodeBytes(bytes, RATE, { limitMs: 300 })).length).toBe(60_001);
  });

  it('is nothing when neither comes to an end, and says so in time', async () => {
    const bytes = await file();
    OfflineAudioContext.prototype.decodeAudioData = () => new Promise(() => undefined);
    vi.spyOn(playPool, 'run').mockRejectedValue(new Error('The work took more than 10 s'));
    await expect(decodeBytes(bytes, RATE, { limitMs: 100 })).rejects.toThrow('took more than 10 s');
  });
});
