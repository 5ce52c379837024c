/** Which copies of a database a folder of a backup keeps, and what goes with the others. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import { type Copy, copiesOf, type Manifest } from './manifest.ts';
import { openCopier } from './openCopier.ts';

/** Those of the copies whose file is still in the folder. */
export async function presentCopies(folder: string, copies: readonly Copy[]): Promise<Copy[]> {
  const present: Copy[] = [];
  for (const copy of copies) {
    if (await stat(join(folder, copy.database)).catch(() => undefined)) present.push(copy);
  }
  return present;
}

/** The newest `keep` copies, and the newest one that lacks no file. @param copies newest first */
export function keptCopies(copies: readonly Copy[], keep: number): Copy[] {
  const kept = copies.slice(0, keep);
  const whole = copies.find(({ missing }) => missing.length === 0);
  return whole && !kept.includes(whole) ? [...kept, whole] : kept;
}

/** What the copies of a folder name; undefined where one of them cannot be read, for then no one knows. */
async function namedBy(folder: string, copies: readonly Copy[]): Promise<string[] | undefined> {
  const named: string[] = [];
  for (const { kind, database } of copies) {
    const copier = await openCopier({ databaseUrl: undefined, dataFolder: folder }, kind);
    const hashes = await copier.hashes(join(folder, database)).catch(() => undefined);
    if (!hashes) return undefined;
    named.push(...hashes);
  }
  return named;
}

/**
 * Deletes copies of the database that the manifest does not name, and files that none of the others names. Where an
 * older copy is damaged no file is deleted.
 * @param newest SHA-256 of the files that the newest copy names
 * @returns how many files
 */
export async function prune(
  folder: string,
  to: BlobStore,
  manifest: Manifest,
  newest: readonly string[],
): Promise<number> {
  const copies = copiesOf(manifest);
  const kept = new Set(copies.map(({ database }) => database));
  for (const name of await readdir(folder)) {
    if (name.startsWith('database-') && !kept.has(name)) await rm(join(folder, name));
  }
  const older = await namedBy(folder, manifest.copies);
  if (!older) return 0;
  const named = new Set([...newest, ...older]);
  let pruned = 0;
  for (const prefix of await readdir(join(folder, 'blobs'))) {
    if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
    for (const rest of await readdir(join(folder, 'blobs', prefix))) {
      const hash = prefix + rest;
      if (named.has(hash) || !/^[0-9a-f]{64}$/.test(hash)) continue;
      await to.delete(hash);
      pruned += 1;
    }
  }
  return pruned;
}
