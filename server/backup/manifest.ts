import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { syncFolder } from '../ports/blobs/syncFolder.ts';
import { StartError } from '../startError.ts';

const NAME = 'backup.json';

const CopySchema = z.object({
  /** When the copy of the database was made, ISO 8601. */
  made: z.string(),
  kind: z.enum(['sqlite', 'postgres']),
  /** Name of the copy in the folder. */
  database: z.string().regex(/^database-[A-Za-z0-9.-]+$/),
  /** Of that file, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.record(z.string(), z.number()),
  /** Number of files under `blobs` that the database names. */
  files: z.number(),
  /** SHA-256 of files that it names and that the server itself no longer had whole. */
  missing: z.array(z.string()),
});

/** A verified copy of a database in the folder of a backup. */
export type Copy = z.infer<typeof CopySchema>;

const ManifestSchema = CopySchema.extend({
  format: z.literal(1),
  /** How many copies the last backup was told to keep; a folder of before has one. */
  keep: z.int().min(1).default(1),
  /** No files lie beside the copy: it was made for going back on the same server. */
  isDatabaseOnly: z.boolean().optional(),
  /** The copies before the newest, newest first. Versions that keep one copy do not read them. */
  copies: z.array(CopySchema).default([]),
});

/** What a folder of a backup holds: `backup.json` is about the newest copy of the database, and names those before it. */
export type Manifest = z.infer<typeof ManifestSchema>;

/** Every copy that a folder holds, newest first. */
export function copiesOf({ copies, ...newest }: Manifest): Copy[] {
  const { format: _, keep: _keep, isDatabaseOnly: _alone, ...copy } = newest;
  return [copy, ...copies];
}

/** SHA-256 of a file in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Reads `backup.json` of a folder; undefined where there is none. Throws a `StartError` where it cannot be read. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return ManifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(
      `The file ${join(folder, NAME)} cannot be read: it is damaged, or of a newer version.`,
      { cause },
    );
  }
}

/** Reads `backup.json` of a folder. Throws a `StartError` where there is none, or none that can be read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await findManifest(folder);
  if (!manifest) throw new StartError(`There is no backup in ${folder}: it has no ${NAME}.`);
  return manifest;
}

/** Rows of all tables of a copy. */
export const sumOf = (rows: Copy['rows']): number =>
  Object.values(rows).reduce((sum, number) => sum + number, 0);

/** A copy of the database, as lists show it. */
export interface ListedBackup {
  /** Its name in the folder, which `restore` takes as `copy`. */
  readonly database: string;
  /** When it was made, ISO 8601. */
  readonly made: string;
  /** Size of the copy of the database alone. */
  readonly bytes: number;
  /** Rows of all tables. */
  readonly rows: number;
  /** Files that it names. */
  readonly files: number;
  /** How many of these the server itself no longer had whole. */
  readonly missing: number;
}

/**
 * The copies that the folder of a backup holds, newest first; none where there is no backup. They were verified when
 * they were made and are not read here. Throws a `StartError` where `backup.json` cannot be read.
 */
export async function listBackups(folder: string): Promise<ListedBackup[]> {
  const manifest = await findManifest(folder);
  const listed: ListedBackup[] = [];
  for (const { database, made, rows, files, missing } of manifest ? copiesOf(manifest) : []) {
    const found = await stat(join(folder, database)).catch(() => undefined);
    if (!found) continue;
    const { size: bytes } = found;
    listed.push({ database, made, bytes, rows: sumOf(rows), files, missing: missing.length });
  }
  return listed;
}

/** Replaces `backup.json` in one step: the one before stands until this one is on the disk. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, NAME);
  const incoming = `${path}.part`;
  await rm(incoming, { force: true });
  const file = await open(incoming, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(incoming, path);
  await syncFolder(folder);
}
