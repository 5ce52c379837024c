import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BlobTooLargeError, type PutOptions, type StoredBlob } from './blobStore.ts';

/** A whole source in a temporary file, synced to the disk, with its hash and size. */
export interface Spooled extends StoredBlob {
  readonly path: string;
}

/** A half-written file older than this is not being sent any more. */
const ABANDONED_MS = 3_600_000;

/** Makes a folder for `spool`, and clears what a crash left in it. Other servers may be writing there. */
export async function openSpool(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another server may finish its file, or clear it, between the two.
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

const PROBE = Buffer.alloc(64 * 1024, 1);

/** Writes a little into the folder, brings it to the disk and takes it away. Throws when there is no room. */
export async function probeSpool(folder: string): Promise<void> {
  const { path } = await spool(folder, PROBE);
  await rm(path, { force: true });
}

/**
 * Streams `source` into a new file of `folder`. Throws `BlobTooLargeError` past `maxBytes`, or what the
 * source throws; then no file is left.
 */
export async function spool(
  folder: string,
  source: Readable | Uint8Array,
  { maxBytes = Number.POSITIVE_INFINITY }: PutOptions = {},
): Promise<Spooled> {
  const path = join(folder, `${randomBytes(16).toString('hex')}.part`);
  const file = await open(path, 'wx', 0o600);
  try {
    const written = await write(file, source, maxBytes);
    await file.sync();
    await file.close();
    return { path, ...written };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

async function write(
  file: FileHandle,
  source: Readable | Uint8Array,
  maxBytes: number,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  const chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> =
    source instanceof Uint8Array ? [source] : source;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BlobTooLargeError(maxBytes);
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  return { hash: hash.digest('hex'), size };
}
