import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LoopSchema } from '../../../data/contract/loop.ts';
import { RifffSchema } from '../../../data/contract/rifff.ts';
import { barFrames, loopFrames } from '../../../data/rules/time/timing.ts';
import { encodeWav } from '../../../dsp/wavWrite.ts';
import { metadataXml, type ProjectTrack, projectXml } from '../../export/project/projectXml.ts';
import { recognise } from '../recognise.ts';
import { itemsOf } from '../testing/items.ts';
import { readDawproject } from './readDawproject.ts';

const wav = (frames: number) => encodeWav([new Float32Array(frames).fill(0.2)], 48_000, 'float');
const zip = (files: Record<string, string | Uint8Array>) =>
  new Blob([
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([path, content]) => [
          path,
          [
            typeof content === 'string' ? strToU8(content) : content,
            { mtime: '2024-05-06T07:08:00' },
          ],
        ]),
      ),
    ) as Uint8Array<ArrayBuffer>,
  ]);
const itemsIn = (blob: Blob, path = 'Rondo – Bus – 123 bpm – A minor.dawproject') =>
  itemsOf(readDawproject({ path, blob }));

const BPS = Math.fround(2.05);
const BAR = barFrames(16, BPS);
const TRACKS: ProjectTrack[] = [
  {
    name: '1 Bass – Deep & "low"',
    colour: '#3562EE',
    gain: 1.4,
    isOn: true,
    path: 'audio/a.wav',
    effects: { pan: -0.5, lowCutHz: 300 },
    beats: 16,
    seconds: (4 * BAR) / 48_000,
  },
  {
    name: '3 Drums',
    colour: '#FA8320',
    gain: 0,
    isOn: false,
    path: 'audio/b.wav',
    effects: undefined,
    beats: 4,
    seconds: BAR / 48_000,
  },
];
const MUSIC = {
  title: 'Bus',
  makers: 'mia, tom',
  licence: '',
  comment: '',
  bpm: BPS * 60,
  barLength: 16,
  beats: 32,
  masterGain: 0.5,
  tracks: TRACKS,
};
const OURS = {
  'audio/a.wav': wav(4 * BAR),
  'audio/b.wav': wav(BAR),
  'project.xml': projectXml(MUSIC),
  'metadata.xml': metadataXml(MUSIC),
};

/** A project as another program writes it: clips at their own times, decibels, groups, no warps. */
const clip = (time: number, file: string, more = '') =>
  `<Clip time="${time}" duration="4" ${more}><Audio duration="1" sampleRate="48000"><File path="${file}"/></Audio></Clip>`;
const foreign = (scenes = '') => `<?xml version="1.0"?><Project version="1.0">
  <Transport><Tempo value="90" unit="bpm"/><TimeSignature numerator="7" denominator="8"/></Transport>
  <Structure><Track id="g" name="Group"><Channel role="regular"><Volume unit="decibel" value="-6"/></Channel>
    <Track id="t1" name="Kick"><Channel role="regular"><Volume unit="decibel" value="-6.0206"/></Channel></Track>
    <Track id="t2" name="MIDI"/></Track></Structure>
  <Arrangement><Lanes><Lanes track="t1"><Clips>${clip(8, 'late.wav')}${clip(0, 'a.wav')}</Clips></Lanes>
    <Lanes track="g"><Clips>${clip(0, '../missing.wav')}</Clips></Lanes></Lanes></Arrangement>
  <Scenes>${scenes}</Scenes></Project>`;

