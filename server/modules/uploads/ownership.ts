import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Queries } from '../../ports/database/database.ts';
import { loopTombstone } from '../library/present.ts';
import { findTracksOf } from './repo.ts';
import { presentTrack } from './tracks.ts';

/** Tracks of an account, as its owner may take them along; its loops are among what jams keep. */
export async function exportOwned(
  queries: Queries,
  userId: string,
): Promise<Record<string, unknown>> {
  const tracks = await findTracksOf(queries, userId);
  return {
    tracks: tracks.map((row) => ({ ...presentTrack(row), jamId: row.jamId, pinned: row.isPinned })),
  };
}

/** Loops of the account whose sound is gone, and which keep nothing but their timing. */
async function emptyRemovedLoops(queries: Queries, userId: string): Promise<string[]> {
  const removed = await queries
    .selectFrom('loops')
    .select(['id', 'doc'])
    .where('creatorId', '=', userId)
    .where('origin', '=', 'upload')
    .where('isRemoved', '=', true)
    .execute();
  const hashes: string[] = [];
  for (const { id, doc } of removed) {
    const files = await queries
      .selectFrom('media')
      .select('hash')
      .where('loopId', '=', id)
      .execute();
    hashes.push(...files.map(({ hash }) => hash));
    await queries.deleteFrom('media').where('loopId', '=', id).execute();
    await queries.deleteFrom('jamLoops').where('loopId', '=', id).execute();
    await queries
      .updateTable('loops')
      .set({ doc: JSON.stringify(loopTombstone(doc as Loop)), nameFolded: '', digest: null })
      .where('id', '=', id)
      .execute();
  }
  return hashes;
}

/**
 * Takes the uploads of an account that is being deleted, inside the caller's transaction, once jams have said which
 * of its loops nobody else's rifff holds.
 * @returns hashes of content that may not be needed any more
 */
export async function removeOwned(queries: Queries, userId: string): Promise<string[]> {
  const loops = await emptyRemovedLoops(queries, userId);
  const tracks = await findTracksOf(queries, userId);
  await queries.deleteFrom('tracks').where('userId', '=', userId).execute();
  return [...new Set([...loops, ...tracks.map(({ hash }) => hash)])];
}
