import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ArcadeMode } from '../../../src/data/contract/arcade.ts';
import { findOrMakeKey } from '../../plugins/serverKey.ts';
import type { Queries } from '../../ports/database/database.ts';

/** Name of the note that holds the key of start tokens. */
const KEY_NOTE = 'arcade-key';

/** What a start token says: which run, and when it began by the clock of the server. */
export interface RunStart {
  readonly runId: string;
  readonly mode: ArcadeMode;
  readonly seed: string;
  readonly startedMs: number;
}

const sign = (key: string, text: string) => createHmac('sha256', key).update(text).digest();

/** The key that all nodes sign with. */
const keyOf = (queries: Queries) =>
  findOrMakeKey(queries, KEY_NOTE, () => randomBytes(32).toString('base64url'));

/** A start as a text that only this server can have written: its JSON and an HMAC-SHA256 of it, in base64url. */
export async function signStart(queries: Queries, start: RunStart): Promise<string> {
  const { runId, mode, seed, startedMs } = start;
  const text = Buffer.from(JSON.stringify([runId, mode, seed, startedMs])).toString('base64url');
  const key = await keyOf(queries);
  return `${text}.${sign(key, text).toString('base64url')}`;
}

/** What a start token says; null for a text that this server has not written. */
export async function readStart(queries: Queries, token: string): Promise<RunStart | null> {
  const [text = '', signature = '', ...more] = token.split('.');
  if (more.length > 0) return null;
  const key = await keyOf(queries);
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(key, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [runId, mode, seed, startedMs] = JSON.parse(
    Buffer.from(text, 'base64url').toString('utf8'),
  ) as [string, ArcadeMode, string, number];
  return { runId, mode, seed, startedMs };
}
