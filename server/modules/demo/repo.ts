import type { Insertable } from 'kysely';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Queries } from '../../ports/database/database.ts';
import { readNote, writeNote } from '../../ports/database/notes.ts';
import { findRows, insertOnce, insertRows, listRows, valuesOf } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { recountShares } from '../feed/recount.ts';
import { indexJams, indexPeople, indexShares } from '../searchIndex/indexing.ts';
import { inBatches } from '../starter/repo.ts';
import { DEMO_VERSION, type DemoRows } from './documents.ts';

const NOTE = 'demo';
const PART_NOTES = 'demo jam ';
/** Held while the demo content is changed, so that only one node changes it at a time. */
export const LOCK = 'demo';

/** What the server remembers of its demo content. */
export interface DemoNote {
  readonly version: number;
  /** Time of the first start in ms: everything demo is dated before it. */
  readonly startMs: number;
}

/** The note of the demo content; undefined before it was first made. */
export async function readDemoNote(queries: Queries): Promise<DemoNote | undefined> {
  const note = await readNote(queries, NOTE);
  return note === undefined ? undefined : (JSON.parse(note) as DemoNote);
}

export const writeDemoNote = (queries: Queries, note: DemoNote) =>
  writeNote(queries, NOTE, JSON.stringify(note));

/** Notes that a demo jam, or another part of the demo content, is there whole. */
export const noteStored = (queries: Queries, key: string) =>
  writeNote(queries, PART_NOTES + key, 'stored');

/** Says whether rifffs of a demo jam can be collected. */
export async function setCollectible(
  queries: Queries,
  jamId: string,
  isCollectible: boolean,
): Promise<void> {
  await queries
    .updateTable('jams')
    .set({ isCollectible })
    .where('id', '=', jamId)
    .where('isDemo', '=', true)
    .where('isCollectible', '!=', isCollectible)
    .execute();
}

/** Keys of the parts of the demo content that are there whole. */
export async function findStored(queries: Queries): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('notes')
    .select('name')
    .where('name', 'like', `${PART_NOTES}%`)
    .execute();
  return new Set(rows.map(({ name }) => name.slice(PART_NOTES.length)));
}

/** The note of the demo content, where all of it is there, as this version makes it. */
export async function findComplete(queries: Queries): Promise<DemoNote | undefined> {
  const note = await readDemoNote(queries);
  if (note?.version !== DEMO_VERSION) return undefined;
  return (await findStored(queries)).has('all') ? note : undefined;
}

/** Forgets that any of the demo content is there. */
export async function forgetStored(queries: Queries): Promise<void> {
  await queries.deleteFrom('notes').where('name', 'like', `${PART_NOTES}%`).execute();
}

/** Loops of the starter library that are offered, in the same order at every start. */
export async function findStarterLoops(queries: Queries): Promise<Loop[]> {
  const open = { product: null, approval: 'approved', isRemoved: false } as const;
  const loops = { origin: 'starter', ...open } as const;
  const rows = await listRows(queries, 'loops', loops, ['created', 'id'], { columns: ['doc'] });
  return rows.map(({ doc }) => doc as Loop);
}

/** Accounts of people under these names, in any case. */
export async function findPeopleNamed(
  queries: Queries,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await findRows(queries, 'accounts', { idFolded: userIds, isDemo: false }, ['id']);
  return rows.map(({ id }) => id);
}

/** Ids of the demo accounts; erased ones too unless only those that can be seen are wanted. */
export async function findDemoIds(queries: Queries, isVisible = false): Promise<string[]> {
  let found = queries.selectFrom('accounts').select('id').where('isDemo', '=', true);
  if (isVisible) found = found.where('isDeleted', '=', false);
  return (await found.orderBy('id').execute()).map(({ id }) => id);
}

/** Adds demo accounts, or makes erased ones what they were. */
export async function restoreAccounts(
  queries: Queries,
  rows: readonly Insertable<Schema['accounts']>[],
): Promise<void> {
  await inBatches(rows, (batch) =>
    queries
      .insertInto('accounts')
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((build) => ({
          displayName: build.ref('excluded.displayName'),
          bio: build.ref('excluded.bio'),
          client: build.ref('excluded.client'),
          isDeleted: build.ref('excluded.isDeleted'),
        })),
      )
      .execute(),
  );
  await indexPeople(queries, valuesOf(rows, 'id'));
}

