import { expect, it } from 'vitest';
import { statementsOf } from '../testing/schemas/landed.ts';
import { MIGRATIONS } from './index.ts';

/** Those before were made when all nodes were stopped for an upgrade. */
const FIRST = '0032-setup';

/**
 * Migrations that take something away, each with the version that was the last to use it. There has to be a version between
 * that one and the migration, else nodes of it could not go on while the first node is brought up to date.
 */
const TAKES_AWAY: Readonly<Record<string, string>> = {};

/** What a server of the version before does not notice. Tables of a migration's own may be given any shape. */
function isHarmless(sql: string): boolean {
  if (/^(create table|create index|insert into|update) /.test(sql)) return true;
  // A row of the version before has no value for it.
  return (
    /^alter table \S+ add column /.test(sql) && (!/ not null\b/.test(sql) || / default /.test(sql))
  );
}

const tableOf = (sql: string) =>
  / (?:table|on|into|update) (?:if not exists )?"(\w+)"/.exec(` ${sql}`)?.[1];

/** What would break a server of the version before that goes on meanwhile. */
function takenAway(lines: readonly string[]): string[] {
  const own = new Set<string>();
  const found: string[] = [];
  for (const line of lines) {
    const [sql] = JSON.parse(line) as [string];
    const table = tableOf(sql);
    if (/^create table /.test(sql) && table) own.add(table);
    const isOwn = table !== undefined && own.has(table);
    if (!isOwn && !isHarmless(sql)) found.push(sql);
  }
  return found;
}

it('migrations only add, so that a node of the version before goes on until its turn comes', async () => {
  const broken: Record<string, string[]> = {};
  for (const name of Object.keys(MIGRATIONS).filter((one) => one >= FIRST)) {
    if (name in TAKES_AWAY) continue;
    const found = takenAway(await statementsOf(name));
    if (found.length > 0) broken[name] = found;
  }
  expect(broken).toEqual({});
});

it('sees what would break such a node', () => {
  const breaking = [
    'drop table "likes"',
    'alter table "likes" drop column "created"',
    'alter table "likes" rename column "created" to "made"',
    'alter table "likes" rename to "hearts"',
    'alter table "likes" add column "weight" bigint not null',
    'alter table "likes" alter column "created" set not null',
    'create unique index "likesOnce" on "likes" ("userId")',
    'delete from "likes"',
  ];
  expect(takenAway(breaking.map((sql) => JSON.stringify([sql, []])))).toEqual(breaking);
  const harmless = [
    'create table "hearts" ("id" text not null)',
    'create unique index "heartsOnce" on "hearts" ("id")',
    'create index "likesByUser" on "likes" ("userId")',
    'alter table "likes" add column "weight" bigint',
    'alter table "likes" add column "weight" bigint default 0 not null',
    'alter table "likes" add column "kind" text not null default \'heart\'',
  ];
  expect(takenAway(harmless.map((sql) => JSON.stringify([sql, []])))).toEqual([]);
});
