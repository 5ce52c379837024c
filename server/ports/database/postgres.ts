import { randomBytes } from 'node:crypto';
import { PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { reasonOf, StartError } from '../../startError.ts';
import { onAnyEngine } from './anyEngine.ts';
import type { Database, Queries } from './database.ts';
import { preparedName } from './prepared.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';
const POOL_SIZE = 10;
/** What this process is called in `pg_stat_activity`, so that it can tell its own connections from those of others. */
export const APPLICATION_NAME = `rondo-${process.pid}-${randomBytes(6).toString('hex')}`;
/** Every query of ours is short: to start other processes or a compiler for one takes longer than it does. */
const SESSION = `set max_parallel_workers_per_gather = 0; set jit = off; set application_name = '${APPLICATION_NAME}'`;

/** Times in ms and sizes in bytes are far below 2^53, so bigint reads as a number. */
function numberTypes(): pg.CustomTypesConfig {
  const { INT8 } = pg.types.builtins;
  return {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8
        ? Number
        : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
  };
}

/** A client that keeps what `runPrepared` runs as prepared statements of its connection. */
class PreparingClient extends pg.Client {
  override query(...asked: unknown[]): never {
    const [text, values] = asked;
    const name = typeof text === 'string' ? preparedName(text) : undefined;
    const query = super.query as (...given: unknown[]) => never;
    return name === undefined ? query.apply(this, asked) : query.call(this, { name, text, values });
  }
}

/** Connects to PostgreSQL. Throws a `StartError` when it cannot be reached or refuses. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: POOL_SIZE,
    // It counts while the process itself stands still, as one that begins on a busy machine may.
    connectionTimeoutMillis: 30_000,
    types: numberTypes(),
    onConnect: async (client) => {
      await client.query(SESSION);
    },
  });
  // An idle connection that the server cuts must not end the process; the next query opens another.
  pool.on('error', () => {});
  // Nor may one that is cut between two queries of a transaction: the next of them fails, and so does the call.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartError(`The database of DATABASE_URL cannot be used (${reasonOf(error)}).`, {
      cause: error,
    });
  }
  const any = onAnyEngine(new PostgresDialect({ pool }));
  const lock = async (transaction: Queries, name: string) => {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(transaction);
  };
  return {
    ...any,
    kind: 'postgres',
    lock,
    // By a transaction and not by its session: a pooler may give each transaction another session.
    inTurn: (name, work) =>
      any.transaction(async (transaction) => {
        await lock(transaction, name);
        return work();
      }),
    isUniqueViolation: (error) =>
      error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION,
  };
}
