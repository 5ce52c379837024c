import type { Loop } from '../../../../src/data/contract/loop.ts';
import type { Queries } from '../../../ports/database/database.ts';
import { indexLoops } from '../../searchIndex/indexing.ts';
import type { LoopFile } from '../repo.ts';

export interface MadeLoopRow {
  readonly loop: Loop;
  readonly creatorId: string;
  readonly nameFolded: string;
  readonly file: LoopFile;
  /** Stock of the library; else a loop of a jam, as if its creator had uploaded it. */
  readonly isLibraryLoop: boolean;
}

/** Stores a made loop and its file; inside the caller's transaction. */
export async function insertMadeLoop(queries: Queries, row: MadeLoopRow): Promise<void> {
  const { loop, creatorId, nameFolded, file, isLibraryLoop } = row;
  await queries
    .insertInto('loops')
    .values({
      id: loop._id,
      creatorId,
      created: loop.created,
      category: loop.category,
      packId: null,
      nameFolded,
      isLibrary: isLibraryLoop,
      origin: isLibraryLoop ? 'stock' : 'upload',
      approval: isLibraryLoop ? 'unlisted' : 'approved',
      isRemoved: false,
      doc: JSON.stringify(loop),
      digest: file.hash,
    })
    .execute();
  const userId = isLibraryLoop ? null : creatorId;
  await queries
    .insertInto('media')
    .values({ ...file, loopId: loop._id, userId })
    .execute();
  await indexLoops(queries, [loop._id]);
}
