/** Archives of other places on a real disk, as journeys bring them in: good, odd and hostile parts side by side. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strToU8, zipSync } from 'fflate';
import { oggOf, tone } from '../../server/testing/sounds.ts';
import { metadataXml, projectXml } from '../../src/audio/export/project/projectXml.ts';
import {
  END,
  HEAD,
  lines,
  loopOf,
  rifffOf,
  tarOf,
} from '../../src/audio/imports/testing/bundles.ts';
import { riffOf, stemOf, yamlOf } from '../../src/audio/imports/testing/lore.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { barFrames } from '../../src/data/rules/time/timing.ts';
import { encodeWav } from '../../src/dsp/wavWrite.ts';

/** A name that does harm wherever it is taken for markup. */
export const EVIL = '<img src=x onerror=alert(1)>';

type Content = string | Uint8Array | Blob;

/** A folder on the disk with these files under their paths. */
export async function folderOf(files: Readonly<Record<string, Content>>): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'rondo-import-')), 'given');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}

const wav = (frames: number, hz = 220) => encodeWav(tone(frames, 1, hz), 48_000, 16);
const jamId = () => `band${newId().slice(-10)}`;

/**
 * LORE archives: a jam of two riffs whose third stem is no sound and whose second is half as long as it says, a line that
 * broke off, a list without its stems, and a tar whose paths lead out of it.
 */
export async function loreArchives(riffs = 2): Promise<string> {
  const id = jamId();
  const [a, b, c] = [newId(), newId(), newId()];
  const stems = await tarOf({
    [`${id}/a/${a}`]: await oggOf(tone(96_000)),
    [`${id}/b/${b}`]: await oggOf(tone(48_000, 2, 330)),
    [`${id}/c/${c}`]: 'no sound',
  });
  const lines = Array.from({ length: riffs }, (_, at) =>
    riffOf(newId(), at === 0 ? [a] : [a, b, c], { createdSec: 1_600_000_000 + at, user: 'tom' }),
  );
  const said = [stemOf(a), stemOf(b, { preset: EVIL, user: 'mia' }), stemOf(c)];
  const evilId = jamId();
  const evil = newId();
  return folderOf({
    'orx.night.yaml': yamlOf([...lines, ' "half": ["a'], said, { jamId: id }),
    'orx.night.tar': stems,
    'orx.lonely.yaml': yamlOf([riffOf(newId(), [a])], [stemOf(a)], { jamId: jamId() }),
    'orx.evil.yaml': yamlOf([riffOf(newId(), [evil])], [stemOf(evil)], {
      ...{ jamId: evilId, jamName: EVIL, spelling: 'go' },
    }),
    'orx.evil.tar': await tarOf({
      '../../../etc/passwd': 'root',
      [`${evilId}/e/${evil}`]: await oggOf(tone(96_000, 2, 440)),
    }),
  });
}

/** LORE's database with its stems: one riff that it has, one that it never fetched, and a file that only says to be one. */
export async function loreDatabase(): Promise<string> {
  const id = jamId();
  const [a, gone] = [newId(), newId()];
  const folder = await folderOf({
    [`cache/stem_v2/${id}/${a[0]}/${a}`]: await oggOf(tone(96_000)),
    'torn.db3': 'SQLite format 3\0 and no more',
  });
  const stems = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `StemCID_${at} TEXT`).join(', ');
  const database = new DatabaseSync(join(folder, 'warehouse.db3'));
  database.exec(`
    CREATE TABLE Jams (JamCID TEXT, PublicName TEXT);
    CREATE TABLE Riffs (RiffCID TEXT, OwnerJamCID TEXT, CreationTime INTEGER, Root INTEGER, Scale INTEGER, BPS REAL,
      BarLength INTEGER, AppVersion INTEGER, UserName TEXT, ${stems}, GainsJSON TEXT);
    CREATE TABLE Stems (StemCID TEXT, OwnerJamCID TEXT, CreationTime INTEGER, BPS REAL, Instrument INTEGER,
      Length16s REAL, OriginalPitch REAL, BarLength REAL, PresetName TEXT, CreatorUserName TEXT, SampleRate INTEGER,
      PrimaryColour TEXT);
    INSERT INTO Jams VALUES ('${id}', 'Night ''ferry''');
    INSERT INTO Riffs VALUES
      ('${newId()}', '${id}', 100, 9, 5, 2, 16, 7, 'mia', '${a}', '${gone}', '', '', '', '', '', '', '[1]'),
      ('${newId()}', '${id}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', '', '', '', '', '', '', '', NULL);
    INSERT INTO Stems VALUES ('${a}', '${id}', 90, 2, 2, 16, 0, 4, 'Kit', 'tom', 48000, 'ff4d9de0');`);
  database.close();
  return folder;
}

