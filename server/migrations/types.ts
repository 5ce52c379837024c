import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * Type of a column that holds ids: text that sorts by its bytes. SQLite always does that; PostgreSQL
 * would follow the locale of the cluster, and pages of a list would differ between engines.
 */
export function idType(db: Kysely<never>): RawBuilder<unknown> {
  return db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
}
