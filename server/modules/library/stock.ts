import { sql } from 'kysely';
import type { Queries } from '../../ports/database/database.ts';
import { findLoopsById, type StoredLoop } from './repo.ts';

/** So long a loop that the server made is drawn by chance, where it was not brought into a jam. */
export const STOCK_FRESH_MS = 86_400_000;

/** A fresh loop of the stock, each as likely as the other. @param category any unless given */
export async function findStockLoop(
  queries: Queries,
  { category, nowMs }: { readonly category: string | undefined; readonly nowMs: number },
): Promise<StoredLoop | undefined> {
  const chosen = await queries
    .selectFrom('loops')
    .select('id')
    .where('isLibrary', '=', true)
    .where('approval', '=', 'unlisted')
    .where('isRemoved', '=', false)
    .where('created', '>', nowMs - STOCK_FRESH_MS)
    .$if(category !== undefined, (some) => some.where('category', '=', category!))
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst();
  return chosen ? (await findLoopsById(queries, [chosen.id])).get(chosen.id) : undefined;
}
