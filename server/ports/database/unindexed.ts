/**
 * Columns as values in conditions on rows that are looked up by something else. SQLite has no statistics here, and takes an
 * index that begins with a column for a short way even where half of a table has the same value in it: as a value no
 * index has it. PostgreSQL does have them, and sees through the first.
 */
import { type RawBuilder, sql } from 'kysely';

/** A boolean column. */
export const unindexedFlag = (column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} or false)`;

/** A column of numbers. */
export const unindexedNumber = (column: string): RawBuilder<number> =>
  sql<number>`+${sql.ref(column)}`;

/** A column of text. */
export const unindexedText = <T extends string = string>(column: string): RawBuilder<T> =>
  sql<T>`${sql.ref(column)} || ''`;
