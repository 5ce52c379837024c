import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopFrames } from '../../data/rules/time/timing.ts';
import { seamDb } from '../../dsp/seam.ts';
import { createLocalLoop } from '../loading/localLoop.ts';
import { deletePcm } from '../loading/pcmStore.ts';
import type { SoundSamples } from '../studio/Studio.ts';
import { createEncoder, encodeFlac, encodeOgg } from '../workers/encode/encoder.ts';
import { checkEncoded, decodeFile, encodeLoop, encodeSound, MAX_SEAM_DB } from './uploadFiles.ts';

/** A chord of whole periods in each channel, so that the loop itself has no seam. */
function chord(frames: number, channels: number, sampleRate = 48_000): SoundSamples {
  const make = (c: number) =>
    Float32Array.from({ length: frames }, (_, n) => {
      const turn = (2 * Math.PI * n) / frames;
      const periods = (hz: number) => Math.max(1, Math.round((hz * frames) / sampleRate));
      return (
        0.35 * Math.sin(turn * periods(220 * (c + 1))) +
        0.2 * Math.sin(turn * periods(1320)) +
        0.1 * Math.sin(turn * periods(6000) + c)
      );
    });
  return { channels: Array.from({ length: channels }, (_, c) => make(c)), sampleRate };
}

function snrDb(wanted: Float32Array, got: Float32Array): number {
  let signal = 0;
  let noise = 0;
  for (let at = 0; at < wanted.length; at++) {
    signal += wanted[at]! ** 2;
    noise += (wanted[at]! - got[at]!) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

const faultOf = async (kind: 'ogg' | 'flac', file: Blob, sound: SoundSamples) =>
  (await checkEncoded(kind, file, sound)).fault;

const LENGTHS = [96_000, 96_001, 100_003, 47_999, 12_000, 3001, 1200];

describe('encoding', () => {
  it.each(LENGTHS)('keeps exactly %i frames, in Ogg Vorbis and in FLAC', async (frames) => {
    await Promise.all(
      [1, 2].flatMap((channels) =>
        [encodeOgg, encodeFlac].map(async (encode) => {
          const sound = await decodeFile(await encode(chord(frames, channels)), 48_000);
          expect([sound.length, sound.numberOfChannels]).toEqual([frames, channels]);
        }),
      ),
    );
  });

  it('keeps the sound: FLAC to its 24 bits, Ogg Vorbis well enough, the seam unheard', async () => {
    const sound = chord(192_000, 2);
    const flac = await decodeFile(await encodeFlac(sound), 48_000);
    const ogg = await decodeFile(await encodeOgg(sound), 48_000);
    for (const [c, channel] of sound.channels.entries()) {
      expect(snrDb(channel, flac.getChannelData(c))).toBeGreaterThan(125);
      expect(snrDb(channel, ogg.getChannelData(c))).toBeGreaterThan(20);
      expect(seamDb(ogg.getChannelData(c))).toBeLessThanOrEqual(MAX_SEAM_DB);
    }
  });

  it('keeps other sample rates', async () => {
    const sound = chord(44_101, 2, 44_100);
    expect((await decodeFile(await encodeOgg(sound), 44_100)).length).toBe(44_101);
    expect((await decodeFile(await encodeFlac(sound), 44_100)).length).toBe(44_101);
  });

  it('makes the same file of a stream as of the whole', async () => {
    const sound = chord(100_003, 2);
    const cuts = fc.sample(fc.integer({ min: 1, max: 30_000 }), { numRuns: 20, seed: 4 });
    const whole = await decodeFile(await encodeFlac(sound), 48_000);
    const encoder = await createEncoder('flac', {
      sampleRate: 48_000,
      channels: 2,
      frames: 100_003,
    });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let from = 0, i = 0; from < 100_003; from += cuts[i % 20]!, i++) {
      const piece = sound.channels.map((c) => c.slice(from, from + cuts[i % 20]!));
      parts.push(await encoder.write(piece));
      if (from + cuts[i % 20]! >= 100_003) break;
    }
    parts.push(await encoder.end());
    const streamed = await decodeFile(new Blob(parts), 48_000);
    expect(streamed.length).toBe(100_003);
    expect(streamed.getChannelData(1)).toEqual(whole.getChannelData(1));
  });

  it.each(['ogg', 'flac'] as const)(
    'hands %s over as it is made, right from its first byte',
    async (kind) => {
      const seconds = 20;
      const sound = chord(48_000, 2);
      const encoder = await createEncoder(kind, {
        sampleRate: 48_000,
        channels: 2,
        frames: seconds * 48_000,
      });
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for (let sec = 0; sec < seconds; sec++) parts.push(await encoder.write(sound.channels));
      const soon = parts.reduce((sum, part) => sum + part.length, 0);
      parts.push(await encoder.end());
      const file = new Blob(parts);
      expect(soon).toBeGreaterThan(0.8 * file.size);
      if (kind === 'flac') {
        const head = new DataView(await file.slice(0, 42).arrayBuffer());
        expect([head.getUint16(8), head.getUint16(10)]).toEqual([4096, 4096]);
        expect(head.getUint32(22)).toBe(seconds * 48_000);
      }
      expect((await decodeFile(file, 48_000)).length).toBe(seconds * 48_000);
    },
  );

  it('refuses to end with other frames than were declared', async () => {
    const encoder = await createEncoder('flac', { sampleRate: 48_000, channels: 1, frames: 5 });
    await encoder.write([new Float32Array(4)]);
    await expect(encoder.end()).rejects.toThrow('4 frames came instead of 5');
  });

  it('takes silence, clipped sound and what is no number', async () => {
    const silence = { channels: [new Float32Array(48_000)], sampleRate: 48_000 };
    expect((await encodeSound(silence)).frames).toBe(48_000);
    const wild = chord(48_000, 1).channels[0]!.map((x, n) => (n % 1000 ? 3 * x : Number.NaN));
    const file = await encodeFlac({ channels: [wild], sampleRate: 48_000 });
    const decoded = (await decodeFile(file, 48_000)).getChannelData(0);
    expect(Math.max(...decoded)).toBeLessThanOrEqual(1);
    expect(decoded[1000]).toBe(0);
    expect(
      (await decodeFile(await encodeOgg({ channels: [wild], sampleRate: 48_000 }), 48_000)).length,
    ).toBe(48_000);
  });

  it('tells a file of another sound', async () => {
    const sound = chord(48_000, 1);
    const other = chord(48_010, 1);
    expect(await faultOf('flac', await encodeFlac(other), sound)).toMatch('48010 frames');
    const quiet = { ...sound, channels: [sound.channels[0]!.map((x) => x / 2)] };
    expect(await faultOf('ogg', await encodeOgg(quiet), sound)).toMatch('peak');
    expect(await faultOf('flac', await encodeFlac(quiet), sound)).toMatch('another');
    expect(await faultOf('flac', await encodeFlac(sound), sound)).toBeNull();
  });

  it('sends a tone so pure that no quality hides its ends, rather than never', async () => {
    const tone = Float32Array.from({ length: 24_000 }, (_, n) =>
      Math.sin((2 * Math.PI * 115 * n) / 24_000),
    );
    const { ogg, frames } = await encodeSound({ channels: [tone], sampleRate: 48_000 });
    expect(frames).toBe(24_000);
    const decoded = await decodeFile(ogg, 48_000);
    expect(decoded.length).toBe(24_000);
    expect(snrDb(tone, decoded.getChannelData(0))).toBeGreaterThan(30);
  });

  it('refuses pieces of another shape, and ends when cancelled', async () => {
    const encoder = await createEncoder('ogg', { sampleRate: 48_000, channels: 2, frames: 0 });
    await expect(encoder.write([new Float32Array(5)])).rejects.toThrow(RangeError);
    const ending = encoder.end();
    encoder.cancel();
    await expect(ending).rejects.toThrow('ended');
  });

  it('encodes a loop that this device keeps', async () => {
    const about = { name: 'Mine', category: 'bass', bps: 2, barLength: 16, userName: 'you' };
    const sound = chord(loopFrames(16, 2, 48_000), 2);
    const loop = await createLocalLoop(sound, { ...about, length16ths: 16 });
    const { ogg, flac, frames } = await encodeLoop(loop);
    expect([ogg.type, flac.type, frames]).toEqual(['audio/ogg', 'audio/flac', 96_000]);
    await deletePcm(loop._id);
    await expect(encodeLoop(loop)).rejects.toThrow('no sound');
  });
});
