import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Server } from '../../kernel/module.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import type { Turns } from './turns.ts';
import type { Waiting } from './waiting.ts';

/** What everything under `/db` shares. */
export interface SyncContext extends Pick<Server, 'database' | 'blobs'> {
  /** What one database may occupy. */
  readonly quotaBytes: number;
  readonly waiting: Waiting;
  readonly turns: Turns;
}

/** A database that a call is about, and whose it is. */
export interface Place {
  readonly name: string;
  readonly userId: string;
}

const PREFIX = 'user_appdata$';

/** What the database of an account is called. */
export const databaseOf = (userId: string): string => `${PREFIX}${userId}`;

/** Whose database this would be; null for a name that none of ours has. */
export function ownerOf(name: string): string | null {
  const owner = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '';
  return /^[A-Za-z0-9_-]{1,64}$/.test(owner) ? owner : null;
}

/** Content of an attachment that lies in the store of files. */
export interface Received {
  readonly digest: string;
  readonly hash: string;
  readonly bytes: number;
}

const digestText = (md5: Buffer): string => `md5-${md5.toString('base64')}`;

/** Stores content while it comes. Throws `BlobTooLargeError` past `maxBytes`. */
export async function receiveStream(
  blobs: BlobStore,
  source: Readable,
  maxBytes: number,
): Promise<Received> {
  const md5 = createHash('md5');
  source.on('data', (chunk: Buffer) => md5.update(chunk));
  source.pause();
  const { hash, size } = await blobs.put(source, { maxBytes });
  return { digest: digestText(md5.digest()), hash, bytes: size };
}
