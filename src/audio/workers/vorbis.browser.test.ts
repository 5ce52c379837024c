/** A browser whose `decodeAudioData` has no Ogg, as Safari's before 18.4, hears the same. */
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { isOggVorbis, vorbisFrames, vorbisHead } from '../../dsp/soundHead.ts';
import { decodeBytes } from '../loading/decodeBytes.ts';
import { readSound } from '../loading/readSound.ts';
import { playTasks } from './play.worker.ts';
import { base64Bytes } from './wasmBinary.ts';

const FILES = import.meta.glob<string>('../../../assets/starter/ember-street/*.ogg', {
  query: '?url',
  import: 'default',
  eager: true,
});
const native = OfflineAudioContext.prototype.decodeAudioData;
let asked = 0;

/** Refuses Ogg as Safari does, and counts how often it was asked. */
function withoutOgg(): void {
  OfflineAudioContext.prototype.decodeAudioData = function (bytes) {
    asked += 1;
    if (new Uint8Array(bytes)[0] !== 0x4f) return native.call(this, bytes);
    return Promise.reject(new DOMException('Decoding failed', 'EncodingError'));
  };
}

const all = Object.entries(FILES);
let loops: { name: string; bytes: ArrayBuffer; heard: AudioBuffer }[] = [];

beforeAll(async () => {
  loops = await Promise.all(
    all.map(async ([path, url]) => {
      const bytes = await (await fetch(url)).arrayBuffer();
      const { sampleRate } = vorbisHead(new Uint8Array(bytes));
      const context = new OfflineAudioContext(2, 1, sampleRate);
      const heard = await native.call(context, bytes.slice(0));
      return { name: path.split('/').at(-1)!, bytes, heard };
    }),
  );
});

afterEach(() => {
  OfflineAudioContext.prototype.decodeAudioData = native;
  asked = 0;
});

/** Loudest difference of two sounds against the loudest sample of the first, in dB. */
function differenceDb(a: AudioBuffer, b: AudioBuffer): number {
  let most = 1e-12;
  let peak = 1e-6;
  for (let c = 0; c < a.numberOfChannels; c++) {
    const [one, other] = [a.getChannelData(c), b.getChannelData(c)];
    for (let n = 0; n < one.length; n++) {
      most = Math.max(most, Math.abs(one[n]! - other[n]!));
      peak = Math.max(peak, Math.abs(one[n]!));
    }
  }
  return 20 * Math.log10(most / peak);
}

describe('a browser without Ogg Vorbis', () => {
  it('hears every starter loop as another does, to the frame', async () => {
    withoutOgg();
    expect(loops.length).toBeGreaterThan(8);
    for (const { name, bytes, heard } of loops) {
      const ours = await decodeBytes(bytes.slice(0), heard.sampleRate);
      expect(ours.length, name).toBe(heard.length);
      expect(ours.numberOfChannels, name).toBe(heard.numberOfChannels);
      expect(differenceDb(heard, ours), name).toBeLessThan(-60);
    }
    expect(asked).toBe(loops.length);
  });

  it('reads an Ogg file that somebody brings', async () => {
    withoutOgg();
    const { name, bytes, heard } = loops[0]!;
    const sound = await readSound(new Blob([bytes]), name);
    expect([sound.length, sound.sampleRate]).toEqual([heard.length, heard.sampleRate]);
  });

  it('says that a broken file is none, and goes on', async () => {
    withoutOgg();
    const { bytes, heard } = loops[0]!;
    const broken = bytes.slice(0, Math.floor(bytes.byteLength / 2));
    await expect(decodeBytes(broken, heard.sampleRate)).rejects.toThrow('no Ogg Vorbis');
    expect((await decodeBytes(bytes.slice(0), heard.sampleRate)).length).toBe(heard.length);
  });
});

it('a browser that ends a file on another frame is corrected', async () => {
  const { bytes, heard } = loops[0]!;
  OfflineAudioContext.prototype.decodeAudioData = async () =>
    new AudioBuffer({ length: heard.length - 64, sampleRate: heard.sampleRate });
  expect((await decodeBytes(bytes.slice(0), heard.sampleRate)).length).toBe(heard.length);
});

it('a browser that knows Ogg Vorbis decodes it alone', async () => {
  const { bytes, heard } = loops[0]!;
  expect(differenceDb(heard, await decodeBytes(bytes.slice(0), heard.sampleRate))).toBeLessThan(
    -200,
  );
});

it('a file says its rate, channels and frames without being decoded', () => {
  for (const { bytes, heard } of loops) {
    const file = new Uint8Array(bytes);
    expect(isOggVorbis(file)).toBe(true);
    expect(vorbisFrames(file)).toBe(heard.length);
    expect(vorbisHead(file)).toEqual({
      sampleRate: heard.sampleRate,
      channels: heard.numberOfChannels,
    });
  }
  expect(isOggVorbis(base64Bytes('T2dnUw=='))).toBe(false);
  expect(vorbisFrames(new Uint8Array(40))).toBeNull();
});

it('an embedded copy of the decoder serves where its file cannot be fetched', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const realFetch = globalThis.fetch;
  globalThis.fetch = async () => new Response('', { status: 404 });
  const { bytes, heard } = loops[0]!;
  try {
    // On the page: a worker has a `fetch` of its own.
    expect((await playTasks.vorbis(new Uint8Array(bytes))).length).toBe(heard.length);
    expect(warn.mock.calls[0]![0]).toBe('failed to load wasm binary file');
  } finally {
    globalThis.fetch = realFetch;
    warn.mockRestore();
  }
});
