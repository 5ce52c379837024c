/** The newest rows of a table, meant by the values of their columns. */
import type { Queries } from './database.ts';
import { anyTable, isMeant, type Values } from './rows.ts';

/**
 * When the newest row with these values was made, ms since the epoch; 0 where there is none.
 * @param passed how many newer ones are passed over
 */
export async function newestOf<T extends 'bandAnswers' | 'comments' | 'notices' | 'rifffs'>(
  queries: Queries,
  table: T,
  values: Values<T>,
  passed = 0,
): Promise<number> {
  const row = await anyTable(queries)
    .selectFrom(table as string)
    .select('created')
    .where(isMeant(values))
    .orderBy('created', 'desc')
    .offset(passed)
    .limit(1)
    .executeTakeFirst();
  return Number(row?.created ?? 0);
}

/** Deletes the rows with these values but for the newest. @param most how many stay */
export async function keepNewest<T extends 'bandAnswers' | 'notices'>(
  queries: Queries,
  table: T,
  values: Values<T>,
  most: number,
): Promise<void> {
  const last = await newestOf(queries, table, values, most);
  if (last === 0) return;
  const old = anyTable(queries)
    .deleteFrom(table as string)
    .where(isMeant(values));
  await old.where('created', '<=', last).execute();
}
