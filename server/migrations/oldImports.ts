import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  BATCH,
  type Db,
  type Import,
  isName,
  judgeLoops,
  KEPT,
  OWN_KINDS,
  person,
} from './oldImportLoops.ts';

const REASON =
  'It holds music that came in from elsewhere by an import that did not prove its maker or its licence';

/** Rifffs that an import brought are by whom they would be by an import of now, with all rights kept. */
async function judgeRifffs(db: Db, source: Import): Promise<void> {
  const { jamId, userId, kind } = source;
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('rifffs')
      .select(['id', 'userId', 'doc'])
      .where('jamId', '=', jamId)
      .where('isImported', '=', true)
      .where('digest', '!=', '')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const isOwn = OWN_KINDS.includes(kind) && !isName(row.userId);
      const maker = isOwn
        ? userId
        : isName(row.userId)
          ? row.userId
          : await person(db, source, row.userId);
      const doc = row.doc as { creators?: string[] };
      const creators = doc.creators?.map((name) => (name === row.userId ? maker : name));
      const judged = { ...doc, ...KEPT, userName: maker, ...(creators && { creators }) };
      await db
        .updateTable('rifffs')
        .set({ ...KEPT, userId: maker, doc: JSON.stringify(judged) })
        .where('jamId', '=', jamId)
        .where('id', '=', row.id)
        .execute();
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

/**
 * Condition on a row of `rifffs`: no licence lets it be published, because of what came in from elsewhere. The
 * documents of loops are compared as text, because PostgreSQL fails to read a field beside half a surrogate pair.
 */
function isClosed(): RawBuilder<boolean> {
  const name = sql.ref;
  const isNamed = (column: string) =>
    sql`${name(column)} >= 'imported_' and ${name(column)} < ${sql.lit('imported`')}`;
  return sql<boolean>`${name('rifffs.digest')} <> '' and (
    (${isNamed('rifffs.userId')} and ${name('rifffs.license')} = ${sql.lit(KEPT.license)})
    or exists (select 1 from ${name('rifffLoops')}
      join ${name('loops')} on ${name('loops.id')} = ${name('rifffLoops.loopId')}
      where ${name('rifffLoops.jamId')} = ${name('rifffs.jamId')}
        and ${name('rifffLoops.rifffId')} = ${name('rifffs.id')}
        and ${isNamed('loops.creatorId')} and not ${name('loops.isRemoved')}
        and cast(${name('loops.doc')} as text) like ${sql.lit(`%"license":"${KEPT.license}"%`)}))`;
}

/** Takes out what was shared of it, so that a moderator can bring it back, and closes jams that hold it. */
async function closeOpened(db: Db): Promise<void> {
  const shares = await db
    .selectFrom('shares')
    .innerJoin('rifffs', (join) =>
      join.onRef('rifffs.jamId', '=', 'shares.jamId').onRef('rifffs.id', '=', 'shares.rifffId'),
    )
    .select('shares.id')
    .where('shares.isRemoved', '=', false)
    .where(isClosed())
    .execute();
  for (const { id: shareId } of shares) {
    await db.updateTable('shares').set({ isRemoved: true }).where('id', '=', shareId).execute();
    const act = { action: 'remove', moderatorId: '', userId: null, reason: REASON };
    const line = { ...act, id: randomUUID().replaceAll('-', ''), shareId, created: Date.now() };
    await db.insertInto('audit').values(line).execute();
  }
  const closed = db.selectFrom('rifffs').select('rifffs.jamId').where(isClosed());
  // A personal jam is as open as its account says.
  await db
    .updateTable('accounts')
    .set({ access: KEPT.access })
    .where('id', 'in', closed)
    .where('access', '!=', KEPT.access)
    .execute();
  await db
    .updateTable('jams')
    .set({ channelAccess: 'members' })
    .where('channelAccess', '=', 'public')
    .where('id', 'in', closed)
    .execute();
  await db
    .updateTable('jams')
    .set({ access: 'private' })
    .where('access', '!=', 'private')
    .where('id', 'in', closed)
    .execute();
}

/**
 * Imports of before signatures believed what a file said of makers and licences, and opened a loop to who had its file.
 * What they brought is judged as it would be today. What was published of it is taken out and closed.
 */
export const oldImports: Migration = {
  async up(untyped: Kysely<never>): Promise<void> {
    // The kind of database stays; only the types know the tables now.
    const db = untyped as unknown as Db;
    let after = '';
    for (let isMore = true; isMore; ) {
      const rows = await db
        .selectFrom('imports')
        .select(['id', 'userId', 'jamId', 'kind', 'bundle', 'updated'])
        .where('bundle', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .execute();
      for (const source of rows) {
        await judgeLoops(db, source);
        await judgeRifffs(db, source);
      }
      isMore = rows.length === BATCH;
      after = rows.at(-1)?.id ?? after;
    }
    if (after === '') return;
    await closeOpened(db);
    // What can be found is looked through again by the server, step by step while it runs.
    await db
      .insertInto('notes')
      .values({ name: 'search-fill', value: '' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '' }))
      .execute();
  },
};
