import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Queries } from '../../ports/database/database.ts';
import { presentRifff, slotLoopIds } from '../library/present.ts';
import { findLoopsById } from '../library/repo.ts';
import type { StoredRifff } from './repo.ts';

/** Those of the names whose account was deleted. */
async function findDeleted(queries: Queries, names: ReadonlySet<string>): Promise<Set<string>> {
  if (names.size === 0) return new Set();
  const rows = await queries
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [...names])
    .where('isDeleted', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Everyone that a rifff or one of its loops names. */
function namesIn({ userName, creators, loops }: Rifff): string[] {
  return [userName, ...(creators ?? []), ...loops.map((loop) => loop.creatorUserName)];
}

/** The rifff with nobody named who has left. */
function withoutDeleted(rifff: Rifff, deleted: ReadonlySet<string>): Rifff {
  if (deleted.size === 0 || !namesIn(rifff).some((name) => deleted.has(name))) return rifff;
  const shown = (name: string) => (deleted.has(name) ? '' : name);
  return {
    ...rifff,
    userName: shown(rifff.userName),
    ...(rifff.creators && { creators: rifff.creators.filter((name) => !deleted.has(name)) }),
    loops: rifff.loops.map((loop) => ({ ...loop, creatorUserName: shown(loop.creatorUserName) })),
  };
}

/** Finds loops by id, as `findLoopsById` does. */
export type FindLoops = typeof findLoopsById;

/**
 * Stored rifffs as answers show them, in the same order: full loops embedded in slot order, tombstones
 * for removed ones, addresses computed, accounts that were deleted not named.
 */
export async function presentRifffs(
  queries: Queries,
  rows: readonly StoredRifff[],
  publicUrl: string | undefined,
  findLoops: FindLoops = findLoopsById,
): Promise<Rifff[]> {
  const ids = new Set(rows.flatMap(({ doc }) => slotLoopIds(doc)));
  const loops = await findLoops(queries, [...ids]);
  const rifffs = rows.map(({ doc }) => presentRifff(doc, loops, publicUrl));
  const deleted = await findDeleted(queries, new Set(rifffs.flatMap(namesIn)));
  return rifffs.map((rifff) => withoutDeleted(rifff, deleted));
}
