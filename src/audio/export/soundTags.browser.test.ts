/** Tags of exports: another reader finds them, and the sound stays frame for frame what it was. */
import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import { expect, it } from 'vitest';
import { noise } from '../../../tests/audio/loops.ts';
import { encodeWav } from '../../dsp/wavWrite.ts';
import { encodeFlac, encodeOgg } from '../workers/encode/encoder.ts';
import { type SoundTags, wavTags, withFlacTags, withOggTags } from './soundTags.ts';
import { decodeFile } from './uploadFiles.ts';

const RATE = 48_000;
const TAGS: SoundTags = {
  title: 'Nachtbus – 夜',
  makers: 'mira, tom',
  licence: 'CC BY 4.0, https://creativecommons.org/licenses/by/4.0/',
  credits: '1 Low line – mira – CC BY 4.0\n2 Kick – tom – CC0',
};

type Bytes = Uint8Array<ArrayBuffer>;
const read = async (file: Blob) => new Uint8Array(await file.arrayBuffer()) as Bytes;
const samplesOf = async (file: Bytes) => {
  const decoded = await decodeFile(new Blob([file]), RATE);
  return [0, 1].map((c) => decoded.getChannelData(c));
};
const rawTags = async (file: Bytes) => {
  const input = new Input({ source: new BlobSource(new Blob([file])), formats: ALL_FORMATS });
  return (await input.getMetadataTags()).raw ?? {};
};
/** Two channels of two seconds, long enough for more than one page. */
const sound = () => ({
  channels: [1, 2].map((seed) => {
    const make = noise(seed, 1, 0.2);
    return Float32Array.from({ length: 2 * RATE }, (_, at) => make(at, 2 * RATE));
  }),
  sampleRate: RATE,
});

it('are comments of Ogg Vorbis and FLAC', async () => {
  for (const [encode, withTags] of [
    [encodeOgg, withOggTags],
    [encodeFlac, withFlacTags],
  ] as const) {
    const plain = await read(await encode(sound()));
    const tagged = withTags(plain, TAGS);
    expect(await rawTags(tagged)).toMatchObject({
      TITLE: TAGS.title,
      ARTIST: TAGS.makers,
      LICENSE: TAGS.licence,
      COMMENT: TAGS.credits,
    });
    expect(await samplesOf(tagged)).toEqual(await samplesOf(plain));
  }
});

it('are a chunk behind the samples of WAV, and nothing where nothing is to be said', async () => {
  const { channels } = sound();
  const plain = encodeWav(channels, RATE, 24);
  const chunk = wavTags(TAGS);
  const tagged = new Uint8Array([...plain, ...chunk]);
  new DataView(tagged.buffer).setUint32(4, tagged.length - 8, true);
  const raw = await rawTags(tagged);
  expect(Object.keys(raw)).toEqual(['INAM', 'IART', 'ICOP', 'ICMT']);
  expect(raw.ICOP).toBe(TAGS.licence);
  expect(await samplesOf(tagged)).toEqual(await samplesOf(plain));
  expect(wavTags({ title: '', makers: '', licence: '', credits: '' })).toHaveLength(0);
});

it('hold the chapters of five hundred parts within the one page that Ogg has for comments', async () => {
  const channels = [0, 1].map(() => new Float32Array(4800));
  const file = await read(await encodeOgg({ channels, sampleRate: RATE }));
  const title = 'A name that goes on and on, 夜のバス, for much longer than anybody would read it';
  const chapters = Array.from({ length: 500 }, (_, at) => ({ title, frame: at * RATE * 60 }));
  const tagged = withOggTags(file, { ...TAGS, credits: 'x'.repeat(8000), chapters });
  const raw = await rawTags(tagged);
  expect([raw.CHAPTER001, raw.CHAPTER500]).toEqual(['00:00:00.000', '08:19:00.000']);
  expect(raw.CHAPTER500NAME).toMatch(/^A name that goes .+…$/);
  expect(await samplesOf(tagged)).toEqual(await samplesOf(file));
});

it('leave what they do not know as it is', () => {
  const other = new Uint8Array(200) as Bytes;
  expect(withOggTags(other, TAGS)).toBe(other);
  expect(withFlacTags(other, TAGS)).toBe(other);
});
