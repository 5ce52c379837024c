import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** Anything that runs queries: the database itself or a transaction. */
export type Queries = Kysely<Schema>;

/**
 * The database port. Both engines hide the same differences: JSON columns come out parsed, booleans are
 * booleans, bigint columns are numbers, and a transaction that writes waits for others instead of failing.
 */
export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  readonly queries: Kysely<Schema>;
  /** Brings the schema up to date. Safe when several nodes start at once. */
  migrate(): Promise<void>;
  /** Runs `work` in a transaction; it rolls back and throws when `work` throws. */
  transaction<T>(work: (queries: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Inside a transaction: no other transaction holds the same name until it ends. */
  lock(queries: Transaction<Schema>, name: string): Promise<void>;
  /**
   * Runs `work` while no other node is at work of the same name; they wait. `work` has transactions of its own. With the embedded
   * database there is one node, and nothing is waited for.
   */
  inTurn<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** True when an insert or update hit a primary key or unique index. */
  isUniqueViolation(error: unknown): boolean;
  /** One trivial query; throws when the engine does not answer. It waits in line with all others. */
  ping(): Promise<void>;
  /** How many statements went well so far: where it grows the engine answers, however long the line is. */
  answered(): number;
  /** Writes so many bytes of text and deletes them again; throws when nothing can be written at present. */
  tryWrite(bytes: number): Promise<void>;
  /** True while the schema was never made: the database is new, or not the one it should be. */
  isNew(): Promise<boolean>;
  close(): Promise<void>;
}
