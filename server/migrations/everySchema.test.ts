import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCopier } from '../backup/openCopier.ts';
import type { Database } from '../ports/database/database.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { describeDatabaseUrls } from '../testing/databases.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { findLost, rowsOfAll, schemaOf, writeRows } from '../testing/schemas/check.ts';
import { putFixture } from '../testing/schemas/fixtures.ts';
import { useFixture, WHOLE } from '../testing/schemas/use.ts';
import { MIGRATIONS } from './index.ts';

const isLong = process.env.RONDO_LONG === '1';
const names = Object.keys(MIGRATIONS);

/** Opens a database, and closes it behind the work. */
async function opened<T>(
  place: { databaseUrl: string | undefined; dataFolder: string },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(place);
  return work(database).finally(() => database.close());
}

/** Those before a migration that changes rows; all in the long run. */
const onPostgres = isLong ? names : ['0005-uploads', '0025-doors'];

describeDatabaseUrls('a database of an earlier version', (newUrl, { isThorough }) => {
  for (const name of isThorough ? names : onPostgres) {
    it(`after ${name} opens in this one, with every row`, async () => {
      const folder = await temporaryFolder();
      const fresh = await temporaryFolder();
      await putFixture(folder.path, name);
      const embedded = { databaseUrl: undefined, dataFolder: folder.path };
      const before = await opened(embedded, rowsOfAll);
      const place = { ...embedded, databaseUrl: await newUrl() };
      if (place.databaseUrl) {
        const path = join(folder.path, 'copy.jsonl.gz');
        await writeRows(path, name, before);
        await (await openCopier(place)).load(path);
      }
      const { schema, after } = await opened(place, async (database) => {
        await database.migrate();
        return { schema: await schemaOf(database), after: await rowsOfAll(database) };
      });
      const empty = { databaseUrl: place.databaseUrl && (await newUrl()), dataFolder: fresh.path };
      const wanted = await opened(empty, async (database) => {
        await database.migrate();
        return schemaOf(database);
      });
      expect(findLost(name, before, after)).toEqual([]);
      expect(schema).toEqual(wanted);
      await fresh.remove();
      await folder.remove();
    });
  }
});

describe('a server', () => {
  const withJams = names.filter((name) => name >= '0003-jams');
  for (const name of isLong ? withJams : ['0003-jams', '0026-rights-of-old-imports']) {
    it(`starts on a database after ${name}: sign-in, jam, rifff and sound are there`, async () => {
      const folder = await temporaryFolder();
      await putFixture(folder.path, name);
      expect(await useFixture(folder.path)).toEqual(WHOLE);
      await folder.remove();
    });
  }
});
