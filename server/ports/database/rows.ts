/** Rows of one table, chosen by the values of their columns. What compares or joins is written with Kysely. */
import {
  type Insertable,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely';
import type { Queries } from './database.ts';
import type { Schema } from './schema.ts';

export type Table = keyof Schema & string;
export type Column<T extends Table> = keyof Selectable<Schema[T]> & string;

/**
 * What stands in columns of the rows that are meant. At least one column; a list is for one of its values, and an empty
 * one for no row.
 */
export type Values<T extends Table> = {
  readonly [C in Column<T>]?: Selectable<Schema[T]>[C] | readonly Selectable<Schema[T]>[C][];
};

/** For names of tables that come as values. The functions here say by their types what goes in and out. */
export const anyTable = (queries: Queries) =>
  queries as unknown as Kysely<Record<string, Record<string, unknown>>>;

function isOne(column: string, value: unknown) {
  if (value === null) return sql`${sql.ref(column)} is null`;
  if (Array.isArray(value)) {
    return value.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(value)})`;
  }
  return sql`${sql.ref(column)} = ${value}`;
}

/** Condition: all of these values stand in a row. */
export const isMeant = (values: object) =>
  sql<boolean>`${sql.join(
    Object.entries(values).map(([column, value]) => isOne(column, value)),
    sql` and `,
  )}`;

function meant(queries: Queries, table: string, values: object, columns?: readonly string[]) {
  const rows = anyTable(queries).selectFrom(table).where(isMeant(values));
  return columns ? rows.select([...columns]) : rows.selectAll();
}

/** A value that is an empty list is no row's: nothing has to be asked. */
const meansNone = (values: object) =>
  Object.values(values).some((value) => Array.isArray(value) && value.length === 0);

/** The row with these values, all of it or these columns; undefined where there is none. */
export function findRow<T extends Table, C extends Column<T> = Column<T>>(
  queries: Queries,
  table: T,
  values: Values<T>,
  columns?: readonly C[],
): Promise<Pick<Selectable<Schema[T]>, C> | undefined> {
  const rows = meant(queries, table, values, columns);
  return rows.executeTakeFirst() as Promise<Pick<Selectable<Schema[T]>, C> | undefined>;
}

/** The same of a row that is there; throws where it is not. */
export async function getRow<T extends Table, C extends Column<T> = Column<T>>(
  queries: Queries,
  table: T,
  values: Values<T>,
  columns?: readonly C[],
): Promise<Pick<Selectable<Schema[T]>, C>> {
  const row = await findRow(queries, table, values, columns);
  if (!row) throw new Error(`a row of ${table} is not there`);
  return row;
}

/** All rows with these values, whole or these columns, in no order. */
export async function findRows<T extends Table, C extends Column<T> = Column<T>>(
  queries: Queries,
  table: T,
  values: Values<T>,
  columns?: readonly C[],
): Promise<Pick<Selectable<Schema[T]>, C>[]> {
  return listRows(queries, table, values, [], { columns });
}

/** A column that rows stand in the order of. */
type Sort<T extends Table> = Column<T> | `${Column<T>} desc`;

/** What of rows is listed: these columns, and so many at the most. */
interface Listed<T extends Table, C extends Column<T>> {
  readonly columns?: readonly C[] | undefined;
  readonly most?: number;
}

/**
 * The rows with these values in the order of some columns, whole or `columns` of them.
 * @param by the first column weighs most; the largest value comes first with `desc`
 */
export async function listRows<T extends Table, C extends Column<T> = Column<T>>(
  queries: Queries,
  table: T,
  values: Values<T>,
  by: readonly Sort<T>[],
  { columns, most }: Listed<T, C> = {},
): Promise<Pick<Selectable<Schema[T]>, C>[]> {
  if (meansNone(values)) return [];
  let rows = meant(queries, table, values, columns);
  for (const one of by) {
    const [column, direction] = one.split(' ') as [string, 'desc'?];
    rows = rows.orderBy(column, direction);
  }
  if (most !== undefined) rows = rows.limit(most);
  return rows.execute() as Promise<Pick<Selectable<Schema[T]>, C>[]>;
}

/** Is there a row with these values? */
export async function hasRow<T extends Table>(
  queries: Queries,
  table: T,
  values: Values<T>,
): Promise<boolean> {
  return findsRow(meant(queries, table, values, []));
}

/** Does a query find a row? It need select nothing, and reads no second one. */
export async function findsRow<D, T extends keyof D, R>(
  query: SelectQueryBuilder<D, T, R>,
): Promise<boolean> {
  const found = query.select(sql.lit(1).as('found')).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** How many rows have these values. */
export const countRows = <T extends Table>(
  queries: Queries,
  table: T,
  values: Values<T>,
): Promise<number> =>
  countOf(
    anyTable(queries)
      .selectFrom(table as string)
      .where(isMeant(values)),
  );

/** How many rows a query finds. */
export async function countOf<D, T extends keyof D, R>(
  query: SelectQueryBuilder<D, T, R>,
): Promise<number> {
  const counted = query.select((build) => build.fn.countAll<number>().as('total'));
  const { total } = (await counted.executeTakeFirstOrThrow()) as { readonly total: number };
  return Number(total);
}

/** What stands in a column of these rows, in their order. */
export const valuesOf = <R, C extends keyof R>(rows: readonly R[], column: C): R[C][] =>
  rows.map((row) => row[column]);

/** Stores rows. Throws what the engine throws where a key is taken. */
export async function insertRows<T extends Table>(
  queries: Queries,
  table: T,
  rows: Insertable<Schema[T]> | readonly Insertable<Schema[T]>[],
): Promise<void> {
  await anyTable(queries)
    .insertInto(table as string)
    .values(rows)
    .execute();
}

/**
 * Stores rows, but for those whose key is taken.
 * @returns how many were stored
 */
export async function insertOnce<T extends Table>(
  queries: Queries,
  table: T,
  rows: Insertable<Schema[T]> | readonly Insertable<Schema[T]>[],
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await anyTable(queries)
    .insertInto(table as string)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/**
 * Changes a row, or stores it where there is none with this key.
 * @param key values of the primary key
 * @param changed what is true of the row then
 * @param first what else a row is stored with
 */
export async function putRow<T extends Table>(
  queries: Queries,
  table: T,
  key: Partial<Insertable<Schema[T]>>,
  changed: Updateable<Schema[T]>,
  first: Partial<Insertable<Schema[T]>> = {},
): Promise<void> {
  await anyTable(queries)
    .insertInto(table as string)
    .values({ ...key, ...first, ...changed })
    .onConflict((conflict) => conflict.columns(Object.keys(key)).doUpdateSet(changed))
    .execute();
}

/**
 * Changes columns of the rows with these values.
 * @returns how many rows there were
 */
export async function updateRows<T extends Table>(
  queries: Queries,
  table: T,
  values: Values<T>,
  changed: Updateable<Schema[T]>,
): Promise<number> {
  if (meansNone(values)) return 0;
  const { numUpdatedRows } = await anyTable(queries)
    .updateTable(table as string)
    .set(changed)
    .where(isMeant(values))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** How many of the chosen rows are deleted at once. */
export interface Some<T extends Table, C extends Column<T> = Column<T>> {
  /** Rows with the same value in it are deleted together, however many they are. */
  readonly column: C;
  /** How many values of that column at most. */
  readonly size: number;
}

function removal<T extends Table>(queries: Queries, table: T, values: object, some?: Some<T>) {
  const rows = anyTable(queries)
    .deleteFrom(table as string)
    .where(isMeant(values));
  if (!some) return rows;
  const first = meant(queries, table, values, [some.column]).limit(some.size);
  return rows.where(sql<boolean>`${sql.ref(some.column)} in ${first}`);
}

/**
 * Deletes the rows with these values.
 * @returns how many there were
 */
export async function removeRows<T extends Table>(
  queries: Queries,
  table: T,
  values: Values<T>,
): Promise<number> {
  if (meansNone(values)) return 0;
  const { numDeletedRows } = await removal(queries, table, values).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Deletes the rows with these values, or some of them.
 * @returns these columns of those that there were
 */
export async function takeRows<T extends Table, C extends Column<T>>(
  queries: Queries,
  table: T,
  values: Values<T>,
  columns: readonly C[],
  some?: Some<T>,
): Promise<Pick<Selectable<Schema[T]>, C>[]> {
  if (meansNone(values)) return [];
  const rows = removal(queries, table, values, some).returning([...columns]);
  return rows.execute() as Promise<Pick<Selectable<Schema[T]>, C>[]>;
}

/**
 * Deletes some of the rows with these values.
 * @returns whether there may be more
 */
export async function removeSome<T extends Table>(
  queries: Queries,
  table: T,
  values: Values<T>,
  some: Some<T>,
): Promise<boolean> {
  const rows = removal(queries, table, values, some);
  const { numDeletedRows } = await rows.executeTakeFirstOrThrow();
  return Number(numDeletedRows) >= some.size;
}
