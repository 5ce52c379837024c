import { sql } from 'kysely';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Queries } from '../../ports/database/database.ts';
import { rifffTombstone, withoutDeleted } from './present.ts';

/** Everything that jams keep for an account, as its owner may take it along. */
export async function exportOwned(
  queries: Queries,
  userId: string,
): Promise<Record<string, unknown>> {
  const jams = await queries
    .selectFrom('jams')
    .select(['id', 'longId', 'kind', 'name', 'access', 'created'])
    .where('ownerId', '=', userId)
    .orderBy('created')
    .execute();
  const rifffs = await queries
    .selectFrom('rifffs')
    .select(['jamId', 'access', 'license', 'doc'])
    .where('userId', '=', userId)
    .orderBy('created')
    .orderBy('id')
    .execute();
  const jamLoops = await queries
    .selectFrom('jamLoops')
    .select(['jamId', 'loopId', 'created'])
    .where('userId', '=', userId)
    .orderBy('created')
    .execute();
  const loops = await queries
    .selectFrom('loops')
    .select(['doc'])
    .where('creatorId', '=', userId)
    .where('origin', '=', 'upload')
    .orderBy('created')
    .execute();
  const docs = await withoutDeleted(
    queries,
    rifffs.map(({ doc }) => doc as Rifff),
  );
  return {
    jams,
    rifffs: rifffs.map((row, at) => ({ ...row, doc: docs[at] })),
    jamLoops,
    loops: loops.map(({ doc }) => doc),
  };
}

/** Rifffs of the account that a rifff of somebody else names. */
async function findBuiltOn(queries: Queries, userId: string) {
  return queries
    .selectFrom('rifffs')
    .select(['jamId', 'id', 'doc'])
    .where('userId', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('rifffs as answers')
          .select('answers.id')
          .where('answers.userId', '!=', userId)
          .whereRef('answers.parentJamId', '=', 'rifffs.jamId')
          .whereRef('answers.parentId', '=', 'rifffs.id'),
      ),
    )
    .execute();
}

/** Rifffs of these accounts hold no loop any more. */
export async function letGoOfLoops(queries: Queries, userIds: readonly string[]): Promise<void> {
  await queries
    .deleteFrom('rifffLoops')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('rifffs')
          .select('rifffs.id')
          .where('rifffs.userId', 'in', userIds)
          .whereRef('rifffs.jamId', '=', 'rifffLoops.jamId')
          .whereRef('rifffs.id', '=', 'rifffLoops.rifffId'),
      ),
    )
    .execute();
}

/** Leaves of rifffs what lineage needs. A tombstone has no digest, a rifff always has one. */
export async function buryRifffs(
  queries: Queries,
  rows: readonly { jamId: string; id: string; doc: unknown }[],
): Promise<void> {
  for (const { jamId, id, doc } of rows) {
    await queries
      .updateTable('rifffs')
      .set({ doc: JSON.stringify(rifffTombstone(doc as Rifff)), digest: '' })
      .where('jamId', '=', jamId)
      .where('id', '=', id)
      .execute();
  }
}

/** Every rifff of the account goes, except for the tombstones of those that others build on. */
async function removeRifffs(queries: Queries, userId: string): Promise<void> {
  const builtOn = await findBuiltOn(queries, userId);
  const kept = new Set(builtOn.map(({ jamId, id }) => `${jamId} ${id}`));
  const owned = await queries
    .selectFrom('rifffs')
    .select(['jamId', 'id'])
    .where('userId', '=', userId)
    .execute();
  await letGoOfLoops(queries, [userId]);
  await buryRifffs(queries, builtOn);
  const removedByJam = new Map<string, number>();
  for (const { jamId, id } of owned) {
    if (kept.has(`${jamId} ${id}`)) continue;
    removedByJam.set(jamId, (removedByJam.get(jamId) ?? 0) + 1);
  }
  // All but the tombstones.
  await queries
    .deleteFrom('rifffs')
    .where('userId', '=', userId)
    .where('digest', '!=', '')
    .execute();
  for (const [jamId, count] of removedByJam) {
    await queries
      .updateTable('jams')
      .set({ rifffCount: sql<number>`${sql.ref('rifffCount')} - ${count}` })
      .where('id', '=', jamId)
      .execute();
  }
}

/**
 * Takes what jams keep for an account that is being deleted, inside the caller's transaction. Rifffs that
 * somebody else's rifff names stay as tombstones, so that lineage holds; the others go. Jams stay as
 * names that nobody can read: a parent in one of them is known to have been there. Uploaded loops stay
 * where somebody else's rifff holds them and lose their sound everywhere else.
 */
export async function removeOwned(queries: Queries, userId: string, _nowMs: number): Promise<void> {
  await removeRifffs(queries, userId);
  await queries.deleteFrom('jamLoops').where('userId', '=', userId).execute();
  await queries
    .updateTable('loops')
    .set({ isRemoved: true })
    .where('creatorId', '=', userId)
    .where('origin', '=', 'upload')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rifffLoops')
            .select('rifffLoops.loopId')
            .whereRef('rifffLoops.loopId', '=', 'loops.id'),
        ),
      ),
    )
    .execute();
  await queries
    .updateTable('jams')
    .set({ name: '', access: 'private' })
    .where('ownerId', '=', userId)
    .where('kind', '=', 'personal')
    .execute();
}
