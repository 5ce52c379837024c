/** A database file as a reader asks it; Node and browsers open one in another way. */
import type { SourceFile } from '../JamSource.ts';

type Value = string | number | bigint | Uint8Array | null;
export type SqlRow = Readonly<Record<string, Value>>;

/** An open database, for reading alone. */
export interface Sql {
  /** Rows one after the other; not all are held. @throws Error where a table or column is not there */
  rows(query: string, ...values: readonly (string | number)[]): Iterable<SqlRow>;
  close(): void;
}

/** Opens a database file. @throws Error with a sentence for people */
export type OpenSql = (file: SourceFile) => Promise<Sql>;
