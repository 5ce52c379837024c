/** Going through many rows a few at a time, so that no one waits for all of them. */
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';
import { anyTable, type Column, isMeant, removeSome, type Table, type Values } from './rows.ts';
import type { Schema } from './schema.ts';

/** Small rows that are read, or removed, at a time. */
const ROWS = 200;

/** Values of the columns that rows are ordered by, those of the last row that was seen; empty before the first. */
export type Cursor = readonly (string | number)[];

type OwnedQuery<T extends Table, C extends Column<T>> = SelectQueryBuilder<
  Schema,
  T,
  Pick<Selectable<Schema[T]>, C>
>;

/** A list that is read a page at a time. */
export type Pages<R = unknown> = AsyncIterable<readonly R[]>;

/**
 * Condition: the row stands behind the cursor in the order of these columns (a row comparison of SQL).
 * @param cursor as many values as columns, or none: then every row does
 */
export function isBehind(columns: readonly string[], cursor: Cursor): RawBuilder<boolean> {
  if (cursor.length === 0) return sql<boolean>`1 = 1`;
  const row = sql.join(columns.map((column) => sql.ref(column)));
  return sql<boolean>`(${row}) > (${sql.join([...cursor])})`;
}

/** The next page of a query: at most `size` rows behind the cursor. */
export function pageBehind<T extends keyof Schema, R>(
  query: SelectQueryBuilder<Schema, T, R>,
  columns: readonly string[],
  { cursor, size }: { cursor: Cursor; size: number },
): Promise<R[]> {
  let page = query.where(isBehind(columns, cursor)).limit(size);
  for (const column of columns) page = page.orderBy(sql.ref(column));
  return page.execute();
}

/** Where a page ends; null for one that is not full: nothing comes behind it. */
export function endOf<R extends object>(
  page: readonly R[],
  columns: readonly (keyof R & string)[],
  size: number,
): Cursor | null {
  const last = page.at(-1);
  if (!last || page.length < size) return null;
  return columns.map((column) => last[column] as string | number);
}

/**
 * All rows of a query, a page at a time by keyset: a page is read when it is asked for, and no other is held.
 * @param columns selected ones that order the rows and tell each from every other
 */
export async function* inPages<T extends keyof Schema, R extends object>(
  query: SelectQueryBuilder<Schema, T, R>,
  columns: readonly (keyof R & string)[],
  size = ROWS,
): AsyncGenerator<R[]> {
  let cursor: Cursor | null = [];
  while (cursor) {
    const page: R[] = await pageBehind(query, columns, { cursor, size });
    if (page.length > 0) yield page;
    cursor = endOf(page, columns, size);
  }
}

/**
 * Makes lists of an export: of the rows of a table with the `userId` of an account, or with other values.
 * @param size rows of a page
 */
export const ownedRows =
  (queries: Queries, userId: string, size = ROWS) =>
  <T extends Table, O extends Column<T>, C extends Column<T>>(
    table: T,
    order: readonly O[],
    others: readonly C[],
    values = { userId } as unknown as Values<T>,
  ): AsyncGenerator<Pick<Selectable<Schema[T]>, O | C>[]> => {
    const rows = anyTable(queries)
      .selectFrom(table as string)
      .select([...order, ...others]);
    const owned = rows.where(isMeant(values)) as unknown as OwnedQuery<T, O | C>;
    return inPages(owned, order as readonly never[], size);
  };

/** The same pages with other rows. */
export async function* mapPages<R, T>(
  pages: Pages<R>,
  change: (page: readonly R[]) => readonly T[] | Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for await (const page of pages) yield await change(page);
}

/**
 * Removes a few things of an account inside the caller's transaction. Doing it again changes nothing more.
 * @param after where the time before ended; empty the first time, also when a process before did some of it
 * @returns where to go on, or null when nothing of it is left
 */
export type RemovalStep = (
  queries: Queries,
  userId: string,
  after: Cursor,
) => Promise<Cursor | null>;

/**
 * The rows of a table that name an account go as they are, a few at a time.
 * @param column as `removeSome` has it
 * @param owner the column that names the account
 */
export const removalOf =
  <T extends Table>(table: T, column: Column<T>, owner = 'userId' as Column<T>): RemovalStep =>
  async (queries, userId) => {
    const values = { [owner]: userId } as Values<T>;
    return (await removeSome(queries, table, values, { column, size: ROWS })) ? [] : null;
  };

/** Does the steps of an account in a row, all inside the caller's transaction: for those who own little. */
export async function runSteps(
  steps: readonly RemovalStep[],
  queries: Queries,
  userId: string,
): Promise<void> {
  for (const step of steps) {
    let cursor: Cursor | null = [];
    while (cursor) cursor = await step(queries, userId, cursor);
  }
}
