import {
  type Candidate,
  chooseWinner,
  mayMatch,
  REST_WEEKS,
  restsSince,
} from '../../../src/data/rules/chart/points.ts';
import { isFinishedWeek, WEEK_MS, weekOf } from '../../../src/data/rules/chart/weeks.ts';
import type { Events } from '../../kernel/events.ts';
import { createJob, type Job } from '../../kernel/jobs.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { findRow, putRow } from '../../ports/database/rows.ts';
import type { WeekWinnerRow } from '../../ports/database/schemaChart.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';
import { findCandidates } from './chartRepo.ts';
import { recountSome } from './recount.ts';
import { findShare } from './repo.ts';

/** Held while a node decides a week. */
const LOCK = 'weeks';
/** Reactions of the last moment of a week are stored by then. */
const SETTLED_MS = 60_000;
const EVERY_MS = 60_000;

/** Accounts that won one of the weeks before this one, for as long as they rest. */
async function findResting(queries: Queries, week: number): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('weekWinners')
    .select('userId')
    .where('week', '>=', restsSince(week))
    .where('week', '<', week)
    .limit(REST_WEEKS)
    .execute();
  return new Set(rows.flatMap(({ userId }) => userId ?? []));
}

/** Shares of a chart that are looked at at once. */
const CANDIDATES = 100;

/**
 * The rifff of a week by the rule: the chart is read from the top, until what follows has too few points to come up to
 * the best so far. @param atOnce shares that are read in one query
 */
export async function findBest(
  queries: Queries,
  week: number,
  isDemo: boolean,
  resting: ReadonlySet<string>,
  atOnce = CANDIDATES,
): Promise<Candidate | undefined> {
  let best: Candidate | undefined;
  for (let skip = 0; ; skip += atOnce) {
    const some = await findCandidates(queries, week, isDemo, { limit: atOnce, skip });
    best = chooseWinner(best ? [best, ...some] : some, resting);
    const last = some.at(-1);
    if (!last || some.length < atOnce || (best && !mayMatch(last.points, best))) return best;
  }
}

/** The day on which a week began, such as 2026-11-16. */
const dayOf = (week: number) => new Date(week).toISOString().slice(0, 10);

/**
 * Stores what became of a week; one that was decided before gets another winner. @returns notices to be told after the
 * commit
 */
export async function storeWinner(
  queries: Queries,
  row: WeekWinnerRow,
  events: Pick<Events, 'within'>,
): Promise<NoticeRow[]> {
  const { week, ...rest } = row;
  await putRow(queries, 'weekWinners', { week }, rest);
  const share = row.shareId === null ? undefined : await findShare(queries, row.shareId);
  if (!share) return [];
  return events.within(queries, 'weekWon', { share, week: dayOf(week), created: row.chosen });
}

/** Decides one week by the rule unless it was decided; rifffs of the demo win only where no other rifff could. */
async function decideWeek(
  database: Database,
  week: number,
  nowMs: number,
  events: Events,
): Promise<void> {
  const notices = await database.transaction(async (transaction) => {
    await database.lock(transaction, LOCK);
    const known = await findWeek(transaction, week);
    if (known) return [];
    const resting = await findResting(transaction, week);
    const winner =
      (await findBest(transaction, week, false, resting)) ??
      (await findBest(transaction, week, true, resting));
    const row: WeekWinnerRow = {
      week,
      shareId: winner?.shareId ?? null,
      userId: winner?.userId ?? null,
      origin: 'rule',
      reason: '',
      points: winner?.points ?? 0,
      people: winner?.people ?? 0,
      strangers: winner?.strangers ?? 0,
      chosen: nowMs,
    };
    return storeWinner(transaction, row, events);
  });
  events.tellAll(notices);
}

/** What became of a week; undefined before it was decided. */
export function findWeek(queries: Queries, week: number): Promise<WeekWinnerRow | undefined> {
  return findRow(queries, 'weekWinners', { week });
}

/** Takes the lock that every decision about a week is made under. */
export function lockWeeks(
  database: Database,
  transaction: Parameters<Database['lock']>[0],
): Promise<void> {
  return database.lock(transaction, LOCK);
}

/**
 * Decides every week that is over and was not decided, from the first that anything was counted in.
 */
export async function decideWeeks(
  database: Database,
  nowMs: number,
  events: Events,
): Promise<void> {
  const { queries } = database;
  const first = await queries
    .selectFrom('chart')
    .select((build) => build.fn.min('week').as('week'))
    .executeTakeFirst();
  const decided = await queries.selectFrom('weekWinners').select('week').execute();
  const known = new Set(decided.map(({ week }) => week));
  const settledMs = nowMs - SETTLED_MS;
  for (let week = first?.week ?? weekOf(nowMs); isFinishedWeek(week, settledMs); week += WEEK_MS) {
    if (!known.has(week)) await decideWeek(database, week, nowMs, events);
  }
}

/**
 * Decides weeks soon after they are over, and at the start those that ended meanwhile; any number of nodes may do it.
 * Before that it counts what an older version did not.
 */
export const winnersJob = (database: Database, events: Events): Job =>
  createJob({
    name: 'deciding the rifff of the week',
    everyMs: EVERY_MS,
    async round({ gently }) {
      while (await gently(() => recountSome(database)));
      await decideWeeks(database, Date.now(), events);
    },
  });
