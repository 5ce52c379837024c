import type { Database } from '../ports/database/database.ts';
import { firstMissing } from '../ports/database/migrate.ts';
import type { Settings } from '../settings.ts';
import { reasonOf, StartError } from '../startError.ts';
import { copyBefore, noteAfter, upgradeFolder } from './upgradeCopies.ts';

/** An upgrade of which a copy was made. */
export interface CopiedUpgrade {
  /** The migration that the copy was made before. */
  readonly migration: string;
  /** Notes what there is now, so that a rollback knows what was written since. Before anyone is served. */
  done(): Promise<void>;
}

/**
 * Copies the database before migrations change it, where it is not new and lacks some.
 * @returns undefined where there is nothing to copy, or the settings leave it out
 * @throws StartError where the copy cannot be made; the database was not touched
 */
export async function backUpBeforeUpgrade(
  settings: Settings,
  database: Database,
): Promise<CopiedUpgrade | undefined> {
  if (!settings.backsUpBeforeUpgrade || (await database.isNew())) return undefined;
  const migration = await firstMissing(database.queries);
  if (migration === undefined) return undefined;
  try {
    const copy = await copyBefore(settings, migration);
    return { migration, done: () => noteAfter(settings, copy) };
  } catch (cause) {
    throw new StartError(
      `The database cannot be copied before it is brought up to date (${reasonOf(cause).replace(/\.$/, '')}), and was left as it is: make room in ${upgradeFolder(settings.dataFolder)}, or set BACKUP_BEFORE_UPGRADE to off if you have a backup of your own.`,
      { cause },
    );
  }
}
