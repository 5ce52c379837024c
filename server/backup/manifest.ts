import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { syncFolder } from '../ports/blobs/syncFolder.ts';
import { StartError } from '../startError.ts';

const NAME = 'backup.json';

const ManifestSchema = z.object({
  format: z.literal(1),
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

/** What a folder of a backup holds: `backup.json` names the one copy of the database that was verified last. */
export type Manifest = z.infer<typeof ManifestSchema>;

/** SHA-256 of a file in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Reads `backup.json` of a folder. Throws a `StartError` where there is none, or none that can be read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw new StartError(`There is no backup in ${folder}: it has no ${NAME}.`);
  }
  try {
    return ManifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(
      `The file ${join(folder, NAME)} cannot be read: it is damaged, or of a newer version.`,
      { cause },
    );
  }
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
