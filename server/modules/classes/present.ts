import {
  type ClassBrief,
  type ClassPage,
  MAX_PUPILS,
  type Pupil,
} from '../../../src/data/contract/classes.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';
import { findRows, valuesOf } from '../../ports/database/rows.ts';
import type { ClassRow } from '../../ports/database/schemaAccounts.ts';
import { findChannels } from '../clubs/context.ts';
import type { ClassesContext } from './context.ts';

type Reading = Pick<ClassesContext, 'database' | 'presence'>;

/** Names of the channels that people are in now, by user id and club; the oldest channel of those that they are in. */
async function findPlaces({ database, presence }: Reading, clubIds: readonly string[]) {
  const channels = clubIds.length > 0 ? await findChannels(database.queries, clubIds) : [];
  // Everybody in the class, and the teacher.
  const here = await presence.inRooms(valuesOf(channels, 'id'), MAX_PUPILS + 1);
  const places = new Map<string, string>();
  for (const { id, clubId, name } of channels.toReversed()) {
    for (const userId of here.get(id)?.users ?? []) places.set(`${clubId} ${userId}`, name);
  }
  return places;
}

const presentBrief = (
  { id, name, isOpen, isPaused, clubId, created }: ClassRow,
  userIds: readonly string[],
  places: ReadonlyMap<string, string>,
): ClassBrief => ({
  id,
  name,
  pupils: userIds.length,
  here: userIds.filter((userId) => places.has(`${clubId} ${userId}`)).length,
  isOpen,
  isPaused,
  clubId,
  created,
});

/** Classes as the list of their teacher shows them, in the same order. */
export async function presentBriefs(
  context: Reading,
  rows: readonly ClassRow[],
): Promise<ClassBrief[]> {
  const { queries } = context.database;
  const [pupils, places] = await Promise.all([
    findRows(queries, 'pupils', { classId: valuesOf(rows, 'id') }, ['userId', 'classId']),
    findPlaces(context, valuesOf(rows, 'clubId')),
  ]);
  const byClass = Map.groupBy(pupils, ({ classId }) => classId);
  return rows.map((row) =>
    presentBrief(row, valuesOf(byClass.get(row.id) ?? [], 'userId'), places),
  );
}

/** Pupils of a class with the names that they are shown by, in the order of these. */
export async function findPupils(queries: Queries, classId: string) {
  const rows = await queries
    .selectFrom('pupils')
    .innerJoin('accounts', 'accounts.id', 'pupils.userId')
    .select(['pupils.userId', 'accounts.displayName as name', 'pupils.isMuted', 'pupils.cardHash'])
    .where('pupils.classId', '=', classId)
    .execute();
  const inOrder = new Intl.Collator('en', { numeric: true });
  return rows.sort((a, b) => inOrder.compare(a.name, b.name) || (a.userId < b.userId ? -1 : 1));
}

/** When accounts last used the server, ms since the epoch: by their sessions, and by when they signed in. */
async function findLastSeen(
  queries: Queries,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const used = queries
    .selectFrom('sessions')
    .select((build) => ['userId', build.fn.max<number>('lastUsed').as('at')])
    .where('userId', 'in', userIds)
    .groupBy('userId');
  const came = queries
    .selectFrom('signIns')
    .select((build) => ['userId', build.fn.max<number>('at').as('at')])
    .where('userId', 'in', userIds)
    .groupBy('userId');
  const entry = (row: { userId: string; at: number }) => [row.userId, Number(row.at)] as const;
  const [sessions, signIns] = await Promise.all([
    mapRows(userIds, used, entry),
    mapRows(userIds, came, entry),
  ]);
  for (const [userId, at] of signIns) sessions.set(userId, Math.max(at, sessions.get(userId) ?? 0));
  return sessions;
}

const countRifffs = (queries: Queries, userIds: readonly string[]) =>
  mapRows(
    userIds,
    queries
      .selectFrom('rifffs')
      .select((build) => ['userId', build.fn.countAll<number>().as('total')])
      .where('userId', 'in', userIds)
      .where('digest', '!=', '')
      .groupBy('userId'),
    ({ userId, total }) => [userId, Number(total)],
  );

/** A class as its own page shows it. */
export async function presentClass(context: Reading, row: ClassRow): Promise<ClassPage> {
  const { queries } = context.database;
  const pupils = await findPupils(queries, row.id);
  const userIds = valuesOf(pupils, 'userId');
  const [places, lastSeen, rifffs] = await Promise.all([
    findPlaces(context, [row.clubId]),
    findLastSeen(queries, userIds),
    countRifffs(queries, userIds),
  ]);
  const members = pupils.map(
    ({ userId, name, isMuted, cardHash }): Pupil => ({
      userId,
      name,
      isMuted,
      hasCard: cardHash !== null,
      isIn: places.get(`${row.clubId} ${userId}`) ?? null,
      lastSeen: lastSeen.get(userId) ?? null,
      rifffs: rifffs.get(userId) ?? 0,
    }),
  );
  return { ...presentBrief(row, userIds, places), members };
}
