import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { codeRow, findCode, takeUse } from '../kernel/codes.ts';
import { migrateToLatest } from '../ports/database/migrate.ts';
import { describeDatabases, migrateUpTo } from '../testing/databases.ts';

describeDatabases('the migration of codes', (_, { openEmpty: open }) => {
  it('keeps every code of the five tables before, with its uses and its end', async () => {
    const database = await open();
    const { queries } = database;
    await migrateUpTo(database, '0026-rights-of-old-imports');
    const about = sql`'a note', 'ada', 5`;
    await sql`
      insert into ${sql.table('jamCodes')}
        ("code", "jamId", "purpose", "note", "createdBy", "created", "expires", "used")
      values ('JOIN', 'room', 'join', ${about}, null, 3), ('STAGE', 'room', 'stage', ${about}, 90, 0)`.execute(
      queries,
    );
    await sql`
      insert into ${sql.table('clubCodes')}
        ("code", "clubId", "note", "createdBy", "created", "expires", "maxUses", "used")
      values ('CLUB', 'owls', ${about}, 90, 2, 1)`.execute(queries);
    await sql`
      insert into ${sql.table('invitations')}
        ("code", "note", "createdBy", "created", "expires", "uses", "used")
      values ('INVITE', ${about}, 90, 4, 2)`.execute(queries);
    await sql`
      insert into ${sql.table('redemptionCodes')}
        ("code", "product", "months", "note", "createdBy", "created", "expires", "maxUses", "used",
          "isEnded")
      values ('GIFT', 'plus', 6, ${about}, null, 1, 1, true)`.execute(queries);
    await sql`
      insert into ${sql.table('arcadeClaims')} ("codeHash", "runId", "created", "expires")
      values ('hash', 'run', 5, 90)`.execute(queries);
    await migrateToLatest(queries);
    const rows = await queries.selectFrom('codes').selectAll().orderBy('code').execute();
    const by = { note: 'a note', createdBy: 'ada', created: 5 };
    expect(rows.sort((a, b) => (a.code < b.code ? -1 : 1))).toEqual([
      codeRow({
        ...by,
        code: 'CLUB',
        kind: 'club',
        target: 'owls',
        expires: 90,
        maxUses: 2,
        used: 1,
      }),
      codeRow({
        ...by,
        code: 'GIFT',
        kind: 'gift',
        target: 'plus',
        months: 6,
        maxUses: 1,
        used: 1,
        isEnded: true,
      }),
      codeRow({
        ...by,
        code: 'INVITE',
        kind: 'invitation',
        target: '',
        expires: 90,
        maxUses: 4,
        used: 2,
      }),
      codeRow({ ...by, code: 'JOIN', kind: 'join', target: 'room', used: 3 }),
      codeRow({ ...by, code: 'STAGE', kind: 'stage', target: 'room', expires: 90 }),
      codeRow({
        code: 'hash',
        kind: 'run',
        target: 'run',
        createdBy: '',
        created: 5,
        note: '',
        expires: 90,
        maxUses: 1,
      }),
    ]);
    // The code of a club has one use left, and does not open a jam.
    expect(await findCode(queries, ['join'], 'CLUB', 10)).toBeUndefined();
    expect(await takeUse(queries, ['club'], 'CLUB', 10)).toBe(true);
    expect(await takeUse(queries, ['club'], 'CLUB', 10)).toBe(false);
    expect(await takeUse(queries, ['gift'], 'GIFT', 10)).toBe(false);
  });
});
