import { type RawBuilder, sql } from 'kysely';

/** Condition on a column: it holds this text, whatever its case. Signs of `like` are ordinary in it. */
export function holding(text: string): (column: string) => RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return (column) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}
