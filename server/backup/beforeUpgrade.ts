import type { Database } from '../ports/database/database.ts';
import { firstMissing } from '../ports/database/migrate.ts';
import type { Settings } from '../settings.ts';
import { reasonOf, StartError } from '../startError.ts';
import { openCopier } from './openCopier.ts';
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
    const wasAlone = await (await openCopier(settings)).isAlone();
    const copy = await copyBefore(settings, migration);
    return {
      migration,
      // What another server writes from the copy on would be lost unseen: it is left open what was written.
      done: async () => (wasAlone ? noteAfter(settings, copy) : undefined),
    };
  } catch (cause) {
    throw new StartError(
      `The database cannot be copied before it is brought up to date (${reasonOf(cause).replace(/\.$/, '')}), and was left as it is: make room in ${upgradeFolder(settings.dataFolder)}, or set BACKUP_BEFORE_UPGRADE to off if you have a backup of your own.`,
      { cause },
    );
  }
}

/**
 * Copies the database and applies the migrations that it lacks. Of several nodes that start at once one does it and the others
 * wait: a copy that another makes meanwhile could be one of the new schema.
 * @returns what was copied, as `backUpBeforeUpgrade`
 * @throws StartError as that, and where a migration fails
 */
export const bringUpToDate = (
  settings: Settings,
  database: Database,
): Promise<CopiedUpgrade | undefined> =>
  database.inTurn('upgrade', async () => {
    const copied = await backUpBeforeUpgrade(settings, database);
    await database.migrate();
    return copied;
  });
