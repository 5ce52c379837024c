import { sql } from 'kysely';
import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import type { PeopleFigures } from '../../../src/data/contract/operations.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countOf, countRows } from '../../ports/database/rows.ts';

const DAY_MS = 24 * 3_600_000;
/** Days that sign-ups are listed of, today too. */
export const SIGN_UP_DAYS = 30;

/** Accounts that people made and still have; neither guests, pupils nor those of the demo. */
const ofPeople = (queries: Queries) =>
  queries
    .selectFrom('accounts')
    .where('isDeleted', '=', false)
    .where('isDemo', '=', false)
    .where('guestOf', 'is', null)
    .where('classId', 'is', null)
    .where('id', '!=', HOUSE_BAND_ID);

const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Accounts by the day on which they were made, a line for each day. */
async function signUpsByDay(queries: Queries, nowMs: number): Promise<PeopleFigures['signUps']> {
  const today = Math.floor(nowMs / DAY_MS);
  const first = today - SIGN_UP_DAYS + 1;
  // Whole numbers are divided by whole ones: both engines drop the rest.
  const day = sql<number>`${sql.ref('created')} / ${sql.lit(DAY_MS)}`;
  const rows = await ofPeople(queries)
    .where('created', '>=', first * DAY_MS)
    .select((build) => [day.as('day'), build.fn.countAll<number>().as('count')])
    .groupBy(day)
    .execute();
  const counts = new Map(rows.map((row) => [Number(row.day), Number(row.count)]));
  return Array.from({ length: SIGN_UP_DAYS }, (_, at) => ({
    day: dayText(first + at),
    count: counts.get(first + at) ?? 0,
  }));
}

/** Accounts that people made in the last 24 hours. */
export const signUpsOfDay = (queries: Queries, nowMs: number): Promise<number> =>
  countOf(ofPeople(queries).where('created', '>', nowMs - DAY_MS));

async function readInvitations(queries: Queries, nowMs: number) {
  const made = queries.selectFrom('codes').where('kind', '=', 'invitation');
  const open = await countOf(
    made
      .where('isEnded', '=', false)
      .where((where) => where.or([where('expires', 'is', null), where('expires', '>', nowMs)]))
      .where((where) =>
        where.or([where('maxUses', 'is', null), where('used', '<', where.ref('maxUses'))]),
      ),
  );
  const { used } = await made
    .select((build) => build.fn.sum<number>('used').as('used'))
    .executeTakeFirstOrThrow();
  return { open, used: Number(used ?? 0) };
}

async function readImports(queries: Queries): Promise<PeopleFigures['imports']> {
  const { loops } = await queries
    .selectFrom('imports')
    .select((build) => build.fn.sum<number>('loops').as('loops'))
    .executeTakeFirstOrThrow();
  return {
    open: await countRows(queries, 'imports', { state: 'open' }),
    done: await countRows(queries, 'imports', { state: 'done' }),
    loops: Number(loops ?? 0),
  };
}

/** Who is here, who came, and what waits for moderators. */
export async function readPeople(queries: Queries, nowMs: number): Promise<PeopleFigures> {
  const open = { isOpen: true };
  const reports = [
    await countRows(queries, 'reports', open),
    await countRows(queries, 'jamReports', open),
    await countRows(queries, 'profileReports', open),
  ];
  return {
    accounts: await countOf(ofPeople(queries)),
    guests: await countOf(
      queries
        .selectFrom('accounts')
        .where('isDeleted', '=', false)
        .where('guestOf', 'is not', null),
    ),
    suspended: await countOf(
      queries
        .selectFrom('suspensions')
        .where((where) => where.or([where('until', 'is', null), where('until', '>', nowMs)])),
    ),
    signUps: await signUpsByDay(queries, nowMs),
    invitations: await readInvitations(queries, nowMs),
    reports: reports.reduce((sum, count) => sum + count, 0),
    appeals: await countRows(queries, 'appeals', { state: 'open' }),
    band: {
      jams: await countRows(queries, 'jams', { hasBand: true }),
      answersThisWeek: await countOf(
        queries.selectFrom('bandAnswers').where('created', '>', nowMs - 7 * DAY_MS),
      ),
    },
    imports: await readImports(queries),
  };
}
