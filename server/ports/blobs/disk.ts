import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { reasonOf, StartError } from '../../startError.ts';
import {
  assertHash,
  BlobMissingError,
  type BlobReader,
  type BlobStore,
  unlessMissing,
} from './blobStore.ts';
import { openSpool, probeSpool, spool } from './spool.ts';
import { syncFolder } from './syncFolder.ts';

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

class DiskBlobs implements BlobStore {
  readonly #root: string;
  readonly #spool: string;
  /** Folders whose names are on the disk, or on their way there, since this store was opened. */
  readonly #folders = new Map<string, Promise<void>>();

  constructor(root: string) {
    this.#root = root;
    this.#spool = join(root, 'incoming');
  }

  /** Makes the folders and clears what a crash left half written. */
  async open(): Promise<void> {
    await openSpool(this.#spool);
    await syncFolder(dirname(this.#root));
    // The data folder may be new too. An account that may not open the folder around it did not make it.
    await syncFolder(dirname(dirname(this.#root))).catch(() => {});
    // A full disk is no reason not to begin: what is there can be heard.
    await access(this.#spool, constants.W_OK);
  }

  async put(...[source, options]: Parameters<BlobStore['put']>) {
    const { path, hash, size } = await spool(this.#spool, source, options);
    try {
      const target = this.#path(hash);
      const folder = dirname(target);
      await this.#makeFolder(folder);
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

  async stat(hash: string) {
    const found = await unlessMissing(stat(this.#path(hash)), isMissing);
    return found && { hash, size: found.size };
  }

  async has(hash: string): Promise<boolean> {
    return (await this.stat(hash)) !== undefined;
  }

  async delete(hash: string): Promise<void> {
    await rm(this.#path(hash), { force: true });
  }

  async hasAny(): Promise<boolean> {
    for (const prefix of await readdir(this.#root)) {
      if (/^[0-9a-f]{2}$/.test(prefix) && (await readdir(join(this.#root, prefix))).length > 0) {
        return true;
      }
    }
    return false;
  }

  async check(): Promise<void> {
    await probeSpool(this.#spool);
  }

  async tryWrite(): Promise<void> {
    await this.check();
  }

  async close(): Promise<void> {}

  /** Opens before it answers, so that a missing blob is an error of the call and not of the stream. */
  async #read(hash: string, range: { start?: number; end?: number }): Promise<Readable> {
    const handle = await unlessMissing(open(this.#path(hash), 'r'), isMissing);
    if (!handle) throw new BlobMissingError(hash);
    return createReadStream('', { fd: handle, ...range });
  }

  /**
   * Makes a folder of the store and waits until its name is on the disk. A folder that is there already may be one that
   * another call has just made, or a process that was killed before it synced it: so each is synced once.
   */
  async #makeFolder(folder: string): Promise<void> {
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
    let made = this.#folders.get(folder);
    if (!made || isNew) {
      made = syncFolder(this.#root);
      this.#folders.set(folder, made);
      made.catch(() => this.#folders.delete(folder));
    }
    await made;
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

/** The same blobs to be read only: nothing is made or cleared, so the folder may be one that cannot be written. */
export function readDiskBlobs(dataFolder: string): BlobReader {
  return new DiskBlobs(join(dataFolder, 'blobs'));
}
