import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { inLanes } from '../plugins/inLanes.ts';
import { BlobMissingError, type BlobReader, type BlobStore } from '../ports/blobs/blobStore.ts';

/** Files copied at the same time. */
const LANES = 4;

/** What became of the files that a database names. */
export interface CopiedFiles {
  readonly copied: number;
  /** Were there already, and whole. */
  readonly kept: number;
  /** Their bytes altogether. */
  readonly bytes: number;
  /** SHA-256 of those that the source does not have, or not whole. */
  readonly missing: readonly string[];
}

/** Bytes of a blob when its content is what its name says, read from its first byte to its last; else undefined. */
async function wholeSize(blobs: BlobReader, hash: string): Promise<number | undefined> {
  const digest = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(await blobs.get(hash), async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength;
        digest.update(chunk);
      }
    });
  } catch (error) {
    if (error instanceof BlobMissingError) return undefined;
    throw error;
  }
  return digest.digest('hex') === hash ? bytes : undefined;
}

/** Copies one blob and reads it again. @returns whether the source had it whole */
async function copyFile(from: BlobReader, to: BlobStore, hash: string): Promise<boolean> {
  const source = await from.get(hash).catch((error: unknown) => {
    if (error instanceof BlobMissingError) return undefined;
    throw error;
  });
  if (!source) return false;
  const stored = await to.put(source);
  if (stored.hash === hash) return true;
  // Content that changed lies under the name of what it is now, which nothing asks for.
  await to.delete(stored.hash);
  return false;
}

/**
 * Brings every blob of `hashes` from one store to another, and verifies each there by its SHA-256 after writing.
 * What lies there whole already is not copied again. Throws when a store fails, or loses what it has just taken.
 */
export async function copyFiles(
  from: BlobReader,
  to: BlobStore,
  hashes: readonly string[],
): Promise<CopiedFiles> {
  let [copied, kept, bytes] = [0, 0, 0];
  const missing: string[] = [];
  const copyOne = async (hash: string) => {
    const known = await wholeSize(to, hash);
    if (known !== undefined) {
      kept += 1;
      bytes += known;
      return;
    }
    // What is damaged there would be taken for the same content by its size.
    await to.delete(hash);
    if (!(await copyFile(from, to, hash))) {
      missing.push(hash);
      return;
    }
    const size = await wholeSize(to, hash);
    if (size === undefined) throw new Error(`the file ${hash} was not stored as it was written`);
    copied += 1;
    bytes += size;
  };
  await inLanes(hashes, LANES, copyOne);
  return { copied, kept, bytes, missing: missing.sort() };
}
