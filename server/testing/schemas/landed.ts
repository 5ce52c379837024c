/** What each migration that landed does, as a hash: `server/migrations/landed.json`. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryId,
  type RootOperationNode,
} from 'kysely';
import { MIGRATIONS } from '../../migrations/index.ts';
import { openSqlite } from '../../ports/database/sqlite.ts';
import { temporaryFolder } from '../folders.ts';
import { putFixture } from './fixtures.ts';

export const LANDED_PATH = join(import.meta.dirname, '..', '..', 'migrations', 'landed.json');

/** Of one migration. */
export interface Landed {
  /** Hash of its statements and their values, on the fixture before it. */
  readonly sqlite: string;
  /** Hash of its statements on an empty PostgreSQL. */
  readonly postgres: string;
  /** How many statements it makes on the fixture before it. */
  readonly statements: number;
}

/** By the name of the migration. */
export type LandedTable = Readonly<Record<string, Landed>>;

const DAY_MS = 86_400_000;

/** A value as it is in every run: random ids and the time of the run are not. */
function lasting(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[0-9a-f]{32,}/g, '#');
  const isNow = typeof value === 'number' && Math.abs(value - Date.now()) < DAY_MS;
  return isNow ? '#' : value;
}

/** Notes every statement before it is made. `onStatement` may end the process. */
export function noting<S>(db: Kysely<S>, onStatement: (line: string) => void): Kysely<S> {
  const executor = db.getExecutor();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }: { node: RootOperationNode; queryId: QueryId }) {
      const { sql, parameters } = executor.compileQuery(node, queryId);
      onStatement(JSON.stringify([sql, parameters.map(lasting)]));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}

const hashOf = (lines: readonly string[]) =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);

/** A PostgreSQL that is always empty. */
const emptyPostgres = () =>
  new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

class TakenBack extends Error {}

/** The statements of a migration on an empty PostgreSQL, each as JSON of its text and its values. */
export async function statementsOf(name: string): Promise<string[]> {
  const lines: string[] = [];
  await MIGRATIONS[name]!.up(noting(emptyPostgres(), (line) => lines.push(line)));
  return lines;
}

/**
 * Runs a migration on both engines, without keeping what it did.
 * @param before name of the migration before; undefined for the first
 */
export async function landedOf(name: string, before: string | undefined): Promise<Landed> {
  const { up } = MIGRATIONS[name]!;
  const postgres = await statementsOf(name);
  const folder = await temporaryFolder();
  if (before) await putFixture(folder.path, before);
  const database = openSqlite(folder.path);
  const sqlite: string[] = [];
  try {
    await database.transaction(async (transaction) => {
      await up(noting(transaction, (line) => sqlite.push(line)));
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  } finally {
    await database.close();
    await folder.remove();
  }
  return { sqlite: hashOf(sqlite), postgres: hashOf(postgres), statements: sqlite.length };
}
