/**
 * Brings a database up to date and ends itself without warning in the middle of a migration: the arguments are the data folder,
 * the name of the migration, and before which of its statements.
 */
import { MIGRATIONS } from '../migrations/index.ts';
import { migrateToLatest } from '../ports/database/migrate.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { noting } from './schemas/landed.ts';

const [dataFolder, name, at] = process.argv.slice(2) as [string, string, string];
const die = () => process.kill(process.pid, 'SIGKILL');
const { up } = MIGRATIONS[name]!;
let count = 0;
const fatal = {
  up: async (db: Parameters<typeof up>[0]) => {
    const counted = noting(db, () => {
      count += 1;
      if (count === Number(at)) die();
    });
    await up(counted);
    // All of it is done, and nothing of it is said to be.
    die();
  },
};
const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataFolder });
await migrateToLatest(database.queries, { ...MIGRATIONS, [name]: fatal });
