/** A jam as an archive of stem folders, and the codec with which loops come back. */
import { unzipSync } from 'fflate';
import { afterAll, expect, it } from 'vitest';
import { makeLoop, makeRifff, sine } from '../../../../tests/audio/loops.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { readStemFolder, readStemName } from '../../../data/rules/sharing/stemFolders.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { joinBytes } from '../../../dsp/joinBytes.ts';
import { decodeWav } from '../../../dsp/wav.ts';
import { PatternMaker } from '../../loading/patternMaker.ts';
import { studioCodec } from '../uploadFiles.ts';
import { writeFolders } from './writeFolders.ts';

const maker = new PatternMaker();
afterAll(() => maker.dispose());

async function archiveOf(rifffs: readonly Rifff[], signal = new AbortController().signal) {
  const parts: Uint8Array[] = [];
  const steps: string[] = [];
  const sink = { write: async (bytes: Uint8Array) => void parts.push(bytes.slice()) };
  const job = {
    title: 'Night: bus',
    count: rifffs.length,
    async *rifffs() {
      yield* rifffs;
    },
    userId: 'mia',
  };
  const run = { sink: sink as never, expect: () => {}, step: (text: string) => steps.push(text) };
  const listed = await writeFolders(job, { maker, signal }, { ...run, progress: () => {} });
  return { files: unzipSync(joinBytes(parts)), listed, steps };
}

it('a jam is written folder by folder, without what may not be taken', async () => {
  const about = (name: string, creatorUserName: string) => ({ name, creatorUserName });
  const own = {
    ...makeLoop({ sound: sine(220, 0.5), length16ths: 16 }),
    ...about('Low - end', 'mia'),
  };
  const theirs = {
    ...makeLoop({ sound: sine(330, 0.5), length16ths: 16 }),
    ...about('Keys', 'tom'),
  };
  const free = { ...makeLoop({ sound: sine(440, 0.5), length16ths: 32 }), ...about('Air', 'zoe') };
  const one = { ...makeRifff([own, theirs]), root: 9, scale: 5 };
  const two = { ...makeRifff([own, { ...free, license: 'cc-by-4.0' }]), root: 9, scale: 5 };
  const { files, listed, steps } = await archiveOf([one, two]);
  const names = Object.keys(files);
  expect(steps).toEqual(['Rifff 1 of 2', 'Rifff 2 of 2']);
  expect(listed.map(({ name }) => name)).toEqual([
    ...['0001 Night bus - A Minor Stems', '0002 Night bus - A Minor Stems'],
  ]);
  expect(names).toHaveLength(4);
  const stem = names.find((name) => name.startsWith('0002') && name.includes('Air'))!;
  const [folder, file] = stem.split('/');
  expect(readStemFolder(folder!)).toMatchObject({ number: 2, key: { root: 9, scale: 5 } });
  expect(readStemName(file!)).toMatchObject({ slot: 2, author: 'zoe', bpm: two.state.bps * 60 });
  const { length, channels, bitDepth } = decodeWav(files[stem]!);
  expect(length).toBe(2 * barFrames(16, two.state.bps));
  expect(bitDepth).toBe(24);
  expect(channels[0]!.some((x) => Math.abs(x) > 0.1)).toBe(true);
  const credits = new TextDecoder().decode(files['Credits.txt']);
  expect(credits).toMatch('Air – zoe – CC BY 4.0');
  expect(credits).toMatch(/Left out:\n0001 .*2 Keys: /);
  await expect(archiveOf([makeRifff([theirs])])).rejects.toThrow('nothing of it may be taken');
});

it('loops of other rates go through the codec and keep every frame', async () => {
  const channels = [sine(300, 0.5), sine(200, 0.5)].map((sound) =>
    Float32Array.from({ length: 22_050 }, (_, n) => sound(n, 22_050)),
  );
  const { ogg, flac } = await studioCodec.encode({ channels, sampleRate: 44_100 }, true);
  for (const file of [ogg, flac!]) {
    const facts = { sampleRate: 44_100, frames: 22_050 };
    const decoded = await studioCodec.decode(file, facts);
    expect(decoded.channels.map((channel) => channel.length)).toEqual([22_050, 22_050]);
  }
  expect((await studioCodec.encode({ channels, sampleRate: 44_100 }, false)).flac).toBeUndefined();
});
