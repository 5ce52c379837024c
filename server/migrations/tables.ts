import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * Type of a column that holds ids: text that sorts by its bytes. SQLite always does that; PostgreSQL
 * would follow the locale of the cluster, and pages of a list would differ between engines.
 */
export function idType(db: Kysely<never>): RawBuilder<unknown> {
  return db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
}

const TYPES = ['text', 'bigint', 'integer', 'boolean', 'json', 'double precision'] as const;

/**
 * Makes a table. `columns` is a list with commas: `name type`, then `key` for the primary key, `unique`, or
 * `optional` for what may be null; `id` is the type of ids.
 *
 * @param key - columns that make the primary key together
 * @throws Error for a type that is not known
 */
export async function createTable(
  db: Kysely<never>,
  name: string,
  columns: string,
  key: readonly string[] = [],
): Promise<void> {
  let table = db.schema.createTable(name);
  for (const text of columns.split(',')) {
    const [, column, typeName, marks] = /^(\w+) (\w+(?: precision)?)(.*)$/.exec(text.trim()) ?? [];
    const type = typeName === 'id' ? idType(db) : TYPES.find((known) => known === typeName);
    if (!column || !type) throw new Error(`not a column: ${text}`);
    table = table.addColumn(column, type, (build) => {
      if (marks?.includes('key')) return build.primaryKey();
      const sure = marks?.includes('optional') ? build : build.notNull();
      return marks?.includes('unique') ? sure.unique() : sure;
    });
  }
  if (key.length > 0) table = table.addPrimaryKeyConstraint(`${name}Key`, [...key] as never[]);
  await table.execute();
}

/** Makes an index over columns of a table: a list with commas. */
export async function createIndex(
  db: Kysely<never>,
  name: string,
  table: string,
  columns: string,
): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns.split(', ')).execute();
}
