import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../ports/database/database.ts';

/**
 * Ends a select of rows that its transaction goes on to change. A share is always locked before its likes,
 * so that no two transactions wait for each other. SQLite lets one writer in at a time and needs nothing.
 */
export function forUpdate(queries: Queries): RawBuilder<unknown> {
  return queries.getExecutor().adapter instanceof PostgresAdapter ? sql`for update` : sql``;
}
