import { newId } from '../../../src/data/rules/ids.ts';
import type { Queries } from '../../ports/database/database.ts';

/** The note that names the present state of what embedded documents show. */
export const EPOCH_NOTE = 'embeds';

/**
 * Every node forgets the documents that it keeps for the feed, as soon as this transaction is done. For
 * what changes documents that are otherwise immutable: an account that goes, a loop that is removed.
 */
export async function forgetEmbeds(queries: Queries): Promise<void> {
  const value = newId();
  await queries
    .insertInto('notes')
    .values({ name: EPOCH_NOTE, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
