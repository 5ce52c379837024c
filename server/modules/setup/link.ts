/** The link that sets up a server: the person who opens it becomes administrator. Its token is kept as a hash, as those of mails are. */
import type { Transaction } from 'kysely';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { sha256 } from '../../plugins/identity.ts';
import { hasAdministrator } from '../../plugins/offices.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { findRow, removeRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { Settings } from '../../settings.ts';
import { findTicket, insertTicket, takeTicket } from '../auth/repo.ts';
import { newSecret } from '../auth/sessions.ts';

const MINUTE_MS = 60_000;
/** So long a link holds. */
export const LINK_MINUTES = 30;
/** Servers of one installation that start within this time start together. */
const TOGETHER_MS = MINUTE_MS;

/** Said of every link that does not hold, whatever is wrong with it. */
const STALE = 'This link was used already, is too old, or a newer one was made';

/** Where a link leads. The token is in the fragment, which no server and no proxy is sent. @param origin without a slash */
export const setupUrl = (origin: string, token: string): string => `${origin}/setup#${token}`;

/** Inside a transaction: makes a token of 192 bits, in place of the one before. */
async function makeToken(transaction: Queries, nowMs: number): Promise<string> {
  const token = newSecret();
  await removeRows(transaction, 'tickets', { kind: 'setup' });
  await insertTicket(transaction, {
    tokenHash: sha256(token),
    kind: 'setup',
    userId: '',
    created: nowMs,
    expires: nowMs + LINK_MINUTES * MINUTE_MS,
    remoteHash: null,
  });
  return token;
}

/** Takes turns with every other server and command that makes one. */
function inTurn<T>(
  database: Database,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await database.lock(transaction, 'setup-link');
    return work(transaction);
  });
}

/** Makes a new token, even where there are administrators. For the shell of the host, which may do that. */
export const makeSetupToken = (database: Database, nowMs: number): Promise<string> =>
  inTurn(database, (transaction) => makeToken(transaction, nowMs));

/**
 * The token of a start: a new one while no account is administrator; null where one is, or where another server of this
 * installation, starting at the same time, has made one.
 */
export const offerSetupToken = (
  database: Database,
  settings: Pick<Settings, 'admins'>,
  nowMs: number,
): Promise<string | null> =>
  inTurn(database, async (transaction) => {
    if (await hasAdministrator(transaction, settings)) return null;
    // Only a shared database has several servers; one that is started again prints a link of its own.
    if (database.kind === 'postgres') {
      const known = await findRow(transaction, 'tickets', { kind: 'setup' }, ['created']);
      // Either way: the one with the later clock may have been first.
      if (known && Math.abs(nowMs - known.created) < TOGETHER_MS) return null;
    }
    return makeToken(transaction, nowMs);
  });

const keyOf = (token: string) => ({ tokenHash: sha256(token), kind: 'setup' }) as const;

/** Until when a link holds, in milliseconds since the epoch. Throws `bad_request` for one that does not. */
export async function requireLink(queries: Queries, token: string, nowMs: number): Promise<number> {
  const ticket = await findTicket(queries, keyOf(token), nowMs);
  if (!ticket) throw new ApiError('bad_request', STALE);
  return ticket.expires;
}

/** Inside a transaction: uses a link up. Of two who open it at once one gets it; throws `bad_request` for the other. */
export async function takeLink(queries: Queries, token: string, nowMs: number): Promise<void> {
  if (!(await takeTicket(queries, keyOf(token), nowMs))) throw new ApiError('bad_request', STALE);
}
