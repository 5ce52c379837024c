/**
 * Copies of the database alone under `backups` in the data folder. `before-<migration>` was made before that migration was
 * applied, for going back to the version before; `newer-<time>` is what a rollback replaced. Migrations change no files, so
 * the files stay where they are.
 */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { syncFolder } from '../ports/blobs/syncFolder.ts';
import type { BackupSettings } from './backup.ts';
import { copyName, takeFolder } from './copyFolder.ts';
import type { Survey } from './databaseCopy.ts';
import { type Copy, copiesOf, findManifest, hashFile, writeManifest } from './manifest.ts';
import { openCopier } from './openCopier.ts';

const BEFORE = 'before-';
const AFTER = 'after.json';
/** Copies from before upgrades that stay. */
const KEPT = 2;

/** What the tables of people held when an upgrade was done and no one had written yet. */
const AfterSchema = z.record(z.string(), z.object({ rows: z.number(), sum: z.string() }));

/** Where these copies lie. */
export const upgradeFolder = (dataFolder: string): string => join(dataFolder, 'backups');

/** A copy in a folder of its own. */
export interface UpgradeCopy {
  /** Name of the folder. */
  readonly name: string;
  /** Absolute path of the folder. */
  readonly folder: string;
  readonly copy: Copy;
}

/** The copies of a server, newest first. Folders without a finished copy are left out. */
export async function listUpgradeCopies(dataFolder: string): Promise<UpgradeCopy[]> {
  const root = upgradeFolder(dataFolder);
  const found: UpgradeCopy[] = [];
  for (const name of await readdir(root).catch(() => [])) {
    const folder = join(root, name);
    const manifest = await findManifest(folder).catch(() => undefined);
    if (manifest?.isDatabaseOnly) found.push({ name, folder, copy: copiesOf(manifest)[0]! });
  }
  return found.sort((a, b) => (a.copy.made < b.copy.made ? 1 : -1));
}

/** The migration that a copy was made before; undefined for what a rollback replaced. */
export const migrationOf = ({ name }: Pick<UpgradeCopy, 'name'>): string | undefined =>
  name.startsWith(BEFORE) ? name.slice(BEFORE.length) : undefined;

/**
 * Writes a verified copy of the database into a folder under `backups`; one that was there goes once the new one is on the disk.
 * Throws what hindered it; then the folder holds what it held.
 */
export async function copyDatabase(settings: BackupSettings, name: string): Promise<UpgradeCopy> {
  const folder = join(upgradeFolder(settings.dataFolder), name);
  const release = await takeFolder(folder);
  const made = new Date();
  const copier = await openCopier(settings);
  const database = copyName(made, copier);
  const incoming = join(folder, `${database}.part`);
  try {
    await copier.write(incoming);
    const { rows, hashes } = await copier.inspect(incoming);
    const copy: Copy = {
      made: made.toISOString(),
      kind: copier.kind,
      database,
      sha256: await hashFile(incoming),
      rows,
      files: hashes.length,
      missing: [],
    };
    await rm(join(folder, AFTER), { force: true });
    await rename(incoming, join(folder, database));
    await syncFolder(folder);
    await writeManifest(folder, { format: 1, ...copy, keep: 1, copies: [], isDatabaseOnly: true });
    for (const old of await readdir(folder)) {
      if (old.startsWith('database-') && old !== database) await rm(join(folder, old));
    }
    return { name, folder, copy };
  } finally {
    await rm(incoming, { force: true });
    await release();
  }
}

/** Makes the copy from before a migration. Of those of earlier upgrades the newest stays. */
export async function copyBefore(
  settings: BackupSettings,
  migration: string,
): Promise<UpgradeCopy> {
  const made = await copyDatabase(settings, `${BEFORE}${migration}`);
  const all = await listUpgradeCopies(settings.dataFolder);
  for (const old of all.filter((one) => migrationOf(one)).slice(KEPT)) {
    await rm(old.folder, { recursive: true, force: true });
  }
  return made;
}

/** Tables that the server fills by itself; nothing of people is in them alone. */
const OWN_TABLES: readonly string[] = ['limits', 'notes', 'searchDocs', 'searchWords'];

/** Tables of people, as they are now. */
export function ofPeople({ tables }: Survey): Survey['tables'] {
  return Object.fromEntries(Object.entries(tables).filter(([name]) => !OWN_TABLES.includes(name)));
}

/**
 * Notes beside a copy what the upgraded database holds before anyone writes to it. Where another server is connected it may have
 * written already: then nothing is noted, and a rollback asks whether what it does not know may be lost.
 */
export async function noteAfter(settings: BackupSettings, { folder }: UpgradeCopy): Promise<void> {
  const copier = await openCopier(settings);
  if (!(await copier.isAlone())) return;
  const survey = await copier.survey();
  const incoming = join(folder, `${AFTER}.part`);
  await writeFile(incoming, `${JSON.stringify(ofPeople(survey))}\n`, { mode: 0o600 });
  await rename(incoming, join(folder, AFTER));
}

/** What was noted; undefined where it was not, or cannot be read. */
export async function readAfter({ folder }: UpgradeCopy): Promise<Survey['tables'] | undefined> {
  try {
    return AfterSchema.parse(JSON.parse(await readFile(join(folder, AFTER), 'utf8')));
  } catch {
    return undefined;
  }
}