/** Shares that a moderator removed and did not bring back. */
async function findRemovedShares(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const judged = { shareId: ids, action: ['remove', 'restore'] } as const;
  const columns = ['shareId', 'action'] as const;
  const rows = await listRows(queries, 'audit', judged, ['created', 'id'], { columns });
  const last = new Map(rows.map(({ shareId, action }) => [shareId, action]));
  return new Set([...last].filter(([, action]) => action === 'remove').map(([id]) => id));
}

/** Counts the rifffs of jams anew. */
export async function recountJams(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await queries
    .updateTable('jams')
    .set((build) => ({
      rifffCount: build
        .selectFrom('rifffs')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .whereRef('rifffs.jamId', '=', 'jams.id'),
    }))
    .where('id', 'in', ids)
    .execute();
}

async function insertFeed(queries: Queries, { shares, likes }: DemoRows): Promise<void> {
  const removed = await findRemovedShares(queries, valuesOf(shares, 'id'));
  const stored = new Set<string>();
  await inBatches(
    shares.map((share) => ({ ...share, isRemoved: removed.has(share.id) })),
    async (batch) => {
      const rows = await queries
        .insertInto('shares')
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      for (const { id } of rows) stored.add(id);
    },
  );
  await inBatches(
    likes.filter(({ shareId }) => stored.has(shareId)),
    (batch) => insertRows(queries, 'likes', batch),
  );
  // Members may have liked them when they were there before.
  await inBatches([...stored], (ids) =>
    queries
      .updateTable('shares')
      .set((build) => ({
        likeCount: build
          .selectFrom('likes')
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .whereRef('likes.shareId', '=', 'shares.id'),
      }))
      .where('id', 'in', ids)
      .execute(),
  );
  await indexShares(queries, [...stored]);
}

/** Stores a jam with everything in it; what stayed of it as tombstones becomes what it was. */
export async function restoreJam(queries: Queries, rows: DemoRows): Promise<void> {
  await queries
    .insertInto('jams')
    .values(rows.jam)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((build) => ({
        name: build.ref('excluded.name'),
        access: build.ref('excluded.access'),
        clubId: build.ref('excluded.clubId'),
        channelAccess: build.ref('excluded.channelAccess'),
      })),
    )
    .execute();
  await putRifffs(queries, rows);
  await insertFeed(queries, rows);
  await recountJams(queries, [rows.jam.id]);
  await indexJams(queries, [rows.jam.id]);
}

/** Adds a rifff to a demo jam that is there. */
export async function addRifff(
  queries: Queries,
  jamId: string,
  rows: Pick<DemoRows, 'rifffs' | 'rifffLoops'>,
): Promise<void> {
  await putRifffs(queries, rows);
  const created = Math.max(...rows.rifffs.map((row) => row.created));
  await queries
    .updateTable('jams')
    .set({ latest: created })
    .where('id', '=', jamId)
    .where((where) => where.or([where('latest', 'is', null), where('latest', '<', created)]))
    .execute();
  await recountJams(queries, [jamId]);
  await indexJams(queries, [jamId]);
}

async function putRifffs(
  queries: Queries,
  rows: Pick<DemoRows, 'rifffs' | 'rifffLoops'>,
): Promise<void> {
  await inBatches(rows.rifffs, (batch) =>
    queries
      .insertInto('rifffs')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['jamId', 'id']).doUpdateSet((build) => ({
          digest: build.ref('excluded.digest'),
          doc: build.ref('excluded.doc'),
        })),
      )
      .execute(),
  );
  await inBatches(rows.rifffLoops, (batch) => insertOnce(queries, 'rifffLoops', batch));
}

/** Counts what was shared by accounts of the demo in the charts of its weeks. */
export async function recountCharts(queries: Queries): Promise<void> {
  const rows = await queries
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.id', 'shares.userId')
    .select('shares.id')
    .where('accounts.isDemo', '=', true)
    .orderBy('shares.id')
    .execute();
  await recountShares(queries, valuesOf(rows, 'id'));
}
