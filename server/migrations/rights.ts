import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What came with imports is told apart, and imports know by which signature. */
export const rights: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .alterTable('rifffs')
      .addColumn('isImported', 'boolean', (column) => column.notNull().defaultTo(sql`false`))
      .execute();
    for (const column of ['bundle', 'bundleKey', 'account']) {
      await db.schema.alterTable('imports').addColumn(column, 'text').execute();
    }
    // A commit is told of when it is made; what an import brought never was.
    const [rifffs, imports, events] = ['rifffs', 'imports', 'jamEvents'].map((name) =>
      sql.table(name),
    );
    const [jamId, id, kind, ref] = ['jamId', 'id', 'kind', 'ref'].map((name) => sql.ref(name));
    await sql`update ${rifffs!} set ${sql.ref('isImported')} = true
      where exists (select 1 from ${imports!} where ${imports!}.${jamId!} = ${rifffs!}.${jamId!})
      and not exists (select 1 from ${events!} where ${events!}.${jamId!} = ${rifffs!}.${jamId!}
        and ${events!}.${kind!} = 'rifff' and ${events!}.${ref!} = ${rifffs!}.${id!})`.execute(db);
    // No import before this one proved who its account is.
    await sql`update ${imports!} set ${sql.ref('self')} = null`.execute(db);
  },
};
