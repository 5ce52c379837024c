import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findProducts } from '../grants/grants.ts';
import { productNames } from '../grants/products.ts';
import type { CommitLoop } from './commitRepo.ts';
import type { RifffKey } from './repo.ts';

/** Those of the loops that a rifff holds. */
async function findLoopsOf(queries: Queries, { jamId, rifffId }: RifffKey): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('rifffLoops')
    .select('loopId')
    .where('jamId', '=', jamId)
    .where('rifffId', '=', rifffId)
    .execute();
  return new Set(rows.map(({ loopId }) => loopId));
}

/**
 * Throws `forbidden` where one of the loops is in a partner's collection that the account does not hold. What a rifff
 * has that is being remixed may stay in it: remixing here is always allowed.
 * @param parent the rifff that is remixed, which the account may read
 */
export async function refuseLocked(
  queries: Queries,
  { userId }: Pick<Identity, 'userId'>,
  loops: readonly Pick<CommitLoop, 'id' | 'product' | 'doc'>[],
  parent: RifffKey | null = null,
): Promise<void> {
  const inCollections = loops.filter(({ product }) => product !== null);
  if (inCollections.length === 0) return;
  const held = await findProducts(queries, userId, Date.now());
  const locked = inCollections.filter(({ product }) => !held.has(product ?? ''));
  if (locked.length === 0) return;
  const remixed = parent ? await findLoopsOf(queries, parent) : new Set<string>();
  const refused = locked.find(({ id }) => !remixed.has(id));
  if (!refused) return;
  const name = (await productNames(queries)).get(refused.product ?? '') ?? 'a collection';
  const loop = refused.doc.name ?? 'This loop';
  throw new ApiError('forbidden', `${loop} is in ${name}, which your account does not have`);
}
