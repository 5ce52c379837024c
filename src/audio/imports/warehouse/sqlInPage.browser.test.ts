import initSqlJs from 'sql.js';
import wasm from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { expect, it } from 'vitest';
import { recognise } from '../recognise.ts';
import { itemsOf } from '../testing/items.ts';

it('a page opens a database of LORE’s by itself, and refuses one that is too large', async () => {
  const { Database } = await initSqlJs({ locateFile: () => wasm });
  const made = new Database();
  const stems = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `StemCID_${at} TEXT`).join(', ');
  made.exec(`CREATE TABLE Riffs (RiffCID TEXT, OwnerJamCID TEXT, CreationTime INTEGER, Root INTEGER, Scale INTEGER,
    BPS REAL, BarLength INTEGER, AppVersion INTEGER, UserName TEXT, ${stems}, GainsJSON TEXT);
    CREATE TABLE Stems (StemCID TEXT, CreationTime INTEGER);
    INSERT INTO Riffs VALUES ('r1', 'mia', 5, 0, 0, 2, 16, 1, 'mia', 's', '', '', '', '', '', '', '', '[0.5]')`);
  const blob = new Blob([made.export() as Uint8Array<ArrayBuffer>]);
  made.close();
  const found = await recognise([{ path: 'warehouse.db3', blob }]);
  expect(found).toMatchObject({ unknown: [], parts: [{ jams: 1, kind: 'lore' }] });
  const { rifffs, skipped } = await itemsOf(found.source());
  expect(rifffs[0]).toMatchObject({ _id: 'r1', created: 5000 });
  expect(skipped).toEqual(['stem s: the database says nothing of it']);
  const more = new Blob([new Uint8Array(1024 * 1024)]);
  const large = new Blob([blob, ...Array.from({ length: 300 }, () => more)]);
  const refused = await recognise([{ path: 'warehouse.db3', blob: large }]);
  expect(refused.unknown[0]!.reason).toMatch('npm run import');
});
