import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import initSqlJs from 'sql.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../server/testing/folders.ts';
import { openSqlite } from '../../../../tools/import/sqlite.ts';
import { RifffSchema } from '../../../data/contract/rifff.ts';
import { recognise } from '../recognise.ts';
import { itemsOf } from '../testing/items.ts';

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);
const STEMS = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `StemCID_${at} TEXT`).join(', ');
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let path: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, 'ware house#1.db3');
  const db = new DatabaseSync(path);
  db.exec(`
    CREATE TABLE Jams (JamCID TEXT, PublicName TEXT);
    CREATE TABLE Riffs (RiffCID TEXT, OwnerJamCID TEXT, CreationTime INTEGER, Root INTEGER, Scale INTEGER, BPS REAL,
      BPMrnd REAL, BarLength INTEGER, AppVersion INTEGER, Magnitude REAL, UserName TEXT, ${STEMS}, GainsJSON TEXT);
    CREATE TABLE Stems (StemCID TEXT, OwnerJamCID TEXT, CreationTime INTEGER, BPS REAL, Instrument INTEGER,
      Length16s REAL, OriginalPitch REAL, BarLength REAL, PresetName TEXT, CreatorUserName TEXT, SampleRate INTEGER,
      PrimaryColour TEXT);
    CREATE TABLE Tags (RiffCID TEXT, Favour INTEGER, Note TEXT);
    CREATE TABLE StemLedger (StemCID TEXT, Type INTEGER, Note TEXT);
    INSERT INTO Jams VALUES ('bandabcdef0123', 'Night bus'), ('empty', 'Nobody');
    INSERT INTO Riffs VALUES
      ('r2', 'bandabcdef0123', 200, 0, 0, 2, 120, 16, 7, 0, 'tom', '${A}', '${B}', 'lost', 'gone', '', NULL, '', '', '[1,0.5]'),
      ('r1', 'bandabcdef0123', 100, 9, 5, 2, 120, 16, 7, 0, 'mia', '${A}', '', '', '', '', '', '', '', 'damaged'),
      ('r3', 'bandabcdef0123', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', '', '', '', '', '', '', '', NULL),
      ('r4', 'mia', 300, 0, 0, 2, 120, 16, 7, 0, 'mia', '${A}', '', '', '', '', '', '', '', '[]'),
      ('VR1', 'virtual_jam', 50, 0, 0, 2, 120, 16, 7, 0, 'mia', '${A}', '', '', '', '', '', '', '', '[]');
    INSERT INTO Stems VALUES
      ('${A}', 'bandabcdef0123', 90, 2, 2, 16, 0, 4, 'Kit', 'tom', 48000, 'ff4d9de0'),
      ('${B}', 'bandabcdef0123', 90, 2, 12, 32, 0, 4, 'Sub', 'tom', 48000, ''),
      ('lost', 'bandabcdef0123', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO StemLedger VALUES ('gone', 1, 'x');
    INSERT INTO Tags VALUES ('r1', 1, 'the good one');
  `);
  db.close();
});
afterAll(() => folder.remove());

const sound = (id: string, from = 'stem_v2/bandabcdef0123/a') => ({
  path: `LORE/cache/common/${from}/${id}`,
  blob: new Blob([id]),
});

describe('LORE’s own database', () => {
  it('comes jam by jam, with a reason for what it has not got', async () => {
    const database = { path: 'LORE/warehouse.db3', blob: await openAsBlob(path), diskPath: path };
    const found = await recognise([database, sound(A), sound(B, '_orphans')], {
      openSql: openSqlite,
    });
    expect(found).toMatchObject({ parts: [{ kind: 'lore', jams: 2 }], unknown: [] });
    const { kinds, jams, loops, rifffs, skipped } = await itemsOf(found.source());
    expect(kinds).toBe(
      'jam skipped person loop person rifff loop skipped skipped rifff jam person loop person rifff',
    );
    expect(jams.map(({ jam }) => [jam.id, jam.name, jam.created])).toEqual([
      ['bandabcdef0123', 'Night bus', 100_000],
      ['mia', 'mia', 300_000],
    ]);
    expect(skipped).toEqual([
      'riff r3: LORE knew of it and had not fetched it',
      'stem lost: LORE knew of it and had not fetched it',
      'stem gone: LORE found no sound for it',
    ]);
    expect(loops.map(({ loop }) => loop.category)).toEqual(['drums', 'bass', 'drums']);
    expect(await (await loops[1]!.sound()).file.text()).toBe(B);
    expect(rifffs[0]).toMatchObject({
      _id: 'r1',
      importedTag: { favour: 1, note: 'the good one' },
    });
    expect(rifffs[1]!.state.playback[1]!.slot.current).toMatchObject({ currentLoop: B, gain: 0.5 });
    for (const rifff of rifffs) expect(RifffSchema.safeParse(rifff).success).toBe(true);
  });

  it('is read alike by the SQLite of a page', async () => {
    const { Database } = await initSqlJs();
    const database = new Database(await readFile(path));
    const statement = database.prepare('SELECT RiffCID FROM Riffs ORDER BY RiffCID');
    expect(statement.step() && statement.getAsObject()).toEqual({ RiffCID: 'VR1' });
    database.close();
  });

  it('that is none, or cannot be opened here, is said to be so', async () => {
    const other = join(folder.path, 'other.db3');
    new DatabaseSync(other).exec('CREATE TABLE x (y)');
    const files = [{ path: 'other.db3', blob: await openAsBlob(other), diskPath: other }];
    const tools = { openSql: openSqlite };
    expect((await recognise(files, tools)).unknown[0]!.reason).toMatch(
      'a database of something else',
    );
    expect((await recognise(files)).unknown[0]!.reason).toMatch('cannot be read here');
    const [first] = files;
    const blob = new Blob([(await readFile(path)).subarray(0, 5000)]);
    const cut = join(folder.path, 'cut.db3');
    await import('node:fs/promises').then((fs) =>
      fs.writeFile(cut, 'SQLite format 3\0 and no more'),
    );
    const torn = { ...first!, path: 'cut.db3', diskPath: cut, blob };
    expect((await recognise([torn], tools)).unknown).toHaveLength(1);
  });
});
