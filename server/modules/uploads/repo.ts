import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';
import type { TrackRow } from '../../ports/database/schema.ts';
import { indexLoops } from '../searchIndex/indexing.ts';

/** A loop that was uploaded, or that the seed brought. */
export interface UploadedLoop {
  readonly id: string;
  readonly creatorId: string;
  readonly digest: string | null;
  readonly isRemoved: boolean;
  readonly doc: Loop;
}

/** The loop of that id, whoever made it. */
export async function findUploaded(
  queries: Queries,
  id: string,
): Promise<UploadedLoop | undefined> {
  const row = await queries
    .selectFrom('loops')
    .select(['id', 'creatorId', 'digest', 'isRemoved', 'doc'])
    .where('id', '=', id)
    .executeTakeFirst();
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
  readonly jamId: string;
}

/** Stores a loop, its files and its place in a jam; inside the caller's transaction. */
export async function insertLoop(queries: Queries, row: NewLoopRow): Promise<void> {
  const { loop, userId, nameFolded, digest, files, jamId } = row;
  await queries
    .insertInto('loops')
    .values({
      id: loop._id,
      creatorId: userId,
      created: loop.created,
      category: loop.category,
      packId: null,
      nameFolded,
      isLibrary: false,
      origin: 'upload',
      approval: 'approved',
      isRemoved: false,
      doc: JSON.stringify(loop),
      digest,
    })
    .execute();
  await queries
    .insertInto('media')
    .values(files.map((file) => ({ ...file, loopId: loop._id, userId })))
    .execute();
  await queries
    .insertInto('jamLoops')
    .values({ jamId, loopId: loop._id, userId, created: loop.created })
    .execute();
  await indexLoops(queries, [loop._id]);
}

export function findTrack(queries: Queries, id: string): Promise<TrackRow | undefined> {
  return queries.selectFrom('tracks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Tracks by id. */
export const findTracks = (queries: Queries, ids: readonly string[]) =>
  mapRows(ids, queries.selectFrom('tracks').selectAll().where('id', 'in', ids), (row) => [
    row.id,
    row,
  ]);

/** The track that an account has pinned. */
export function findPinned(queries: Queries, userId: string): Promise<TrackRow | undefined> {
  return queries
    .selectFrom('tracks')
    .selectAll()
    .where('userId', '=', userId)
    .where('isPinned', '=', true)
    .executeTakeFirst();
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

export async function insertTrack(queries: Queries, row: TrackRow): Promise<void> {
  await queries.insertInto('tracks').values(row).execute();
}

export async function deleteTrack(queries: Queries, id: string): Promise<void> {
  await queries.deleteFrom('tracks').where('id', '=', id).execute();
}
