import type { LookDocument } from '../../../src/data/contract/looks.ts';
import { BUILT_IN_LOOKS } from '../../../src/drawing/jam/builtInLooks.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findVisible, isHouseKey } from '../feed/lookCopies.ts';

/** A look that anyone may see, as previews of its page show it. */
export interface PublicLook {
  readonly document: LookDocument;
  /** What its maker goes by; empty for a look of the house. */
  readonly by: string;
}

/** A look of the house by its name, or a public one by its id; undefined for any other. */
export async function findPublicLook(
  queries: Queries,
  key: string,
): Promise<PublicLook | undefined> {
  if (isHouseKey(key)) return { document: BUILT_IN_LOOKS[key], by: '' };
  const look = (await findVisible(queries, null, [key])).get(key);
  return look && { document: look.document, by: look.displayName || look.ownerId };
}
