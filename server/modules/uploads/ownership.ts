import type { Loop } from '../../../src/data/contract/loop.ts';
import { removeFiles } from '../../kernel/content.ts';
import type { ExportOwned } from '../../kernel/ownership.ts';
import {
  endOf,
  inPages,
  mapPages,
  pageBehind,
  type RemovalStep,
} from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows, updateRows, valuesOf } from '../../ports/database/rows.ts';
import type { TrackRow } from '../../ports/database/schema.ts';
import { loopTombstone } from '../library/present.ts';
import { presentTrack } from './tracks.ts';

/** Loops or tracks that go in one transaction. */
const REMOVED = 24;
const ORDER = ['created', 'id'] as const;

/** Tracks of an account, as its owner may take them along; its loops are among what jams keep. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const all = queries.selectFrom('tracks').selectAll().where('userId', '=', userId);
  const tracks = inPages(all, ORDER);
  const present = (row: TrackRow) => ({
    ...presentTrack(row, undefined),
    jamId: row.jamId,
    pinned: row.isPinned,
  });
  return { tracks: mapPages(tracks, (page) => page.map(present)) };
};

/** Leaves nothing of these loops but their timing. */
async function emptyLoops(
  queries: Queries,
  loops: readonly { readonly id: string; readonly doc: unknown }[],
): Promise<void> {
  if (loops.length === 0) return;
  const ids = valuesOf(loops, 'id');
  await removeFiles(queries, 'media', { loopId: ids });
  await removeRows(queries, 'jamLoops', { loopId: ids });
  for (const { id, doc } of loops) {
    const tombstone = JSON.stringify(loopTombstone(doc as Loop));
    await updateRows(queries, 'loops', { id }, { doc: tombstone, nameFolded: '', digest: null });
  }
}

/** Loops of the account whose sound is gone: jams have said which of them no rifff of another account holds. */
const removedLoops: RemovalStep = async (queries, userId, cursor) => {
  const loops = queries
    .selectFrom('loops')
    .select(['created', 'id', 'isRemoved', 'doc'])
    .where('creatorId', '=', userId)
    .where('origin', '=', 'upload');
  const at = { cursor, size: REMOVED };
  const page = await pageBehind(loops, ORDER, at);
  await emptyLoops(
    queries,
    page.filter(({ isRemoved }) => isRemoved),
  );
  return endOf(page, ORDER, REMOVED);
};

const ownTracks: RemovalStep = async (queries, userId) => {
  const some = { column: 'id', size: REMOVED } as const;
  const gone = await removeFiles(queries, 'tracks', { userId }, some);
  return gone.length < REMOVED ? null : [];
};

/** Takes the uploads of an account that was closed, after the steps of jams. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [removedLoops, ownTracks];

/** Takes the pinned track away, which is open to everyone who has its address; inside the caller's transaction. */
export async function removePinned(queries: Queries, userId: string): Promise<void> {
  await removeFiles(queries, 'tracks', { userId, isPinned: true });
}
