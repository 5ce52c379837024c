import { deleteCodesOf } from '../../kernel/codes.ts';
import { removeFiles, removeOneLoose, type Stores } from '../../kernel/content.ts';
import { AT_ONCE, createJob, type Job, type Pace } from '../../kernel/jobs.ts';
import type { Database } from '../../ports/database/database.ts';
import { listRows, removeRows, removeSome, updateRows } from '../../ports/database/rows.ts';
import { lockJam } from '../jams/events.ts';
import { type Gently, keepInOwnJams } from '../jams/keepInOwn.ts';
import { forgetRoomLooks } from '../looks/roomLooks.ts';
import { removePlaylistsOfClub } from '../playlists/ofClub.ts';
import { lockClub } from './context.ts';

/** What was begun elsewhere, or failed, is taken up again this often. */
const EVERY_MS = 10 * 60_000;
/** Clocks of two nodes differ: a club that one brings back in its last moment is gone by no other. */
export const PURGE_AFTER_MS = 60_000;
/** Rows of members, reports or notices that go in one transaction. */
const ROWS = 500;

/** Takes the cover and the looks of a channel: behind its end no code would look for them. */
const dropShown = (database: Database, jamId: string): Promise<void> =>
  database.transaction(async (transaction) => {
    await lockJam(database, transaction, jamId);
    await forgetRoomLooks(transaction, jamId);
    await removeFiles(transaction, 'jamFiles', { jamId, messageId: null });
    await updateRows(transaction, 'jams', { id: jamId }, { coverKey: null });
  });

/** Ends a channel: what everyone made in it is kept in their own jams, and it stays as a name that cannot be read. */
async function endChannel(database: Database, jamId: string, gently: Gently): Promise<void> {
  await gently(() => dropShown(database, jamId));
  await keepInOwnJams(database, jamId, gently);
}

/** Takes some of the members, the blocked ones too. @returns whether there may be more */
async function removeMembers(database: Database, clubId: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lockClub(database, transaction, clubId);
    return removeSome(transaction, 'clubMembers', { clubId }, { column: 'userId', size: ROWS });
  });
}

/** Takes what hangs on a club but for its members. */
const dropBelongings = (database: Database, clubId: string): Promise<void> =>
  database.transaction(async (transaction) => {
    await lockClub(database, transaction, clubId);
    await removePlaylistsOfClub(transaction, clubId);
    await removeFiles(transaction, 'clubImages', { clubId });
    await deleteCodesOf(transaction, ['club'], clubId);
    await removeRows(transaction, 'jamReports', { kind: 'club', ref: clubId });
  });

/** Ends a club, its channels first and its row last: as long as that is there, this begins again. */
async function endClub(database: Database, clubId: string, gently: Gently): Promise<void> {
  const { queries } = database;
  const channels = await listRows(queries, 'jams', { clubId }, ['id'], { columns: ['id'] });
  for (const { id } of channels) await endChannel(database, id, gently);
  await gently(() => dropBelongings(database, clubId));
  while (await gently(() => removeMembers(database, clubId)));
  await gently(() => removeRows(queries, 'clubs', { id: clubId }));
}

/**
 * Ends every channel that was deleted, and every club whose time is over. Each step changes nothing when it is made
 * again, so that several nodes may be at it, and a process that died in the middle leaves it to the next.
 */
export async function purgeClubs(
  { database, blobs }: Stores,
  nowMs: number,
  { gently, attempt }: Pace = AT_ONCE,
): Promise<void> {
  const { queries } = database;
  const deleted = await queries
    .selectFrom('jams')
    .select('id')
    .where('clubId', 'is not', null)
    .where('name', '=', '')
    .orderBy('id')
    .execute();
  for (const { id } of deleted) await attempt(id, () => endChannel(database, id, gently));
  const clubs = await queries
    .selectFrom('clubs')
    .select('id')
    .where('closes', '<=', nowMs - PURGE_AFTER_MS)
    .orderBy('closes')
    .orderBy('id')
    .execute();
  for (const { id } of clubs) await attempt(id, () => endClub(database, id, gently));
  await attempt('content', async () => {
    while (await gently(() => removeOneLoose({ database, blobs })));
  });
}

/** Ends channels and clubs while the server runs. */
export const purgeJob = (stores: Stores): Job =>
  createJob({
    name: 'ending clubs and channels',
    everyMs: EVERY_MS,
    round: (pace) => purgeClubs(stores, Date.now(), pace),
  });
