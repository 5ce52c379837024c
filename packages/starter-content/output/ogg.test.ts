import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeOgg, encodeOgg } from './ogg.ts';
import { readOggPages } from './oggPages.ts';

const SERIAL = 0x9234_5678;

function chirp(frames: number): [Float32Array, Float32Array] {
  const at = (n: number) => 0.5 * Math.sin(n * 0.02 + (n * n) / 4e6);
  return [
    Float32Array.from({ length: frames }, (_, n) => at(n)),
    Float32Array.from({ length: frames }, (_, n) => at(n + 700)),
  ];
}

describe('Ogg Vorbis', () => {
  it('gives the same bytes every time', async () => {
    const channels = chirp(200_003);
    const first = await encodeOgg(channels, SERIAL);
    await encodeOgg(chirp(5000), 1);
    const [second, third] = await Promise.all([
      encodeOgg(channels, SERIAL),
      encodeOgg(channels, SERIAL),
    ]);
    expect(Buffer.compare(first, second)).toBe(0);
    expect(Buffer.compare(first, third)).toBe(0);
  });

  it('carries the serial and a right checksum in every page', async () => {
    const pages = readOggPages(await encodeOgg(chirp(300_001), SERIAL));
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.every((page) => page.isIntact && page.serial === SERIAL)).toBe(true);
    expect(pages.map((page) => page.sequence)).toEqual(pages.map((_, at) => at));
    expect(pages.map((page) => page.isLast)).toEqual(pages.map((_, at) => at === pages.length - 1));
  });

  it('returns as many frames as it was given, and nearly the same sound', async () => {
    for (const frames of [100_003, 335_335]) {
      const channels = chirp(frames);
      const decoded = await decodeOgg(await encodeOgg(channels, SERIAL, 6));
      expect(decoded.frames).toBe(frames);
      expect(decoded.sampleRate).toBe(48_000);
      for (const side of [0, 1] as const) {
        const error = decoded.channels[side]!.map((value, at) => value - channels[side][at]!);
        const power = error.reduce((sum, value) => sum + value * value, 0) / frames;
        expect(10 * Math.log10(power)).toBeLessThan(-35);
      }
    }
  });

  it('keeps any length to the frame', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20_000 }), async (frames) => {
        expect((await decodeOgg(await encodeOgg(chirp(frames), SERIAL))).frames).toBe(frames);
      }),
      { numRuns: 25 },
    );
  });

  it('refuses channels of different lengths and an odd quality', async () => {
    const [left, right] = chirp(1000);
    await expect(encodeOgg([left, right.subarray(1)], SERIAL)).rejects.toThrow(RangeError);
    await expect(encodeOgg([left, right], SERIAL, 99)).rejects.toThrow(/quality 99/);
  });

  it('refuses damage, a cut file and what is no Ogg', async () => {
    const bytes = await encodeOgg(chirp(300_001), SERIAL);
    const damaged = bytes.slice();
    damaged[bytes.length - 1000]! ^= 1;
    await expect(decodeOgg(damaged)).rejects.toThrow(/checksum/);
    await expect(decodeOgg(bytes.subarray(0, bytes.length - 10))).rejects.toThrow(/cut short/);
    const lastPage = readOggPages(bytes).at(-1)!;
    await expect(decodeOgg(bytes.subarray(0, lastPage.offset))).rejects.toThrow(/no last page/);
    await expect(decodeOgg(new Uint8Array(2000))).rejects.toThrow(/no Ogg page/);
    await expect(decodeOgg(new Uint8Array(0))).rejects.toThrow(/no last page/);
  });
});
