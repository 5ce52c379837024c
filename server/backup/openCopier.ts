import type { Settings } from '../settings.ts';
import type { DatabaseCopier } from './databaseCopy.ts';

/**
 * The copier for the database that the settings name.
 * @param kind another engine, to read copies of it
 */
export async function openCopier(
  { databaseUrl, dataFolder }: Pick<Settings, 'databaseUrl' | 'dataFolder'>,
  kind: DatabaseCopier['kind'] = databaseUrl ? 'postgres' : 'sqlite',
): Promise<DatabaseCopier> {
  if (kind === 'postgres') {
    const { postgresCopier } = await import('./postgresCopy.ts');
    return postgresCopier(databaseUrl ?? '');
  }
  const { sqliteCopier } = await import('./sqliteCopy.ts');
  return sqliteCopier(dataFolder);
}
