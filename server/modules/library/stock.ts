import type { Queries } from '../../ports/database/database.ts';
import { drawLoop, type StoredLoop } from './repo.ts';

/** So long a loop that the server made is drawn by chance, where it was not brought into a jam. */
export const STOCK_FRESH_MS = 86_400_000;

/** A fresh loop of the stock, each as likely as the other. @param category any unless given */
export async function findStockLoop(
  queries: Queries,
  { category, nowMs }: { readonly category: string | undefined; readonly nowMs: number },
): Promise<StoredLoop | undefined> {
  const fresh = queries
    .selectFrom('loops')
    .where('isLibrary', '=', true)
    .where('approval', '=', 'unlisted')
    .where('isRemoved', '=', false)
    .where('created', '>', nowMs - STOCK_FRESH_MS)
    .$if(category !== undefined, (some) => some.where('category', '=', category!));
  return drawLoop(queries, fresh);
}
