import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Queries } from '../../ports/database/database.ts';
import { rowsById } from '../../ports/database/mapRows.ts';
import { insertRows, removeRows } from '../../ports/database/rows.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { loopTombstone, missingLoop } from '../library/present.ts';
import type { UploadedLoop } from '../uploads/repo.ts';
import { derivedId } from './context.ts';

/** How the place of a loop that never came is known: nothing that was uploaded has this digest. */
const reservedDigest = ({ id }: Pick<ImportRow, 'id'>) => `missing:${id}`;

/** Is it the place of a loop whose sound this import has not brought? */
export const isReserved = (
  { isRemoved, digest }: Pick<UploadedLoop, 'isRemoved' | 'digest'>,
  source: Pick<ImportRow, 'id'>,
): boolean => isRemoved && digest === reservedDigest(source);

/** Gives the place of a loop that never came to its sound, which comes after all. */
export async function releaseReserved(
  queries: Queries,
  source: Pick<ImportRow, 'id'>,
  id: string,
): Promise<void> {
  await removeRows(queries, 'loops', { id, digest: reservedDigest(source) });
}

/** What is known of a loop whose sound is not there: what the rifff brings of it, or what the rifff implies. */
function shapeOf(rifff: Rifff, id: string): Loop {
  const brought = rifff.loops.find((loop) => loop._id === id && loop.isRemoved === true);
  return brought ? loopTombstone(brought) : missingLoop(id, rifff);
}

/**
 * Makes places for loops that rifffs name and whose sound is not here, so that nothing else is ever found under their
 * ids: tombstones, as of loops that were removed. An id that is taken here by something else is not touched.
 * @param missing ids of the source, each with a rifff that names it
 * @returns what each is called here
 */
export async function reserveMissing(
  queries: Queries,
  source: ImportRow,
  missing: ReadonlyMap<string, Rifff>,
): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  if (missing.size === 0) return named;
  const ids = [...missing.keys()].sort();
  const derived = new Map(ids.map((id) => [id, derivedId('loop', source.id, id).slice(0, 32)]));
  const asked = [...ids, ...derived.values()];
  const stored = await rowsById(queries, 'loops', asked, ['id', 'isRemoved', 'digest']);
  for (const sourceId of ids) {
    const there = stored.get(sourceId);
    const isOurs = !there || isReserved(there, source);
    const id = isOurs ? sourceId : derived.get(sourceId)!;
    named.set(sourceId, id);
    if (stored.has(id)) continue;
    const doc = { ...shapeOf(missing.get(sourceId)!, sourceId), _id: id };
    await insertRows(queries, 'loops', {
      id,
      creatorId: source.userId,
      created: doc.created,
      category: doc.category,
      packId: null,
      nameFolded: '',
      isLibrary: false,
      isRemoved: true,
      origin: 'upload',
      approval: 'approved',
      doc: JSON.stringify(doc),
      digest: reservedDigest(source),
    });
  }
  return named;
}
