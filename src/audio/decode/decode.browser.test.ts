import { afterEach, describe, expect, it } from 'vitest';
import { SoundFileError } from '../../dsp/soundFile.ts';
import { decodeWav } from '../../dsp/wav.ts';
import { encodeWav } from '../../dsp/wavWrite.ts';
import { tinyM4a } from '../selfTest/tinyM4a.ts';
import { tinyOpus, tinyVorbis } from '../selfTest/tinyOgg.ts';
import {
  TINY_FRAMES,
  TINY_RATE,
  tinyAiff,
  tinyFlac,
  tinyMp3,
  tinyWav,
} from '../selfTest/tinySounds.ts';
import { loadAudioFile } from './audioFile.ts';
import { audioFileRequest } from './audioFileRequest.ts';
import { DecodePool, DecodeTimeoutError } from './decodePool.ts';
import { readSound } from './readSound.ts';
import { base64Bytes, wasmBinary } from './wasmBinary.ts';

const pools: DecodePool[] = [];
const poolOf = (...settings: ConstructorParameters<typeof DecodePool>) => {
  const pool = new DecodePool(...settings);
  pools.push(pool);
  return pool;
};
afterEach(() => {
  for (const pool of pools.splice(0)) pool.dispose();
});

const rms = (channel: Float32Array) =>
  Math.sqrt(channel.reduce((sum, x) => sum + x * x, 0) / channel.length);

/** A worker that takes its work and never answers. */
const silentWorker = () =>
  new Worker(URL.createObjectURL(new Blob(['onmessage = () => {}'], { type: 'text/javascript' })));
/** A worker whose script cannot run. */
const brokenWorker = () =>
  new Worker(URL.createObjectURL(new Blob(['throw new Error("no")'], { type: 'text/javascript' })));

describe('a file of each kind', () => {
  it.each([
    ['tone.wav', tinyWav()],
    ['tone.aiff', tinyAiff()],
    ['tone.flac', tinyFlac()],
    ['tone.mp3', tinyMp3()],
    ['tone.ogg', tinyVorbis()],
    ['tone.opus', tinyOpus()],
    ['tone.m4a', tinyM4a()],
  ])(
    '%s is read at its own rate, as long as it says',
    async (name, { bytes, frames, slack, ...tiny }) => {
      const sound = await readSound(new Blob([bytes]), name, poolOf());
      expect(sound.sampleRate).toBe(TINY_RATE);
      expect(Math.abs(sound.length - frames)).toBeLessThanOrEqual(slack);
      expect(sound.channels).toHaveLength(1);
      expect(rms(sound.channels[0]!)).toBeCloseTo(tiny.rms, 1);
    },
  );

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
      const reading = readSound(new Blob([content]), name, poolOf());
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

describe('the pool', () => {
  const wav = () => ({ kind: 'wav' as const, bytes: tinyWav().bytes });

  it('serves what plays before what comes next before what is only seen', async () => {
    const pool = poolOf({ limit: 1 });
    const done: string[] = [];
    await Promise.all(
      (['visible', 'visible', 'next', 'playing'] as const).map((priority, at) =>
        pool.run(wav(), { priority }).then(() => done.push(`${priority} ${at}`)),
      ),
    );
    // The first was on its way before the others came.
    expect(done).toEqual(['visible 0', 'playing 3', 'next 2', 'visible 1']);
  });

  it('gives up what does not finish, and the browser decodes it instead', async () => {
    const pool = poolOf({ hire: silentWorker, timeoutMs: 50 });
    await expect(pool.run(wav())).rejects.toBeInstanceOf(DecodeTimeoutError);
    const sound = await readSound(new Blob([tinyWav().bytes]), 'tone.wav', pool);
    expect(sound.length).toBe(TINY_FRAMES);
  });

  it('decodes on the page where no worker can run', async () => {
    const sound = await poolOf({ hire: brokenWorker }).run(wav());
    expect(sound.length).toBe(TINY_FRAMES);
  });

  it('lets go of what is cancelled, waiting or running, and goes on with the rest', async () => {
    const pool = poolOf({ limit: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const running = pool.run(wav(), { signal: first.signal });
    const waiting = pool.run(wav(), { signal: second.signal });
    const kept = pool.run(wav());
    second.abort();
    first.abort();
    await expect(running).rejects.toThrow('Buffer loading cancelled for rifff');
    await expect(waiting).rejects.toThrow('Buffer loading cancelled for rifff');
    expect((await kept).length).toBe(TINY_FRAMES);
  });

  it('hands a refusal on as it was', async () => {
    const refused = poolOf().run({ kind: 'wav', bytes: tinyAiff().bytes });
    await expect(refused).rejects.toMatchObject({ fault: 'notAWav', message: 'File is not a WAV' });
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

describe('a WebAssembly binary', () => {
  const embedded = async () => btoa('\0asm');

  it('comes from its address, else from the embedded copy', async () => {
    const url = URL.createObjectURL(new Blob(['fetched']));
    expect(new TextDecoder().decode(await wasmBinary(url, embedded))).toBe('fetched');
    expect([...(await wasmBinary('blob:nothing', embedded))]).toEqual([0, 97, 115, 109]);
  });

  it('says so when the copy is no base64', () => {
    expect(() => base64Bytes('*')).toThrow('Converting base64 string to bytes failed.');
    expect([...base64Bytes('data:application/wasm;base64,AGFz')]).toEqual([0, 97, 115]);
  });
});
