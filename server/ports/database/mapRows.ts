/** Rows as a map. */
import type { Selectable } from 'kysely';
import type { Queries } from './database.ts';
import { anyTable, type Column, findRows, isMeant, type Table, type Values } from './rows.ts';
import type { Schema } from './schema.ts';

/** The rows of `query` as entries of a map; asks nothing where `keys`, which the query looks for, are none. */
export async function mapRows<R, V>(
  keys: readonly unknown[],
  query: { execute(): Promise<R[]> },
  entry: (row: R) => readonly [string, V],
): Promise<Map<string, V>> {
  return keys.length === 0 ? new Map() : new Map((await query.execute()).map(entry));
}

/** The same of rows that are asked for by their values. */
export const mapFound = async <R, V>(
  rows: Promise<R[]>,
  entry: (row: R) => readonly [string, V],
): Promise<Map<string, V>> => new Map((await rows).map(entry));

type WithId = 'loops' | 'messages' | 'playlistItems' | 'tracks';

/** Rows by their ids, whole or these columns. */
export async function rowsById<T extends WithId, C extends Column<T> = Column<T>>(
  queries: Queries,
  table: T,
  ids: readonly string[],
  columns?: readonly C[],
): Promise<Map<string, Pick<Selectable<Schema[T]>, C>>> {
  const rows = await findRows(queries, table, { id: ids } as unknown as Values<T>, columns);
  return new Map(rows.map((row) => [(row as unknown as { id: string }).id, row]));
}

/** How many rows with these values there are for each value of a column; without those that have none. */
export async function countEach<T extends Table>(
  queries: Queries,
  table: T,
  column: Column<T>,
  keys: readonly string[],
  values: Values<T> = {},
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await anyTable(queries)
    .selectFrom(table as string)
    .select((build) => [`${column} as key`, build.fn.countAll<number>().as('total')])
    .where(isMeant({ [column]: keys, ...values }))
    .groupBy(column as string)
    .execute();
  return new Map(rows.map(({ key, total }) => [key as string, Number(total)]));
}
