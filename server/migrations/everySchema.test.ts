import { describe, expect, it } from 'vitest';
import { describeDatabaseUrls } from '../testing/databases.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { findLost, laidFixture, opened, rowsOfAll, schemaOf } from '../testing/schemas/check.ts';
import { putFixture } from '../testing/schemas/fixtures.ts';
import { useFixture, WHOLE } from '../testing/schemas/use.ts';
import { MIGRATIONS } from './index.ts';

const isLong = process.env.RONDO_LONG === '1';
const names = Object.keys(MIGRATIONS);

/** Those before a migration that changes rows; all in the long run. */
const onPostgres = isLong ? names : ['0005-uploads', '0025-doors'];

describeDatabaseUrls('a database of an earlier version', (newUrl, { isThorough }) => {
  let newSchema: Promise<string[]> | undefined;
  const schemaOfNew = async () => {
    const { path: dataFolder, remove } = await temporaryFolder();
    const place = { dataFolder, databaseUrl: await newUrl() };
    return opened(place, async (database) => {
      await database.migrate();
      return schemaOf(database);
    }).finally(remove);
  };
  for (const name of isThorough ? names : onPostgres) {
    it(`after ${name} opens in this one, with every row`, async () => {
      const folder = await temporaryFolder();
      const place = { dataFolder: folder.path, databaseUrl: await newUrl() };
      const before = await laidFixture(place, name);
      const { schema, after } = await opened(place, async (database) => {
        await database.migrate();
        return { schema: await schemaOf(database), after: await rowsOfAll(database) };
      });
      newSchema ??= schemaOfNew();
      expect(findLost(name, before, after)).toEqual([]);
      expect(schema).toEqual(await newSchema);
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
