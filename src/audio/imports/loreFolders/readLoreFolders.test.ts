import { expect, it } from 'vitest';
import { RifffSchema } from '../../../data/contract/rifff.ts';
import { encodeWav } from '../../../dsp/wavWrite.ts';
import { recognise } from '../recognise.ts';
import { itemsOf } from '../testing/items.ts';

const A = 'abcde'.padEnd(32, '0');
const B = 'bbcde'.padEnd(32, '0');
const wav = (sec: number) => new Blob([encodeWav([new Float32Array(sec * 8000)], 8000, 16)]);
const stem = (couchID: string, parts: object = {}) => ({
  couchID,
  user: 'tom',
  preset: 'Kit',
  creationTimeUnix: 90,
  BPS: 1.5,
  length16s: 16,
  barLength: 16,
  sampleRate: 44100,
  originalPitch: 0,
  colour: 'ff4d9de0',
  isDrum: true,
  ...parts,
});
const metadata = (couchID: string, creationTimeUnix: unknown, stems = [A, '', B]) => ({
  jam: { couchID: 'bandabcdef0123', displayName: 'Night bus' },
  riff: {
    couchID,
    jamCouchID: 'bandabcdef0123',
    user: 'mia',
    creationTimeUnix,
    stems,
    gains: [0.5, 0, 0.25],
    root: 9,
    scale: 5,
    BPS: 2,
    barLength: 16,
    appVersion: 7,
  },
  stems: [stem(A), null, stem(B, { isDrum: false, isBass: true })],
});
const jsonFile = (path: string, value: unknown) => ({
  path: `${path}/metadata.json`,
  blob: new Blob([JSON.stringify({ value0: value })]),
});

it('riffs that LORE exported come as they are heard: tempo of the riff, gain in the sound', async () => {
  const found = await recognise([
    jsonFile('x/two', metadata('r2', 200)),
    { path: 'x/two/0-20210101.000000-#abcde-tom.wav', blob: wav(4) },
    { path: 'x/two/renamed #BBCDE.wav', blob: wav(2) },
    { path: 'x/two/cover_image.png', blob: new Blob(['x']) },
    jsonFile('x/one', metadata('r1', '100', [A, 'gone', B])),
    { path: 'x/one/0-tom.wav', blob: wav(2) },
    { path: 'x/one/2-tom.wav', blob: new Blob(['x']) },
    jsonFile('x/other', { nothing: true }),
  ]);
  expect(found.parts).toMatchObject([{ kind: 'lore', name: 'Night bus', what: '2 riffs of LORE' }]);
  expect(found.unknown.map(({ path }) => path)).toEqual(['x/other/metadata.json']);
  const { kinds, loops, rifffs, skipped } = await itemsOf(found.source());
  expect(kinds).toBe('jam person loop skipped skipped person rifff loop loop rifff');
  expect(skipped).toEqual([
    'stem gone of riff r1: there is no file of it in the folder',
    'x/one/2-tom.wav: the file is neither Ogg Vorbis nor FLAC, WAV or AIFF',
  ]);
  expect(
    loops.map(({ loop }) => [loop.importedId, loop.bps, loop.length16ths, loop.category]),
  ).toEqual([
    [A, 2, 16, 'drums'],
    [A, 2, 32, 'drums'],
    [B, 2, 16, 'bass'],
  ]);
  expect(rifffs.map(({ _id, parent, root }) => [_id, parent?.rifffId, root])).toEqual([
    ['r1', undefined, 9],
    ['r2', 'r1', 9],
  ]);
  expect(rifffs[1]!.state.playback.map(({ slot }) => slot.current?.gain)).toEqual([
    ...[1, undefined, 1, undefined, undefined, undefined, undefined, undefined],
  ]);
  for (const rifff of rifffs) expect(RifffSchema.safeParse(rifff).success).toBe(true);
});
