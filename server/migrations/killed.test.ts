import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openDatabase } from '../ports/database/openDatabase.ts';
import type { CrashPlace } from '../testing/crash.ts';
import { crashDuringMigration } from '../testing/crashMigrating.ts';
import { describeDatabaseUrls, type NewDatabaseUrl } from '../testing/databases.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { laidFixture, type Rows, rowsOfAll, schemaOf } from '../testing/schemas/check.ts';
import { LANDED_PATH, type LandedTable } from '../testing/schemas/landed.ts';
import { MIGRATIONS } from './index.ts';

const isLong = process.env.RONDO_LONG === '1';
const names = Object.keys(MIGRATIONS);
const landed: LandedTable = JSON.parse(await readFile(LANDED_PATH, 'utf8'));

/** A database as it was before a migration. */
async function placeBefore(name: string, newUrl: NewDatabaseUrl) {
  const { path: dataFolder, remove } = await temporaryFolder();
  const place: CrashPlace = { s3: undefined, dataFolder, databaseUrl: await newUrl() };
  const before = names[names.indexOf(name) - 1];
  if (before) await laidFixture(place, before);
  return { place, remove };
}

/** Rows as text, without what is new with each run: ids that are random, and the time. */
function lasting(rows: Rows): string[] {
  return Object.entries(rows).flatMap(([table, all]) =>
    all.map((row) => {
      const text = JSON.stringify(row).replace(/[0-9a-f]{32,}/g, '#');
      return `${table} ${table === 'audit' ? text.replace(/"created":\d+/, '') : text}`;
    }),
  );
}

/** What a start leaves that finds the database so. */
async function afterStart(place: CrashPlace) {
  const database = await openDatabase(place);
  try {
    await database.migrate();
    const rows = lasting(await rowsOfAll(database));
    return { schema: await schemaOf(database), rows: rows.sort() };
  } finally {
    await database.close();
  }
}

describeDatabaseUrls('a start that is killed', (newUrl, { isThorough }) => {
  const some = isThorough ? ['0001-library', '0010-rooms', '0027-codes'] : ['0027-codes'];
  for (const name of isLong ? names : some) {
    it(`in the middle of the migration ${name} loses nothing: the next one ends as if it had not been`, async () => {
      const killed = await placeBefore(name, newUrl);
      const whole = await placeBefore(name, newUrl);
      const { statements } = landed[name]!;
      expect(await crashDuringMigration(killed.place, name, statements)).toBe('SIGKILL');
      expect(await afterStart(killed.place)).toEqual(await afterStart(whole.place));
      await killed.remove();
      await whole.remove();
    });
  }
});
