import type { Readable } from 'node:stream';

/** What a blob is called and how many bytes it has. */
export interface StoredBlob {
  /** SHA-256 of the content, 64 hex digits. */
  readonly hash: string;
  readonly size: number;
}

export interface PutOptions {
  /** A longer source is refused with `BlobTooLargeError` and leaves nothing behind. */
  readonly maxBytes?: number;
}

/**
 * The blob port: immutable content under the SHA-256 of itself. The same content put twice is one blob.
 * A blob is whole or absent, never in between, and lasts from the moment `put` resolves.
 */
export interface BlobStore {
  put(source: Readable | Uint8Array, options?: PutOptions): Promise<StoredBlob>;
  /** The whole content. Throws `BlobMissingError`. */
  get(hash: string): Promise<Readable>;
  /** Bytes `start` to `end`, both included and inside the blob. Throws `BlobMissingError`. */
  getRange(hash: string, start: number, end: number): Promise<Readable>;
  stat(hash: string): Promise<StoredBlob | undefined>;
  has(hash: string): Promise<boolean>;
  /** Deleting what is not there is no error. */
  delete(hash: string): Promise<void>;
  /** Is anything stored? Says nothing about how much. */
  hasAny(): Promise<boolean>;
  /** Throws when the store does not answer, or the folder for what is on its way has no room. Cheap. */
  check(): Promise<void>;
  /** Stores a little and takes it away again; throws when the store itself takes nothing at present. */
  tryWrite(): Promise<void>;
  close(): Promise<void>;
}

/** A store of which content is only read. */
export type BlobReader = Pick<BlobStore, 'get'>;

export class BlobMissingError extends Error {
  constructor(hash: string) {
    super(`no blob ${hash}`);
    this.name = 'BlobMissingError';
  }
}

export class BlobTooLargeError extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`the file is longer than ${maxBytes} bytes`);
    this.name = 'BlobTooLargeError';
    this.maxBytes = maxBytes;
  }
}

/** What a store answers; undefined where it says that nothing is there. */
export const unlessMissing = <T>(
  answer: Promise<T>,
  isMissing: (error: unknown) => boolean,
): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Refuses anything that is not a SHA-256 in hex, before it becomes part of a path. */
export function assertHash(hash: string): void {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new TypeError('not a SHA-256 in hex');
}
