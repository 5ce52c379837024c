import type { Queries } from '../../ports/database/database.ts';
import { findRows, insertRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import { eraseAccount } from '../accounts/repo.ts';
import * as feed from '../feed/ownership.ts';
import { buryRifffs, letGoOfLoops } from '../jams/ownership.ts';
import { findRifffs, isOneOfRifffs, keyText, type RifffKey } from '../jams/repo.ts';
import { indexJams, indexPeople } from '../searchIndex/indexing.ts';
import { inBatches } from '../starter/repo.ts';
import { removeRuns } from './arcadeRows.ts';
import { removeClubs } from './clubRows.ts';
import { findDemoIds, forgetStored, recountJams } from './repo.ts';
import { removeShop } from './shop.ts';

/** Keys in one statement. */
const BATCH = 100;

/** Demo rifffs that a member's rifff names as its parent. */
async function findBuiltOn(queries: Queries, demoIds: readonly string[]): Promise<RifffKey[]> {
  return queries
    .selectFrom('rifffs as answers')
    .innerJoin('rifffs as parents', (join) =>
      join
        .onRef('parents.jamId', '=', 'answers.parentJamId')
        .onRef('parents.id', '=', 'answers.parentId'),
    )
    .select(['parents.jamId', 'parents.id as rifffId'])
    .distinct()
    .where('parents.userId', 'in', demoIds)
    .where('answers.userId', 'not in', demoIds)
    .execute();
}

/** What members' rifffs descend from, all the way up; the rest goes. */
async function divide(queries: Queries, demoIds: readonly string[]) {
  const rows = await queries
    .selectFrom('rifffs')
    .select(['jamId', 'id as rifffId', 'parentJamId', 'parentId'])
    .where('userId', 'in', demoIds)
    .execute();
  const byKey = new Map(rows.map((row) => [keyText(row), row]));
  const kept = new Map<string, RifffKey>();
  for (const key of await findBuiltOn(queries, demoIds)) {
    let row = byKey.get(keyText(key));
    while (row && !kept.has(keyText(row))) {
      kept.set(keyText(row), row);
      const { parentJamId, parentId } = row;
      row = byKey.get(keyText({ jamId: parentJamId ?? '', rifffId: parentId ?? '' }));
    }
  }
  return { kept: [...kept.values()], gone: rows.filter((row) => !kept.has(keyText(row))) };
}

/** Likes of members on what demo accounts shared. */
async function findMembersLikes(queries: Queries, demoIds: readonly string[]) {
  return queries
    .selectFrom('likes')
    .innerJoin('shares', 'shares.id', 'likes.shareId')
    .select(['likes.shareId', 'likes.userId', 'likes.created'])
    .where('shares.userId', 'in', demoIds)
    .where('likes.userId', 'not in', demoIds)
    .execute();
}

async function deleteRifffs(queries: Queries, keys: readonly RifffKey[]): Promise<void> {
  for (let from = 0; from < keys.length; from += BATCH) {
    const some = keys.slice(from, from + BATCH);
    await queries.deleteFrom('rifffs').where(isOneOfRifffs(some)).execute();
  }
}

/** Demo jams that are empty go; those with nothing but tombstones stay as names that no one can read. */
async function closeJams(queries: Queries, demoIds: readonly string[]): Promise<number> {
  const jams = await findRows(queries, 'jams', { ownerId: demoIds }, ['id']);
  let left = 0;
  for (const { id } of jams) {
    const authors = await queries
      .selectFrom('rifffs')
      .select('userId')
      .distinct()
      .where('jamId', '=', id)
      .execute();
    if (authors.length === 0) {
      await removeRows(queries, 'jamLoops', { jamId: id });
      await removeRows(queries, 'jams', { id });
      continue;
    }
    left += 1;
    // What is left of a channel is a jam, as its club is gone; and its owner collects nothing any more.
    const ofNoClub = { clubId: null, channelAccess: null, isCollectible: false };
    await updateRows(queries, 'jams', { id }, ofNoClub);
    const hasMembers = authors.some(({ userId }) => !demoIds.includes(userId));
    if (hasMembers) continue;
    await updateRows(queries, 'jams', { id }, { name: '', access: 'private' });
  }
  const ids = jams.map(({ id }) => id);
  await recountJams(queries, ids);
  await indexJams(queries, ids);
  return left;
}

/**
 * Takes the demo content out, inside the caller's transaction. What members' rifffs descend from stays as
 * tombstones, and with them the accounts, erased; without any, no row is left but the likes of members, which
 * wait for the shares to come back under the same ids.
 */
export async function removeDemo(queries: Queries): Promise<void> {
  const demoIds = await findDemoIds(queries);
  if (demoIds.length === 0) return;
  const likes = await findMembersLikes(queries, demoIds);
  // What the feed shows of rifffs is found by the rifffs, so it goes before them.
  for (const id of demoIds) await feed.removeOwned(queries, id);
  await inBatches(likes, (batch) => insertRows(queries, 'likes', batch));
  const { kept, gone } = await divide(queries, demoIds);
  await letGoOfLoops(queries, demoIds);
  await deleteRifffs(queries, gone);
  for (let from = 0; from < kept.length; from += BATCH) {
    await buryRifffs(queries, await findRifffs(queries, kept.slice(from, from + BATCH)));
  }
  await removeClubs(queries, demoIds);
  await removeRuns(queries, demoIds);
  await removeShop(queries);
  const left = await closeJams(queries, demoIds);
  if (left > 0) for (const id of demoIds) await eraseAccount(queries, id);
  else await removeRows(queries, 'accounts', { id: demoIds });
  await indexPeople(queries, demoIds);
  await forgetStored(queries);
}
