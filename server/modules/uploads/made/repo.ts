import type { Loop } from '../../../../src/data/contract/loop.ts';
import type { Queries } from '../../../ports/database/database.ts';
import { insertRows } from '../../../ports/database/rows.ts';
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
  await insertRows(queries, 'loops', {
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
  });
  const userId = isLibraryLoop ? null : creatorId;
  await insertRows(queries, 'media', { ...file, loopId: loop._id, userId });
  await indexLoops(queries, [loop._id]);
}