/** What LORE writes for one riff: its sounds, and a file about them; a second one is damaged. */
export async function loreFolders(): Promise<string> {
  const [a, b] = ['abcde'.padEnd(32, '0'), 'bbcde'.padEnd(32, '0')];
  const id = jamId();
  const stem = (couchID: string) => ({
    ...{ couchID, user: 'tom', preset: 'Kit', creationTimeUnix: 90, BPS: 2, length16s: 16 },
    ...{ barLength: 16, sampleRate: 48_000, originalPitch: 0, colour: 'ff4d9de0', isDrum: true },
  });
  const about = {
    jam: { couchID: id, displayName: 'Night tram' },
    riff: {
      ...{ couchID: newId(), jamCouchID: id, user: 'mia', creationTimeUnix: 200 },
      ...{ stems: [a, '', b], gains: [0.5, 0, 0.25], root: 9, scale: 5, BPS: 2, barLength: 16 },
      appVersion: 7,
    },
    stems: [stem(a), null, stem(b)],
  };
  return folderOf({
    'one/metadata.json': JSON.stringify({ value0: about }),
    'one/0-20210101.000000-#abcde-tom.wav': wav(96_000),
    'one/2-20210101.000000-#bbcde-tom.wav': 'no sound',
    'two/metadata.json': '{"value0": {"jam":',
  });
}

/** Stem folders: two rifffs of one jam; one file is empty, one is a ninth, one says no tempo. */
export async function stemFolders(): Promise<string> {
  const when = '2021-05-03-14-07';
  return folderOf({
    [`Harbour/0001 Harbour Stems/1 - mia - Dust Kit - 120BPM - ${when}.wav`]: wav(96_000),
    [`Harbour/0002 Harbour - A Minor Stems/1 - mia - Dust Kit - 120BPM - ${when}.wav`]: wav(96_000),
    [`Harbour/0002 Harbour - A Minor Stems/2 - tom - Deep Bass - 120BPM - ${when}.wav`]: wav(
      192_000,
      110,
    ),
    [`Harbour/0002 Harbour - A Minor Stems/3 - tom - Air - 120BPM - ${when}.wav`]: '',
    [`Harbour/0002 Harbour - A Minor Stems/9 - tom - Air - 120BPM - ${when}.wav`]: wav(96_000),
    'Harbour/0002 Harbour - A Minor Stems/rough mix.wav': wav(96_000),
  });
}

/** DAWprojects: one of ours with a track whose sound is missing, and one that would unfold without an end. */
export async function dawprojects(): Promise<string> {
  const bar = barFrames(16, 2);
  const track = (name: string, path: string) => ({
    ...{ name, colour: '#3562EE', gain: 1, isOn: true, path, effects: undefined, beats: 4 },
    seconds: bar / 48_000,
  });
  const music = {
    ...{ title: 'Lighthouse', makers: 'mia, tom', licence: '', comment: '', bpm: 120 },
    ...{ barLength: 16, beats: 4, masterGain: 1 },
    tracks: [track('1 Bass – Deep', 'audio/a.wav'), track('2 Drums', 'audio/gone.wav')],
  };
  const project = (xml: string) =>
    zipSync({
      'project.xml': strToU8(xml),
      'metadata.xml': strToU8(metadataXml(music)),
      'audio/a.wav': wav(bar),
    });
  return folderOf({
    'Rondo – Lighthouse – 120 bpm – A minor.dawproject': project(projectXml(music)),
    'laughs.dawproject': project(
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><Project>&b;</Project>',
    ),
    'song.als': 'no project',
  });
}

/** A bundle that was cut off after its first rifff. */
export async function cutBundle(): Promise<string> {
  const [a, r] = [newId(), newId()];
  const whole = await tarOf({
    'rondo.json': JSON.stringify({
      ...HEAD,
      jam: { ...HEAD.jam, id: jamId(), name: 'Night boat' },
    }),
    'loops.jsonl': lines(loopOf(a)),
    [`audio/${a}.ogg`]: await oggOf(tone(96_000)),
    'rifffs.jsonl': lines(rifffOf(r, [a])),
    'end.json': JSON.stringify({ ...END, loops: 1, rifffs: 1 }),
  });
  // The last file with its head and the two empty blocks.
  return folderOf({ 'cut.rondo.tar': whole.slice(0, whole.size - 4 * 512) });
}
