import { describe, expect, it } from 'vitest';
import { SoundFileError } from '../../dsp/soundFile.ts';
import { decodeWav } from '../../dsp/wav.ts';
import { encodeWav } from '../../dsp/wavWrite.ts';
import {
  TINY_FRAMES,
  TINY_RATE,
  tinyAiff,
  tinyFlac,
  tinyM4a,
  tinyMp3,
  tinyOpus,
  tinyVorbis,
  tinyWav,
} from '../selfTest/tinySounds.ts';
import { audioFileRequest, loadAudioFile } from './audioFileRequest.ts';
import { readSound } from './readSound.ts';

const rms = (channel: Float32Array) =>
  Math.sqrt(channel.reduce((sum, x) => sum + x * x, 0) / channel.length);

describe('a file of each kind', () => {
  it.each([
    ['tone.wav', tinyWav],
    ['tone.aiff', tinyAiff],
    ['tone.flac', tinyFlac],
    ['tone.mp3', tinyMp3],
    ['tone.ogg', tinyVorbis],
    ['tone.opus', tinyOpus],
    ['tone.m4a', tinyM4a],
  ])('%s is read at its own rate, as long as it says', async (name, make) => {
    const { bytes, frames, slack, ...tiny } = await make();
    const sound = await readSound(new Blob([bytes]), name);
    expect(sound.sampleRate).toBe(TINY_RATE);
    expect(Math.abs(sound.length - frames)).toBeLessThanOrEqual(slack);
    expect(sound.channels).toHaveLength(1);
    expect(rms(sound.channels[0]!)).toBeCloseTo(tiny.rms, 1);
  });

  it('that is a WAV is read sample for sample as the browser reads it', async () => {
    const noise = Float32Array.from({ length: 5000 }, (_, n) => Math.sin(n * n) * 0.9);
    for (const depth of [16, 24, 'float'] as const) {
      const bytes = encodeWav([noise, noise.toReversed()], 44_100, depth);
      const ours = decodeWav(bytes);
      const context = new OfflineAudioContext(2, 1, 44_100);
      const theirs = await context.decodeAudioData(bytes.buffer.slice(0));
      ours.channels.forEach((channel, c) => {
        const other = theirs.getChannelData(c);
        let worst = 0;
        // Chromium divides 16 bits by 32 767 above zero and by 32 768 below; we by 32 768 throughout.
        const scale = depth === 16 ? 32_768 / 32_767 : 1;
        channel.forEach((x, n) => {
          worst = Math.max(worst, Math.abs((x > 0 ? x * scale : x) - other[n]!));
        });
        expect(worst).toBeLessThan(2 ** -22);
      });
    }
  });

  it('that is none of them is refused by a fault', async () => {
    const faultOf = async (content: BlobPart, name: string) => {
      const reading = readSound(new Blob([content]), name);
      const error = await reading.catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(SoundFileError);
      return (error as SoundFileError).fault;
    };
    expect(await faultOf('hello', 'notes.wav')).toBe('notAWav');
    expect(await faultOf('hello', 'notes.AIF')).toBe('notAnAiff');
    expect(await faultOf('hello', 'notes.txt')).toBe('unreadable');
    expect(await faultOf('OggS and nothing else', 'broken.ogg')).toBe('unreadable');
    expect(await faultOf(new Uint8Array(0), 'empty.mp3')).toBe('unreadable');
  });
});

describe('a loop that is a plain file', () => {
  const address = (bytes: Uint8Array, extension: string) => {
    const content = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return `data:application/octet-stream,${content}.${extension}`;
  };

  it('is asked for and read with every byte', async () => {
    for (const [extension, { bytes }] of [
      ['wav', tinyWav()],
      ['aif', tinyAiff()],
    ] as const) {
      const request = audioFileRequest(address(bytes, extension));
      const buffer = await loadAudioFile(request, 'playing', new AbortController().signal);
      expect(buffer.length).toBe(TINY_FRAMES);
      expect(rms(buffer.getChannelData(0))).toBeCloseTo(0.5 / Math.SQRT2, 2);
    }
  });

  it('that is not there is no media', async () => {
    const request = audioFileRequest('/nowhere/at-all.wav?status=404');
    const signal = new AbortController().signal;
    await expect(loadAudioFile(request, 'playing', signal)).rejects.toThrow(/No media|not a WAV/);
  });
});
