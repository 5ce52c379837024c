import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { reasonOf, StartError } from '../../startError.ts';
import { assertHash, BlobMissingError, type BlobStore, type StoredBlob } from './blobStore.ts';
import { openSpool, spool } from './spool.ts';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** A renamed or new file survives a power cut only when its folder is synced too. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there the file system journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

class DiskBlobs implements BlobStore {
  readonly #root: string;
  readonly #spool: string;

  constructor(root: string) {
    this.#root = root;
    this.#spool = join(root, 'incoming');
  }

  /** Makes the folders and clears what a crash left half written. */
  async open(): Promise<void> {
    await openSpool(this.#spool);
    await syncFolder(dirname(this.#root));
    await this.check();
  }

  async put(...[source, options]: Parameters<BlobStore['put']>): Promise<StoredBlob> {
    const { path, hash, size } = await spool(this.#spool, source, options);
    try {
      const target = this.#path(hash);
      const folder = dirname(target);
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
        await syncFolder(this.#root);
      await rename(path, target);
      await syncFolder(folder);
    } finally {
      await rm(path, { force: true });
    }
    return { hash, size };
  }

  async get(hash: string): Promise<Readable> {
    return this.#read(hash, {});
  }

  async getRange(hash: string, start: number, end: number): Promise<Readable> {
    return this.#read(hash, { start, end });
  }

  async stat(hash: string): Promise<StoredBlob | undefined> {
    try {
      const { size } = await stat(this.#path(hash));
      return { hash, size };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async has(hash: string): Promise<boolean> {
    return (await this.stat(hash)) !== undefined;
  }

  async delete(hash: string): Promise<void> {
    await rm(this.#path(hash), { force: true });
  }

  async check(): Promise<void> {
    await access(this.#spool, constants.W_OK);
  }

  async close(): Promise<void> {}

  /** Opens before it answers, so that a missing blob is an error of the call and not of the stream. */
  async #read(hash: string, range: { start?: number; end?: number }): Promise<Readable> {
    try {
      const handle = await open(this.#path(hash), 'r');
      return createReadStream('', { fd: handle, ...range });
    } catch (error) {
      if (isMissing(error)) throw new BlobMissingError(hash);
      throw error;
    }
  }

  #path(hash: string): string {
    assertHash(hash);
    return join(this.#root, hash.slice(0, 2), hash.slice(2));
  }
}

/** Blobs under `blobs` in `dataFolder`. Throws a `StartError` when the folder cannot be written. */
export async function openDiskBlobs(dataFolder: string): Promise<BlobStore> {
  const root = join(dataFolder, 'blobs');
  const blobs = new DiskBlobs(root);
  try {
    await blobs.open();
  } catch (error) {
    throw new StartError(`The folder ${root} cannot be written (${reasonOf(error)}).`, {
      cause: error,
    });
  }
  return blobs;
}
