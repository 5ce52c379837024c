import { join } from 'node:path';
import { StartError } from '../startError.ts';
import type { BackupSettings } from './backup.ts';
import type { Survey } from './databaseCopy.ts';
import { openCopier } from './openCopier.ts';
import { checkCopy } from './restore.ts';
import {
  copyDatabase,
  listUpgradeCopies,
  migrationOf,
  ofPeople,
  readAfter,
  type UpgradeCopy,
  upgradeFolder,
} from './upgradeCopies.ts';

export interface RollbackOptions {
  /** Name of the copy under `backups`; without it the newest from before an upgrade. */
  readonly copy?: string | undefined;
  /** Goes back although something was written since. */
  readonly loseNewer?: boolean | undefined;
}

/** What a rollback did. */
export interface RollbackReport {
  readonly to: UpgradeCopy;
  /** What was there until now. */
  readonly replaced: UpgradeCopy;
  /** What was written since the upgrade, a phrase for each table. */
  readonly lost: readonly string[];
}

async function chooseCopy(dataFolder: string, name: string | undefined): Promise<UpgradeCopy> {
  const all = await listUpgradeCopies(dataFolder);
  const found = name
    ? all.find((one) => one.name === name)
    : all.find((one) => migrationOf(one) !== undefined);
  if (found) return found;
  const names = all.map((one) => one.name).join(', ') || 'none';
  const asked = name ? `no copy ${name}` : 'no copy from before an upgrade';
  throw new StartError(
    `There is ${asked} in ${upgradeFolder(dataFolder)} (it has ${names}): restore a backup.`,
  );
}

/** What differs from one time to another, a phrase for each table. */
function findWritten(then: Survey['tables'], now: Survey['tables']): string[] {
  const written: string[] = [];
  for (const table of new Set([...Object.keys(then), ...Object.keys(now)])) {
    const [before, after] = [then[table], now[table]];
    if (before?.sum === after?.sum && before?.rows === after?.rows) continue;
    const more = (after?.rows ?? 0) - (before?.rows ?? 0);
    const rows = Math.abs(more) === 1 ? 'row' : 'rows';
    const change =
      more === 0 ? 'rows changed' : `${Math.abs(more)} ${rows} ${more > 0 ? 'more' : 'fewer'}`;
    written.push(`${table}: ${change}`);
  }
  return written.sort();
}

/** What people and jobs wrote since the upgrade; undefined where no one noted what there was then. */
async function writtenSince(to: UpgradeCopy, now: Survey): Promise<string[] | undefined> {
  const then = await readAfter(to);
  return then && findWritten(then, ofPeople(now));
}

/**
 * Makes the database what it was before the last upgrade, for the version of then. What is there now is kept as a copy of
 * its own beside it. Throws a `StartError`, before anything is written, where there is no copy or a damaged one, where the
 * database is in use or was never upgraded past it, and where something was written since, unless that may be lost.
 */
export async function rollBack(
  settings: BackupSettings,
  { copy: name, loseNewer = false }: RollbackOptions = {},
): Promise<RollbackReport> {
  const to = await chooseCopy(settings.dataFolder, name);
  const copier = await openCopier(settings);
  if (copier.kind !== to.copy.kind) {
    throw new StartError(`The copy ${to.name} is of another database: mind DATABASE_URL.`);
  }
  await copier.assertIdle();
  const path = join(to.folder, to.copy.database);
  await checkCopy(copier, path, to.copy);
  const now = await copier.survey();
  const migration = migrationOf(to);
  if (migration && !now.migrations.includes(migration)) {
    throw new StartError(
      `The database has not had the migration ${migration}: it is as old as the copy ${to.name} already.`,
    );
  }
  const written = await writtenSince(to, now);
  if (!loseNewer && written === undefined) {
    throw new StartError(
      `What was written since the copy ${to.name} of ${to.copy.made} is not known and would be lost: add --lose-newer to go back all the same.`,
    );
  }
  if (!loseNewer && written && written.length > 0) {
    throw new StartError(
      `Something was written since the copy ${to.name} of ${to.copy.made} and would be lost (${written.join('; ')}): add --lose-newer to go back all the same.`,
    );
  }
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const replaced = await copyDatabase(settings, `newer-${stamp}`);
  await copier.load(path);
  return { to, replaced, lost: written ?? ['not known'] };
}
