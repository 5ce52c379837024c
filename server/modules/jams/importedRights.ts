import { sql } from 'kysely';
import { ApiError } from '../../../src/data/contract/errors.ts';
import {
  type Deed,
  type JudgedLoop,
  type JudgedRifff,
  mayLoopBe,
  rightsRefusal,
} from '../../../src/data/rules/sharing/rights.ts';
import type { Queries } from '../../ports/database/database.ts';
import { slotLoopIds } from '../library/present.ts';
import { findLoopsById } from '../library/repo.ts';
import { findJam, type StoredRifff } from './repo.ts';

/** Ids of imported people sort from here to there. */
const IMPORTED = ['imported_', 'imported`'] as const;

/** Why a rifff may not be published or sold for what came in with an import; null where it may. */
export async function findRefusal(
  queries: Queries,
  deed: Deed,
  { doc }: Pick<StoredRifff, 'doc'>,
): Promise<string | null> {
  const loops = await findLoopsById(queries, slotLoopIds(doc));
  return rightsRefusal(
    deed,
    doc as JudgedRifff,
    [...loops.values()].map(({ doc: loop, isRemoved }) => ({ ...loop, isRemoved })),
  );
}

/** Throws `forbidden` where a rifff may not be published for what came in with an import. */
export async function requirePublishable(
  queries: Queries,
  rifff: Pick<StoredRifff, 'doc'>,
): Promise<void> {
  const refusal = await findRefusal(queries, 'publish', rifff);
  if (refusal !== null) throw new ApiError('forbidden', refusal);
}

/** Does a jam (short id) hold something imported that may not be published? */
export async function holdsUnpublishable(queries: Queries, jamId: string): Promise<boolean> {
  const rifffs = await queries
    .selectFrom('rifffs')
    .select('license')
    .distinct()
    .where('jamId', '=', jamId)
    .where('userId', '>=', IMPORTED[0])
    .where('userId', '<', IMPORTED[1])
    .where('digest', '!=', '')
    .execute();
  const imported = (license: string) => ({ userName: `imported_${'0'.repeat(20)}`, license });
  if (rifffs.some(({ license }) => rightsRefusal('publish', imported(license), []) !== null)) {
    return true;
  }
  const loops = await queries
    .selectFrom('rifffLoops')
    .innerJoin('loops', 'loops.id', 'rifffLoops.loopId')
    .innerJoin('rifffs', (join) =>
      join
        .onRef('rifffs.jamId', '=', 'rifffLoops.jamId')
        .onRef('rifffs.id', '=', 'rifffLoops.rifffId'),
    )
    .select(['rifffs.userId', 'loops.creatorId'])
    .select(sql<string | null>`${sql.ref('loops.doc')} ->> 'license'`.as('license'))
    .distinct()
    .where('rifffLoops.jamId', '=', jamId)
    .where('loops.creatorId', '>=', IMPORTED[0])
    .where('loops.creatorId', '<', IMPORTED[1])
    .where('loops.isRemoved', '=', false)
    .execute();
  return loops.some(({ userId, creatorId, license }) => {
    const loop: JudgedLoop = { creatorUserName: creatorId, license: license ?? '' };
    return rightsRefusal('publish', { userName: userId, license: 'cc0-1.0' }, [loop]) !== null;
  });
}

/** Throws `forbidden` where a jam cannot be opened to others than its members for what came in with an import. */
export async function requireOpenable(queries: Queries, jamId: string): Promise<void> {
  if (!(await holdsUnpublishable(queries, jamId))) return;
  throw new ApiError(
    'forbidden',
    'It holds music that came in from elsewhere, whose makers did not allow that others hear it: only its members may',
  );
}

/**
 * Inside a transaction that holds the lock of the jam (short id): why loops may not come into it, because it is open to
 * others than its members; null where they may.
 */
export async function findJamRefusal(
  queries: Queries,
  jamId: string,
  loops: readonly JudgedLoop[],
): Promise<string | null> {
  const held = loops.filter((loop) => !mayLoopBe('publish', loop, { isChanged: true }));
  if (held.length === 0 || !(await isOpen(queries, jamId))) return null;
  return 'This jam is open to others, and the maker of a loop from elsewhere did not allow that they hear it';
}

/** Is a jam open to others than its members, by anyone or by a code? @param jamId short id */
export async function isOpen(queries: Queries, jamId: string): Promise<boolean> {
  return (await findJam(queries, jamId))?.access !== 'private';
}
