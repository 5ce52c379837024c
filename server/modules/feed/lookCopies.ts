/** Looks as shares and jams take them: what the taker may see, copied as it is, so that its maker does not change it for them. */
import type { Selectable, Transaction } from 'kysely';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { LookDocument } from '../../../src/data/contract/looks.ts';
import type { LookCopy } from '../../../src/data/contract/savedLooks.ts';
import { STAGE_LOOKS, type StageLook } from '../../../src/data/contract/stageLooks.ts';
import { BUILT_IN_LOOKS } from '../../../src/drawing/jam/builtInLooks.ts';
import type { Identity, Reader } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { LookRow } from '../../ports/database/schemaLooks.ts';
import { forUpdate } from './repo.ts';

/** A look with who made it. */
export interface ShownLook extends Omit<Selectable<LookRow>, 'document'> {
  readonly document: LookDocument;
  readonly displayName: string;
}

/** What may not be seen does not exist, as far as the reader can tell. */
export const noLook = (): ApiError => new ApiError('not_found', 'Look not found');

/** Is it the name of a look of the house? No kept look has such an id. */
export const isHouseKey = (key: string): key is StageLook => Object.hasOwn(STAGE_LOOKS, key);

/** Looks of accounts that are there. */
export const ofStaying = (queries: Queries) =>
  queries
    .selectFrom('looks')
    .innerJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'looks.ownerId').on('accounts.isDeleted', '=', false),
    );

/** Those that a reader may see: public ones and their own. */
export const visibleTo = (queries: Queries, reader: Reader) =>
  ofStaying(queries).where(({ or, eb }) =>
    or([eb('looks.access', '=', 'public'), eb('looks.ownerId', '=', reader?.userId ?? '')]),
  );

/** Rows of a query with all of each look. */
export const whole = (found: ReturnType<typeof ofStaying>) =>
  found.selectAll('looks').select('accounts.displayName').$castTo<ShownLook>();

/** Of these looks those that a reader may see, by id. */
export const findVisible = (
  queries: Queries,
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, ShownLook>> =>
  mapRows(ids, whole(visibleTo(queries, reader).where('looks.id', 'in', ids)), (look) => [
    look.id,
    look,
  ]);

/**
 * Locks looks until the transaction ends, always in the order of their ids and behind the looks of jams, so that no two
 * transactions wait for each other.
 */
export async function lockLooks(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await queries
    .selectFrom('looks')
    .select('looks.id')
    .where('looks.id', 'in', ids)
    .orderBy('looks.id')
    .modifyEnd(forUpdate(queries))
    .execute();
}

/** What is stored of a copy: no document of a look of the house, which is as the build has it. */
interface StoredCopy {
  readonly lookKey: string;
  readonly document: string | null;
  /** Who made it; empty for a look of the house. */
  readonly userId: string;
}

/**
 * Copies a look as it is now. Its lock is held until the transaction ends, so that it is not taken out everywhere before
 * the copy is stored. Throws `not_found`.
 */
export async function copyLook(
  transaction: Transaction<Schema>,
  identity: Identity,
  lookKey: string,
): Promise<StoredCopy> {
  if (isHouseKey(lookKey)) return { lookKey, document: null, userId: '' };
  await lockLooks(transaction, [lookKey]);
  const look = (await findVisible(transaction, identity, [lookKey])).get(lookKey);
  if (!look) throw noLook();
  return { lookKey, document: JSON.stringify(look.document), userId: look.ownerId };
}

/** A copy as it was read, with its maker; null where they left, or a look of the house. */
interface FoundCopy {
  readonly key: string;
  readonly document: unknown;
  readonly user: string | null;
  readonly displayName: string | null;
}

/** A copy as it is told, one of the house as it is now; null for one that was of the house before. */
export function presentCopy({ key, document, user, displayName }: FoundCopy): LookCopy | null {
  const shown = isHouseKey(key) ? BUILT_IN_LOOKS[key] : (document as LookDocument | null);
  return shown && { key, document: shown, user: user ?? '', displayName: displayName ?? '' };
}
