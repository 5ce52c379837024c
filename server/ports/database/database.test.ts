import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import type { Database, Queries } from './database.ts';
import { migrateToLatest } from './migrate.ts';

/** A loops row for tests; `id` and whatever a test cares about. */
function loopRow(id: string, doc: unknown = {}) {
  return {
    id,
    creatorId: 'ann',
    created: 1_795_226_295_841,
    category: 'drums',
    packId: null,
    nameFolded: 'kick',
    isLibrary: true,
    origin: 'upload' as const,
    approval: 'approved' as const,
    isRemoved: false,
    doc: JSON.stringify(doc),
  };
}

async function migrated(open: () => Promise<Database>): Promise<Database> {
  const database = await open();
  await database.migrate();
  return database;
}

const insertLoop = (queries: Queries, id: string, doc?: unknown) =>
  queries.insertInto('loops').values(loopRow(id, doc)).execute();

const readLoop = (queries: Queries, id: string) =>
  queries.selectFrom('loops').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describeDatabases('the database port', (_, { openEmpty: open }) => {
  it('migrates an empty database, and again without effect, also from two nodes at once', async () => {
    const database = await open();
    await Promise.all([database.migrate(), database.migrate()]);
    await database.migrate();
    await insertLoop(database.queries, 'a');
    await expect(database.ping()).resolves.toBeUndefined();
  });

  it('counts what it answers, inside transactions too, and not what fails', async () => {
    const database = await migrated(open);
    const before = database.answered();
    await database.ping();
    expect(database.answered()).toBe(before + 1);
    await database.transaction(async (queries) => {
      const began = database.answered();
      await queries.selectFrom('notes').selectAll().execute();
      expect(database.answered()).toBe(began + 1);
    });
    const then = database.answered();
    await expect(sql`select nothing_such`.execute(database.queries)).rejects.toThrow();
    expect(database.answered()).toBe(then);
  });

  it('refuses a database that a newer version has migrated', async () => {
    const database = await migrated(open);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', ${new Date().toISOString()})`.execute(
      database.queries,
    );
    await expect(database.migrate()).rejects.toThrow(
      /newer version .+ has had the migration 9999-later.+: start that version, or go back with npm run rollback/,
    );
  });

  it('keeps nothing of migrations that fail half way', async () => {
    const database = await open();
    const makeTable = {
      up: (db: Kysely<never>) => db.schema.createTable('half').addColumn('a', 'text').execute(),
    };
    const fail = { up: () => Promise.reject(new Error('power cut')) };
    const failing = migrateToLatest(database.queries, {
      '0001-half': makeTable,
      '0002-fail': fail,
    });
    await expect(failing).rejects.toThrow('cannot be brought up to date (power cut)');
    await migrateToLatest(database.queries, { '0001-half': makeTable });
    await expect(sql`select a from half`.execute(database.queries)).resolves.toBeDefined();
  });

  it('gives back JSON, booleans, large numbers and nothing as they went in', async () => {
    const { queries } = await migrated(open);
    const doc = { text: 'naïve 🎛 \\ "', list: [1, 2.5, null], deep: { on: false } };
    await insertLoop(queries, 'a', doc);
    const row = await readLoop(queries, 'a');
    expect(row.doc).toEqual(doc);
    expect(row.isLibrary).toBe(true);
    expect(row.isRemoved).toBe(false);
    expect(row.created).toBe(1_795_226_295_841);
    expect(row.packId).toBeNull();
  });

  it('finds rows by a boolean and by a repeated query', async () => {
    const { queries } = await migrated(open);
    await insertLoop(queries, 'a');
    for (const wanted of [true, false, true]) {
      const query = queries.selectFrom('loops').select('id').where('isLibrary', '=', wanted);
      expect(await query.execute()).toHaveLength(wanted ? 1 : 0);
    }
  });

  it('sorts ids by their bytes', async () => {
    const { queries } = await migrated(open);
    for (const id of ['b', 'A', '_', 'a', '-', 'B', '1']) await insertLoop(queries, id);
    const rows = await queries.selectFrom('loops').select('id').orderBy('id').execute();
    expect(rows.map(({ id }) => id).join('')).toBe('-1AB_ab');
  });

  it('knows a unique violation from any other failure', async () => {
    const database = await migrated(open);
    await insertLoop(database.queries, 'a');
    const again: unknown = await insertLoop(database.queries, 'a').catch((error: unknown) => error);
    expect(database.isUniqueViolation(again)).toBe(true);
    const noTable: unknown = await database.queries
      .deleteFrom('nothing' as 'notes')
      .execute()
      .catch((error: unknown) => error);
    expect(noTable).toBeInstanceOf(Error);
    expect(database.isUniqueViolation(noTable)).toBe(false);
  });

  it('keeps all of a transaction or nothing of it', async () => {
    const database = await migrated(open);
    const failed = database.transaction(async (queries) => {
      await insertLoop(queries, 'a');
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await database.transaction((queries) => insertLoop(queries, 'b'));
    const rows = await database.queries.selectFrom('loops').select('id').execute();
    expect(rows).toEqual([{ id: 'b' }]);
  });

  it('lets transactions under one lock run one after the other', async () => {
    const database = await migrated(open);
    await database.queries.insertInto('notes').values({ name: 'n', value: '0' }).execute();
    const addOne = () =>
      database.transaction(async (queries) => {
        await database.lock(queries, 'counting');
        const note = queries.selectFrom('notes').select('value').where('name', '=', 'n');
        const { value } = await note.executeTakeFirstOrThrow();
        await new Promise((resolve) => setTimeout(resolve, 5));
        await queries
          .updateTable('notes')
          .set({ value: String(Number(value) + 1) })
          .execute();
      });
    await Promise.all(Array.from({ length: 8 }, addOne));
    const [note] = await database.queries.selectFrom('notes').selectAll().execute();
    expect(note?.value).toBe('8');
  });
});
