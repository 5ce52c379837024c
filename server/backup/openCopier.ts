import type { Settings } from '../settings.ts';
import type { DatabaseCopier } from './databaseCopy.ts';

/** The copier for the database that the settings name. */
export async function openCopier(
  settings: Pick<Settings, 'databaseUrl' | 'dataFolder'>,
): Promise<DatabaseCopier> {
  if (settings.databaseUrl) {
    const { postgresCopier } = await import('./postgresCopy.ts');
    return postgresCopier(settings.databaseUrl);
  }
  const { sqliteCopier } = await import('./sqliteCopy.ts');
  return sqliteCopier(settings.dataFolder);
}
