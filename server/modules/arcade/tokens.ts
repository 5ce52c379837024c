import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ArcadeMode } from '../../../src/data/contract/arcade.ts';
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

async function findKey(queries: Queries): Promise<string | undefined> {
  const row = await queries
    .selectFrom('notes')
    .select('value')
    .where('name', '=', KEY_NOTE)
    .executeTakeFirst();
  return row?.value;
}

/** The key that all nodes sign with; made with the first run. */
async function findOrMakeKey(queries: Queries): Promise<string> {
  const known = await findKey(queries);
  if (known) return known;
  await queries
    .insertInto('notes')
    .values({ name: KEY_NOTE, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findKey(queries)) ?? '';
}

/** A start as a text that only this server can have written: its JSON and an HMAC-SHA256 of it, in base64url. */
export async function signStart(queries: Queries, start: RunStart): Promise<string> {
  const { runId, mode, seed, startedMs } = start;
  const text = Buffer.from(JSON.stringify([runId, mode, seed, startedMs])).toString('base64url');
  const key = await findOrMakeKey(queries);
  return `${text}.${sign(key, text).toString('base64url')}`;
}

/** What a start token says; null for a text that this server has not written. */
export async function readStart(queries: Queries, token: string): Promise<RunStart | null> {
  const [text = '', signature = '', ...more] = token.split('.');
  const key = await findKey(queries);
  if (!key || more.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(key, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [runId, mode, seed, startedMs] = JSON.parse(
    Buffer.from(text, 'base64url').toString('utf8'),
  ) as [string, ArcadeMode, string, number];
  return { runId, mode, seed, startedMs };
}
