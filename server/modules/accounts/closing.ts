import { sql, type Transaction } from 'kysely';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { JAM_CODES } from '../../kernel/codes.ts';
import { noteLoose } from '../../kernel/content.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import { endOffice } from '../../plugins/offices.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { findsRow, hasRow, insertOnce, removeRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { removeWaysIn } from '../auth/factors.ts';
import { endAllSessions } from '../auth/sessions.ts';
import { leaveClubs } from '../clubs/passingOn.ts';
import { forgetEmbeds } from '../feed/repo.ts';
import { closeJams } from '../jams/closing.ts';
import * as moderation from '../moderation/ownership.ts';
import { hasPlaylists } from '../playlists/ownership.ts';
import { removePinned } from '../uploads/ownership.ts';
import * as repo from './repo.ts';

/** Takes what can be reached without the belongings, and notes those for removal; again: nothing changes. */
async function shut(
  database: Database,
  queries: Transaction<Schema>,
  userId: string,
  nowMs: number,
): Promise<void> {
  await endAllSessions(queries, userId);
  await removeRows(queries, 'tickets', { userId });
  await removeWaysIn(queries, userId);
  await removeRows(queries, 'signIns', { userId });
  const avatar = await repo.findAvatar(queries, userId);
  if (avatar) await noteLoose(queries, [avatar.hash]);
  await repo.deleteAvatar(queries, userId);
  await removePinned(queries, userId);
  await endOffice(queries, userId);
  await removeRows(queries, 'pupils', { userId });
  await moderation.removeOwned(queries, userId);
  // Before its jams: the locks of clubs come first, and channels are not its own then.
  await leaveClubs(database, queries, userId, nowMs);
  await closeJams(database, queries, userId, nowMs);
  await insertOnce(queries, 'departures', { userId, closed: nowMs });
  await forgetEmbeds(queries);
}

/**
 * Closes an account in one small transaction, however much it owns: every session of it ends and there is no signing
 * in, nothing of it can be seen, its profile, address, picture and pinned track are gone, and what is left is noted for
 * removal.
 * @param check throws, while no other code writes for the account, where it is not to be closed after all
 * @throws ApiError `unauthorised` when it was closed already
 */
export async function closeAccount(
  database: Database,
  userId: string,
  nowMs: number,
  check?: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockAccount(database, transaction, userId);
    await check?.(transaction);
    if (!(await repo.findAccount(transaction, userId))) {
      throw new ApiError('unauthorised', 'This account is gone');
    }
    await shut(database, transaction, userId, nowMs);
    await repo.eraseAccount(transaction, userId);
  });
}

/** Deleted accounts that are looked at in one go, with a dozen small queries each. */
const ACCOUNTS = 5;

/**
 * Tables whose rows of an account (by `userId`) are all gone when its removal is over. Rifffs are looked at apart: of
 * those that others answered an empty row stays. A test compares it with the schema.
 */
export const OWNED = [
  'sessions',
  'tickets',
  'passkeys',
  'challenges',
  'timeCodes',
  'recoveryCodes',
  'providerLinks',
  'providerStarts',
  'signIns',
  'avatars',
  'imports',
  'jamLoops',
  'members',
  'rifffHides',
  'shares',
  'likes',
  'hides',
  'follows',
  'comments',
  'chartVoices',
  'weekWinners',
  'reports',
  'tracks',
  'offices',
  'pupils',
  'suspensions',
  'appeals',
  'messages',
  'reactions',
  'jamFiles',
  'blocks',
  'notices',
  'noticeSettings',
  'pushSubscriptions',
  'jamReports',
  'profileReports',
  'arcadeRuns',
  'arcadeBest',
  'clubMembers',
  'clubImages',
  'playlistReactions',
  'lookMakers',
  'roomLooks',
  'shareLooks',
  'walletAccounts',
  'walletChallenges',
  'mints',
  'tokenMakers',
  'subscriptions',
  'grants',
  'redemptions',
  'syncDatabases',
  'waitingMails',
] as const;

/** Has an account a row in one of these tables? */
export async function hasRows(
  queries: Queries,
  tables: readonly ((typeof OWNED)[number] | 'rifffs')[],
  userId: string,
): Promise<boolean> {
  for (const table of tables) if (await hasRow(queries, table, { userId })) return true;
  return false;
}

/** Does anything belong to an account that is deleted, though it should be gone? */
async function ownsAnything(queries: Queries, userId: string): Promise<boolean> {
  if (await hasRows(queries, OWNED, userId)) return true;
  if (await hasPlaylists(queries, userId)) return true;
  if (await hasRow(queries, 'looks', { ownerId: userId })) return true;
  if (await hasRow(queries, 'classes', { teacherId: userId })) return true;
  const codes = { createdBy: userId, kind: [...JAM_CODES, 'club'] } as const;
  if (await hasRow(queries, 'codes', codes)) return true;
  const rifff = await queries
    .selectFrom('rifffs')
    .select('id')
    .where('userId', '=', userId)
    .where('digest', '!=', '')
    .limit(1)
    .executeTakeFirst();
  if (rifff) return true;
  return findsRow(
    queries
      .selectFrom('jams')
      .where('ownerId', '=', userId)
      .where((where) => where.or([where('name', '!=', ''), where('access', '!=', 'private')])),
  );
}

/**
 * Looks at some deleted accounts, and notes those for removal that something still belongs to: calls that raced a
 * deletion in an older version left such rows. Accounts of the demo are left to the demo.
 * @param after id of the last account of the time before; empty at the beginning
 * @returns where to go on, or null behind the last one
 */
export async function noteLeftBehind(
  database: Database,
  after: string,
  nowMs: number,
): Promise<string | null> {
  const accounts = await database.queries
    .selectFrom('accounts')
    .select('id')
    // As the index of those that are gone has it.
    .where(sql<boolean>`${sql.ref('isDeleted')}`)
    .where('isDemo', '=', false)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ACCOUNTS)
    .execute();
  for (const { id } of accounts) {
    if (!(await ownsAnything(database.queries, id))) continue;
    await database.transaction(async (transaction) => {
      await lockAccount(database, transaction, id);
      await shut(database, transaction, id, nowMs);
    });
  }
  return accounts.length < ACCOUNTS ? null : (accounts.at(-1)?.id ?? null);
}
