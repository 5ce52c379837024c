import { type Selectable, sql, type Transaction } from 'kysely';
import { DEFAULT_ACCESS } from '../../../src/data/contract/accountOptions.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { deleteCodesOf, JAM_CODES } from '../../kernel/codes.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import { sha256 } from '../../plugins/identity.ts';
import { inPages } from '../../ports/database/batches.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { findRow, hasRow, insertRows, listRows, updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { RifffRow } from '../../ports/database/schemaJams.ts';
import { indexJams } from '../searchIndex/indexing.ts';
import { appendEvent, lockJam } from './events.ts';
import { holdsUnpublishable } from './importedRights.ts';

/** Rifffs that are copied in one transaction at most; a document takes 8 kB, the largest 40. */
const COPIED = 24;
/** Tracks that are moved in one transaction. */
const MOVED = 50;
const ORDER = ['created', 'id'] as const;

type Writing = Transaction<Schema>;

/** Does a piece of work, and may leave others time behind it; throws where no more is to be done. */
export type Gently = <T>(work: () => Promise<T>) => Promise<T>;

const AT_ONCE: Gently = (work) => work();

/**
 * Runs `work` while no other code writes for an account or in its personal jam. Leaves accounts alone that are gone, or have
 * no jam.
 */
async function inJamOf(
  database: Database,
  userId: string,
  work: (transaction: Writing) => Promise<void>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockAccount(database, transaction, userId);
    await lockJam(database, transaction, userId);
    const jam = await transaction
      .selectFrom('jams')
      .innerJoin('accounts', 'accounts.id', 'jams.ownerId')
      .select('jams.id')
      .where('jams.id', '=', userId)
      .where('jams.kind', '=', 'personal')
      .where('accounts.isDeleted', '=', false)
      .executeTakeFirst();
    if (jam) await work(transaction);
  });
}

/** The first moment that no rifff of the jam has, from this one on; the same is never there twice in a jam. */
async function freeMoment(queries: Queries, jamId: string, fromMs: number): Promise<number> {
  let moment = fromMs;
  while (await hasRow(queries, 'rifffs', { jamId, created: moment })) moment += 1;
  return moment;
}

/** Copies one rifff to the personal jam of its maker, with its loops; the lock of that jam is held. */
async function copyRifff(
  database: Database,
  transaction: Writing,
  { jamId: from, doc, ...row }: Selectable<RifffRow>,
): Promise<void> {
  const { id, userId } = row;
  const created = await freeMoment(transaction, userId, row.created);
  const copy: Rifff = { ...(doc as Rifff), jamId: userId, created };
  await insertRows(transaction, 'rifffs', {
    ...row,
    jamId: userId,
    created,
    doc: JSON.stringify(copy),
  });
  const held = transaction
    .selectFrom('rifffLoops')
    .where('rifffLoops.jamId', '=', from)
    .where('rifffLoops.rifffId', '=', id);
  const loops = await held.select('rifffLoops.loopId').execute();
  if (loops.length > 0) {
    const rows = loops.map(({ loopId }) => ({ jamId: userId, rifffId: id, loopId }));
    await insertRows(transaction, 'rifffLoops', rows);
  }
  const brought = await held
    .innerJoin('jamLoops', (join) =>
      join
        .onRef('jamLoops.jamId', '=', 'rifffLoops.jamId')
        .onRef('jamLoops.loopId', '=', 'rifffLoops.loopId'),
    )
    .select(['jamLoops.loopId', 'jamLoops.created'])
    .execute();
  if (brought.length > 0) {
    await transaction
      .insertInto('jamLoops')
      .values(brought.map((loop) => ({ ...loop, jamId: userId, userId })))
      .onConflict((conflict) => conflict.columns(['jamId', 'loopId']).doNothing())
      .execute();
  }
  const latest = sql.ref('latest');
  await transaction
    .updateTable('jams')
    .set({
      rifffCount: sql<number>`${sql.ref('rifffCount')} + 1`,
      latest: sql<number>`case when ${latest} > ${created} then ${latest} else ${created} end`,
    })
    .where('id', '=', userId)
    .execute();
  const parentId = row.parentJamId === userId ? row.parentId : null;
  const about = { jamId: userId, ref: id, userId, parentId, nowMs: Date.now() };
  await appendEvent(database, transaction, { kind: 'rifff', ...about });
}