describe('a DAWproject', () => {
  it('of ours is read back: tempo, lengths, mixer, names, key', async () => {
    const blob = zip(OURS);
    const found = await recognise([{ path: 'x/a.dawproject', blob }]);
    expect(found.parts).toMatchObject([{ kind: 'dawproject', name: 'a' }]);
    const { kinds, jams, loops, rifffs, skipped } = await itemsIn(blob);
    expect(kinds).toBe('jam person loop loop rifff');
    expect(skipped).toEqual([]);
    expect(jams[0]!.jam).toMatchObject({ name: 'Bus', created: Date.UTC(2024, 4, 6, 7, 8) });
    expect(loops.map(({ loop }) => [loop.name, loop.category, loop.length16ths])).toEqual([
      ['Deep & "low"', 'bass', 64],
      ['3 Drums', 'drums', 16],
    ]);
    // Not a frame is cut off or added.
    expect(loops.map(({ loop }) => loopFrames(loop.length16ths, loop.bps, 48_000))).toEqual([
      4 * BAR,
      BAR,
    ]);
    const [rifff] = rifffs;
    expect(rifff).toMatchObject({ userName: 'mia', root: 9, scale: 5, state: { barLength: 16 } });
    expect(rifff!.state.bps).toBeCloseTo(BPS, 12);
    expect(rifff!.state.playback.slice(0, 2).map(({ slot }) => slot.current)).toMatchObject([
      { gain: 1.4, on: true, effects: { pan: -0.5, lowCutHz: 300 } },
      { gain: 0, on: false },
    ]);
    expect(rifff!.state.playback[2]!.slot.current).toBeNull();
    expect(RifffSchema.safeParse(rifff).success).toBe(true);
    for (const { loop } of loops) expect(LoopSchema.safeParse(loop).success).toBe(true);
  });

  it('of others gives what it has: the first clip of a track, its gain, and reasons', async () => {
    const files = { 'a.wav': wav(128_000), 'late.wav': wav(10), 'project.xml': foreign() };
    const { loops, rifffs, skipped, jams } = await itemsIn(zip(files), 'Song.dawproject');
    expect(jams[0]!.jam).toMatchObject({ name: 'Song', barLength: 14 });
    expect(loops.map(({ loop }) => [loop.bps, loop.length16ths, loop.category])).toEqual([
      [1.5, 16, 'drums'],
    ]);
    expect(rifffs[0]!.state.playback[0]!.slot.current!.gain).toBeCloseTo(0.5, 4);
    expect(skipped).toEqual([
      'track “Group”: its sound is not in the project',
      'track “MIDI”: it has no clip with sound',
    ]);
    const scene = (name: string) =>
      `<Scene name="${name}"><Lanes><ClipSlot track="t1">${clip(0, 'a.wav')}</ClipSlot></Lanes></Scene>`;
    const two = await itemsIn(zip({ ...files, 'project.xml': foreign(scene('A') + scene('B')) }));
    expect(two.kinds).toMatch(/^jam person loop rifff rifff/);
    expect(two.rifffs[1]!.parent!.rifffId).toBe(two.rifffs[0]!._id);
  });

  it.each([
    ['<!DOCTYPE x [<!ENTITY a "aaaa">]><Project>&a;</Project>', 'defines entities'],
    [`<Project>${'<a>'.repeat(100)}`, 'nested too deeply'],
    ['<Nothing/>', 'it is no project'],
    [' '.repeat(17 * 1024 * 1024), 'too large'],
  ])('that is hostile is refused: %#', async (xml, reason) => {
    await expect(itemsIn(zip({ 'project.xml': xml }))).rejects.toThrow(reason);
  });

  it('that is damaged says so', async () => {
    const bytes = new Uint8Array(await zip(OURS).arrayBuffer());
    await expect(itemsIn(new Blob([bytes.subarray(0, 2000)]))).rejects.toThrow('damaged');
    const torn = bytes.slice();
    torn.fill(255, 60, 600);
    const { skipped } = await itemsIn(new Blob([torn]));
    expect(skipped.join()).toMatch(/track “1 Bass.*: /);
    const found = await recognise([
      { path: 'a.dawproject', blob: new Blob(['PK']) },
      { path: 'b.zip', blob: zip({ 'x.txt': 'x' }) },
    ]);
    expect(found.unknown.map(({ reason }) => reason).join()).toMatch(/damaged.*unpack it/s);
  });
});
