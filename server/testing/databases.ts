import { afterAll, beforeAll, describe } from 'vitest';
import { type Database, openDatabase } from '../ports/database/database.ts';
import { temporaryFolder } from './folders.ts';
import { hasPostgres, startPostgres, type TestPostgres } from './postgres.ts';

/** Opens a new, empty, not yet migrated database; everything is closed after the suite. */
export type OpenEmpty = () => Promise<Database>;

/** Runs the same suite on SQLite and on PostgreSQL, the latter where the machine has one. */
export function describeDatabases(name: string, suite: (open: OpenEmpty) => void): void {
  describe(`${name} on SQLite`, () => {
    const cleanups: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    });
    suite(async () => {
      const folder = await temporaryFolder();
      const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder.path });
      cleanups.push(folder.remove, () => database.close());
      return database;
    });
  });

  describe.skipIf(!hasPostgres())(`${name} on PostgreSQL`, () => {
    const opened: Database[] = [];
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(async () => {
      for (const database of opened) await database.close();
      await postgres?.stop();
    });
    suite(async () => {
      const databaseUrl = await postgres.createDatabase();
      const database = await openDatabase({ databaseUrl, dataFolder: '' });
      opened.push(database);
      return database;
    });
  });
}
