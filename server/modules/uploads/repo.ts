import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Queries } from '../../ports/database/database.ts';
import { rowsById } from '../../ports/database/mapRows.ts';
import { findRow, insertRows, removeRows } from '../../ports/database/rows.ts';
import type { TrackRow } from '../../ports/database/schema.ts';
import { isChannelOf } from '../jams/clubs.ts';
import { isOpenJam } from '../jams/repo.ts';
import { indexLoops } from '../searchIndex/indexing.ts';

/** A loop that was uploaded, or that the seed brought. */
export interface UploadedLoop {
  readonly id: string;
  readonly creatorId: string;
  readonly digest: string | null;
  readonly isRemoved: boolean;
  readonly doc: Loop;
}

/** The loop of that id, of any maker. */
export async function findUploaded(
  queries: Queries,
  id: string,
): Promise<UploadedLoop | undefined> {
  const columns = ['id', 'creatorId', 'digest', 'isRemoved', 'doc'] as const;
  const row = await findRow(queries, 'loops', { id }, columns);
  return row && { ...row, doc: row.doc as Loop };
}

/** One file of a loop under the key that clients see. */
export interface LoopFile {
  readonly key: string;
  readonly hash: string;
  readonly mime: string;
  readonly size: number;
}

export interface NewLoopRow {
  readonly loop: Loop;
  readonly userId: string;
  readonly nameFolded: string;
  readonly digest: string;
  readonly files: readonly LoopFile[];
  /** The jam that it is brought into; left out, it is stock of the library, and counts for no quota. */
  readonly jamId?: string | undefined;
  /** Who made it where that is not the account that brings it and whose quota it takes. */
  readonly creatorId?: string;
}

/** Stores a loop, its files and its place in a jam; inside the caller's transaction. */
export async function insertLoop(queries: Queries, row: NewLoopRow): Promise<void> {
  const { loop, userId, nameFolded, digest, files, jamId, creatorId = userId } = row;
  const { _id: loopId, created, category } = loop;
  const isStock = jamId === undefined;
  await insertRows(queries, 'loops', {
    id: loopId,
    creatorId,
    created,
    category,
    packId: null,
    nameFolded,
    isLibrary: isStock,
    origin: isStock ? 'stock' : 'upload',
    approval: isStock ? 'unlisted' : 'approved',
    isRemoved: false,
    doc: JSON.stringify(loop),
    digest,
  });
  const owner = { loopId, userId: isStock ? null : userId };
  await insertRows(
    queries,
    'media',
    files.map((file) => ({ ...file, ...owner })),
  );
  if (!isStock) await insertRows(queries, 'jamLoops', { jamId, loopId, userId, created });
  await indexLoops(queries, [loopId]);
}

export function findTrack(queries: Queries, id: string): Promise<TrackRow | undefined> {
  return findRow(queries, 'tracks', { id });
}

/** Tracks by id. */
export const findTracks = (queries: Queries, ids: readonly string[]) =>
  rowsById(queries, 'tracks', ids);

/** The track that an account has pinned. */
export function findPinned(queries: Queries, userId: string): Promise<TrackRow | undefined> {
  return findRow(queries, 'tracks', { userId, isPinned: true });
}

/** Tracks of a jam, newest first, ties by id. */
export function findTracksIn(
  queries: Queries,
  jamId: string,
  { pageSize, fromCreatedTime }: { pageSize: number; fromCreatedTime?: number | undefined },
): Promise<TrackRow[]> {
  return queries
    .selectFrom('tracks')
    .selectAll()
    .where('jamId', '=', jamId)
    .$if(fromCreatedTime !== undefined, (query) => query.where('created', '<', fromCreatedTime!))
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .execute();
}

/** A track of a channel, with the channel. */
export type ChannelTrackRow = TrackRow & { readonly jamId: string; readonly jamName: string };

/**
 * A page of the tracks of those channels of a club that an account hears; '' for a visitor. Newest
 * first, ties by id; tracks of one moment stand on one page, so that the next begins with what is older.
 */
export async function findTracksOfClub(
  queries: Queries,
  { clubId, readerId }: { clubId: string; readerId: string },
  { pageSize, fromCreatedTime }: { pageSize: number; fromCreatedTime?: number | undefined },
): Promise<{ rows: ChannelTrackRow[]; isLast: boolean }> {
  const heard = queries
    .selectFrom('tracks')
    .innerJoin('jams', 'jams.id', 'tracks.jamId')
    .selectAll('tracks')
    .select(['jams.id as jamId', 'jams.name as jamName'])
    .where('jams.clubId', '=', clubId)
    .where((where) => where.or([isOpenJam(), isChannelOf(readerId)]))
    .orderBy('tracks.created', 'desc')
    .orderBy('tracks.id', 'desc');
  const rows = await heard
    .$if(fromCreatedTime !== undefined, (query) =>
      query.where('tracks.created', '<', fromCreatedTime!),
    )
    .limit(pageSize + 1)
    .execute();
  const page = rows.slice(0, pageSize);
  const [last, next] = [page.at(-1), rows[pageSize]];
  if (!last || !next) return { rows: page, isLast: true };
  if (last.created !== next.created) return { rows: page, isLast: false };
  const tied = await heard
    .where('tracks.created', '=', last.created)
    .where('tracks.id', '<', last.id)
    .execute();
  return { rows: [...page, ...tied], isLast: false };
}

export async function insertTrack(queries: Queries, row: TrackRow): Promise<void> {
  await insertRows(queries, 'tracks', row);
}

export async function deleteTrack(queries: Queries, id: string): Promise<void> {
  await removeRows(queries, 'tracks', { id });
}
