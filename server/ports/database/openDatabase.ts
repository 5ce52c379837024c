import type { Settings } from '../../settings.ts';
import type { Database } from './database.ts';

/** Opens PostgreSQL when `DATABASE_URL` is set, else the embedded SQLite in the data folder. */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataFolder'>,
): Promise<Database> {
  if (settings.databaseUrl) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(settings.databaseUrl);
  }
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(settings.dataFolder);
}
