import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findProducts } from '../grants/grants.ts';
import { productNames } from '../grants/products.ts';
import type { CommitLoop } from './commitRepo.ts';
import type { RifffKey } from './repo.ts';

/** The loops that rifffs hold. */
async function findLoopsOf(queries: Queries, rifffs: readonly RifffKey[]): Promise<Set<string>> {
  if (rifffs.length === 0) return new Set();
  const rows = await queries
    .selectFrom('rifffLoops')
    .select('loopId')
    .where(({ or, and, eb }) =>
      or(
        rifffs.map(({ jamId, rifffId }) =>
          and([eb('jamId', '=', jamId), eb('rifffId', '=', rifffId)]),
        ),
      ),
    )
    .execute();
  return new Set(rows.map(({ loopId }) => loopId));
}

/**
 * Throws `forbidden` where one of the loops is in a partner's collection that the account does not hold. What a rifff
 * has that is being remixed may stay in it: remixing here is always allowed.
 * @param remixed what is being remixed; the account may read all of it
 */
export async function refuseLocked(
  queries: Queries,
  { userId }: Pick<Identity, 'userId'>,
  loops: readonly Pick<CommitLoop, 'id' | 'product' | 'doc'>[],
  remixed: readonly RifffKey[] = [],
): Promise<void> {
  const inCollections = loops.filter(({ product }) => product !== null);
  if (inCollections.length === 0) return;
  const held = await findProducts(queries, userId, Date.now());
  const locked = inCollections.filter(({ product }) => !held.has(product ?? ''));
  if (locked.length === 0) return;
  const there = await findLoopsOf(queries, remixed);
  const refused = locked.find(({ id }) => !there.has(id));
  if (!refused) return;
  const name = (await productNames(queries)).get(refused.product ?? '') ?? 'a collection';
  const loop = refused.doc.name ?? 'This loop';
  throw new ApiError('forbidden', `${loop} is in ${name}, which your account does not have`);
}
