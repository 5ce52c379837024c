import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** A table of codes before: what its rows become, as expressions over its columns. */
interface OldTable {
  readonly table: string;
  readonly code?: string;
  readonly kind: string;
  readonly target: string;
  readonly months?: string;
  readonly note?: string;
  readonly createdBy?: string;
  readonly maxUses: string;
  readonly used?: string;
  readonly isEnded?: string;
}

const OLD_TABLES: readonly OldTable[] = [
  { table: 'jamCodes', kind: '"purpose"', target: '"jamId"', maxUses: 'null' },
  { table: 'clubCodes', kind: `'club'`, target: '"clubId"', maxUses: '"maxUses"' },
  { table: 'invitations', kind: `'invitation'`, target: `''`, maxUses: '"uses"' },
  {
    table: 'redemptionCodes',
    kind: `'gift'`,
    target: '"product"',
    months: '"months"',
    maxUses: '"maxUses"',
    isEnded: '"isEnded"',
  },
  {
    table: 'arcadeClaims',
    code: '"codeHash"',
    kind: `'run'`,
    target: '"runId"',
    note: `''`,
    createdBy: `''`,
    maxUses: '1',
    used: '0',
  },
];

/** One table for every code: of jams, stages, clubs, invitations, gifts and runs. */
export const codes: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'codes',
      `code id key, kind text, target id, months integer optional, note text, createdBy id,
       created bigint, expires bigint optional, maxUses integer optional, used integer,
       isEnded boolean`,
    );
    for (const old of OLD_TABLES) {
      const { table, code = '"code"', kind, target, months = 'null', note = '"note"' } = old;
      const { createdBy = '"createdBy"', maxUses, used = '"used"', isEnded = 'false' } = old;
      const columns = [code, kind, target, months, note, createdBy, '"created"', '"expires"'];
      await sql`
        insert into "codes" ("code", "kind", "target", "months", "note", "createdBy", "created",
          "expires", "maxUses", "used", "isEnded")
        select ${sql.raw([...columns, maxUses, used, isEnded].join(', '))}
        from ${sql.table(table)}`.execute(db);
      await db.schema.dropTable(table).execute();
    }
    await createIndex(db, 'codesByTarget', 'codes', 'target, kind, created');
    await createIndex(db, 'codesByKind', 'codes', 'kind, created');
  },
};
