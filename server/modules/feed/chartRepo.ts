import { type Candidate, type Tally, WINNER_PEOPLE } from '../../../src/data/rules/chart/points.ts';
import type { Queries } from '../../ports/database/database.ts';
import { runPrepared, type Slice, shapeOfSlice, sliceOf } from '../../ports/database/prepared.ts';
import type { WeekWinnerRow } from '../../ports/database/schemaChart.ts';
import { asView, type ShareView, shownTo, type ViewRow, views } from './shareLists.ts';
import type { Shares } from './shareWays.ts';

type ChartValues = { week: number; readerId: string; limit: number; skip: number };
type ListValues = Omit<ChartValues, 'week'>;

/** Of a query that joins shares those rows whose share this reader is shown. */
const shownOf = <Q>(queries: Queries, all: Q, reader: string | undefined): Q =>
  shownTo(queries, all as Shares<object>, reader) as Q;

/** A share in the chart. */
export interface ChartedView extends Pick<Tally, 'points' | 'people'> {
  readonly view: ShareView;
}

/**
 * Shares in the chart of a week as `readerId` sees them, in its order. The rows of the page are found first, as
 * `shareLists.ts` does; the cross joins make SQLite read the chart, and not all shares.
 */
export async function findChart(
  queries: Queries,
  week: number,
  page: Slice,
  readerId: string | undefined,
): Promise<ChartedView[]> {
  const rows = await runPrepared<ChartValues, ViewRow & Pick<Tally, 'points' | 'people'>>(
    queries,
    `chart ${readerId !== undefined} ${shapeOfSlice(page)}`,
    (mark) => {
      const { limit, skip } = sliceOf(page, mark);
      const reader = readerId === undefined ? undefined : mark('readerId');
      const all = queries
        .selectFrom('chart')
        .crossJoin('shares')
        .whereRef('shares.id', '=', 'chart.shareId')
        .where('chart.week', '=', mark('week'))
        .where('chart.points', '>', 0)
        .select(['chart.shareId', 'chart.points', 'chart.people', 'chart.created as sharedMs'])
        .orderBy('chart.points', 'desc')
        .orderBy('chart.created')
        .orderBy('chart.shareId')
        .limit(limit)
        .offset(skip);
      return views(queries, reader)
        .innerJoin(shownOf(queries, all, reader).as('page'), 'page.shareId', 'shares.id')
        .select(['page.points', 'page.people'])
        .orderBy('page.points', 'desc')
        .orderBy('page.sharedMs')
        .orderBy('page.shareId');
    },
    { week, readerId: readerId ?? '', ...page },
  );
  return rows.map((row) => ({ view: asView(row), points: row.points, people: row.people }));
}

/** What is told of the week that a share won. */
type Won = Omit<WeekWinnerRow, 'shareId' | 'userId'>;

/** A share with the week that it won. */
export interface WinnerView {
  readonly view: ShareView;
  readonly won: Won;
}

/** Winners of weeks as `readerId` sees them, the latest week first; weeks whose winner is gone are left out. */
export async function findWinners(
  queries: Queries,
  page: Slice,
  readerId: string | undefined,
): Promise<WinnerView[]> {
  const rows = await runPrepared<ListValues, ViewRow & Won>(
    queries,
    `winners ${readerId !== undefined} ${shapeOfSlice(page)}`,
    (mark) => {
      const { limit, skip } = sliceOf(page, mark);
      const reader = readerId === undefined ? undefined : mark('readerId');
      const all = queries
        .selectFrom('weekWinners')
        .crossJoin('shares')
        .whereRef('shares.id', '=', 'weekWinners.shareId')
        .select(['weekWinners.week', 'weekWinners.shareId', 'weekWinners.origin'])
        .select(['weekWinners.reason', 'weekWinners.points', 'weekWinners.people'])
        .select(['weekWinners.strangers', 'weekWinners.chosen'])
        .orderBy('weekWinners.week', 'desc')
        .limit(limit)
        .offset(skip);
      return views(queries, reader)
        .innerJoin(shownOf(queries, all, reader).as('page'), 'page.shareId', 'shares.id')
        .select(['page.week', 'page.origin', 'page.reason', 'page.points', 'page.people'])
        .select(['page.strangers', 'page.chosen'])
        .orderBy('page.week', 'desc');
    },
    { readerId: readerId ?? '', ...page },
  );
  return rows.map((row) => {
    const { week, origin, reason, points, people, strangers, chosen } = row;
    const won = { week, origin, reason, points, people, strangers, chosen };
    return { view: asView(row), won };
  });
}

/**
 * Shares that could win a week, in the order of its chart: public ones with enough people whose seven days ended in it.
 * @param isDemo those of the demo, or all others
 */
export function findCandidates(
  queries: Queries,
  week: number,
  isDemo: boolean,
  { limit, skip }: Slice,
): Promise<Candidate[]> {
  const all = queries
    .selectFrom('chart')
    .crossJoin('shares')
    .innerJoin('accounts', 'accounts.id', 'shares.userId')
    .whereRef('shares.id', '=', 'chart.shareId')
    .select(['chart.shareId', 'chart.created', 'shares.userId'])
    .select(['chart.points', 'chart.people', 'chart.strangerPoints', 'chart.strangers'])
    .where('chart.week', '=', week)
    .where('chart.created', '<', week)
    .where('chart.people', '>=', WINNER_PEOPLE)
    .where('accounts.isDemo', '=', isDemo)
    .orderBy('chart.points', 'desc')
    .orderBy('chart.created')
    .orderBy('chart.shareId')
    .limit(limit)
    .offset(skip);
  const shown = shownTo(queries, all as unknown as Shares<object>, undefined);
  return (shown as unknown as typeof all).execute();
}