/** Copies some rifffs of one maker; those that are in their jam already stay as they are there. */
async function copyRifffs(
  database: Database,
  jamId: string,
  { userId, ids }: { readonly userId: string; readonly ids: readonly string[] },
): Promise<void> {
  await inJamOf(database, userId, async (transaction) => {
    const rows = await transaction
      .selectFrom('rifffs')
      .selectAll()
      .where('jamId', '=', jamId)
      .where('id', 'in', ids)
      .where('digest', '!=', '')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('rifffs as own')
              .select('own.id')
              .where('own.jamId', '=', userId)
              .whereRef('own.id', '=', 'rifffs.id'),
          ),
        ),
      )
      .orderBy('created')
      .orderBy('id')
      .execute();
    for (const row of rows) await copyRifff(database, transaction, row);
    // What came in with an import stays as closed as it was where their own jam is open.
    if (rows.length > 0 && (await holdsUnpublishable(transaction, userId))) {
      await updateRows(transaction, 'accounts', { id: userId }, { access: DEFAULT_ACCESS });
    }
    await indexJams(transaction, [userId]);
  });
}

/** Moves some tracks of one account to its personal jam, where the same sound again is known as the same. */
async function moveTracks(database: Database, jamId: string, userId: string): Promise<boolean> {
  let moved = 0;
  await inJamOf(database, userId, async (transaction) => {
    const first = { columns: ['id', 'name', 'hash'], most: MOVED } as const;
    const rows = await listRows(transaction, 'tracks', { jamId, userId }, ['id'], first);
    for (const { id, name, hash } of rows) {
      const digest = sha256(JSON.stringify([userId, id, name, hash]));
      const set = { jamId: userId, digest };
      await updateRows(transaction, 'tracks', { id }, set);
    }
    moved = rows.length;
  });
  return moved === MOVED;
}

/**
 * What its makers made in a jam, rifffs and tracks, is in their own personal jams then; or what one of them made there.
 * Goes in small transactions and holds a page of ids at a time. Again: what is left to do.
 */
export async function keepMade(
  database: Database,
  jamId: string,
  { gently = AT_ONCE, userId }: { readonly gently?: Gently; readonly userId?: string } = {},
): Promise<void> {
  const { queries } = database;
  let heads = queries
    .selectFrom('rifffs')
    .select(['created', 'id', 'userId'])
    .where('jamId', '=', jamId)
    .where('digest', '!=', '');
  if (userId !== undefined) heads = heads.where('userId', '=', userId);
  for await (const page of inPages(heads, ORDER, COPIED)) {
    for (const [maker, own] of Map.groupBy(page, (head) => head.userId)) {
      const ids = own.map(({ id }) => id);
      await gently(() => copyRifffs(database, jamId, { userId: maker, ids }));
    }
  }
  const tracks = queries
    .selectFrom('tracks')
    .select('userId')
    .distinct()
    .where('jamId', '=', jamId);
  const makers = userId === undefined ? await tracks.orderBy('userId').execute() : [{ userId }];
  for (const maker of makers) {
    while (await gently(() => moveTracks(database, jamId, maker.userId)));
  }
}

/** The jam becomes a name that cannot be read; its rifffs stay for what descends from them, and for their shares. */
async function closeForAll(database: Database, jamId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockJam(database, transaction, jamId);
    await deleteCodesOf(transaction, JAM_CODES, jamId);
    await transaction
      .updateTable('jams')
      .set({ name: '', description: '', access: 'private', ownerId: '' })
      .set({ clubId: null, channelAccess: null })
      .where('id', '=', jamId)
      .execute();
    const about = { jamId, ref: jamId, userId: '', nowMs: Date.now() };
    await appendEvent(database, transaction, { kind: 'jam', ...about });
    await indexJams(transaction, [jamId]);
  });
}

/**
 * Ends a jam in which no account writes any more: what each of its makers made there, rifffs and tracks, is in their own
 * personal jams then, and the jam is a name that cannot be read. A rifff keeps its id, document and lineage, and its
 * time unless another rifff there has it; its place in the jam stays too. Again, or after a crash in the middle: what is
 * left to do.
 * @param jamId short id
 * @param gently does each step
 */
export async function keepInOwnJams(
  database: Database,
  jamId: string,
  gently?: Gently,
): Promise<void> {
  const jam = await findRow(database.queries, 'jams', { id: jamId }, ['clubId']);
  if (!jam?.clubId) return;
  await keepMade(database, jamId, { ...(gently && { gently }) });
  await closeForAll(database, jamId);
}
