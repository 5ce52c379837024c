import type { Tally } from '../../../src/data/rules/chart/points.ts';
import type { Queries } from '../../ports/database/database.ts';
import { runPrepared } from '../../ports/database/prepared.ts';
import type { WeekWinnerRow } from '../../ports/database/schemaChart.ts';
import { asView, type Shares, type ShareView, shownTo, type ViewRow, views } from './shareLists.ts';

/** Page of a list. */
interface Slice {
  readonly limit: number;
  readonly skip: number;
}

type Placed = ViewRow & Pick<Tally, 'points' | 'people'>;
type ChartValues = { week: number; readerId: string; limit: number; skip: number };

/** A share in the chart. */
export interface ChartedView extends Pick<Tally, 'points' | 'people'> {
  readonly view: ShareView;
}

/** Shares in the chart of a week as `readerId` sees them, in its order. */
export async function findChart(
  queries: Queries,
  week: number,
  { limit, skip }: Slice,
  readerId: string | undefined,
): Promise<ChartedView[]> {
  const rows = await runPrepared<ChartValues, Placed>(
    queries,
    `chart ${readerId !== undefined}`,
    (mark) => {
      const reader = readerId === undefined ? undefined : mark('readerId');
      const all = views(queries, reader)
        .innerJoin('chart', 'chart.shareId', 'shares.id')
        .select(['chart.points', 'chart.people']);
      return shownTo(queries, all as unknown as Shares<Placed>, reader)
        .where('chart.week' as never, '=', mark('week') as never)
        .where('chart.points' as never, '>', 0 as never)
        .where('shares.isPrivate', '=', false)
        .orderBy('chart.points' as never, 'desc')
        .orderBy('chart.created' as never)
        .orderBy('chart.shareId' as never)
        .limit(mark('limit'))
        .offset(mark('skip'));
    },
    { week, readerId: readerId ?? '', limit, skip },
  );
  return rows.map((row) => ({ view: asView(row), points: row.points, people: row.people }));
}

/** A share with the week that it won. */
export interface WinnerView {
  readonly view: ShareView;
  readonly won: Omit<WeekWinnerRow, 'shareId' | 'userId'>;
}

type Won = ViewRow & Omit<WeekWinnerRow, 'shareId' | 'userId'>;

/** Winners of weeks as `readerId` sees them, the latest week first; weeks whose winner is gone are left out. */
export async function findWinners(
  queries: Queries,
  { limit, skip }: Slice,
  readerId: string | undefined,
): Promise<WinnerView[]> {
  const all = views(queries, readerId)
    .innerJoin('weekWinners', 'weekWinners.shareId', 'shares.id')
    .select(['weekWinners.week', 'weekWinners.origin', 'weekWinners.reason'])
    .select(['weekWinners.points', 'weekWinners.people', 'weekWinners.strangers'])
    .select('weekWinners.chosen');
  const rows = await shownTo(queries, all as unknown as Shares<Won>, readerId)
    .where('shares.isPrivate', '=', false)
    .orderBy('weekWinners.week' as never, 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
  return rows.map((row) => {
    const { week, origin, reason, points, people, strangers, chosen } = row;
    const won = { week, origin, reason, points, people, strangers, chosen };
    return { view: asView(row), won };
  });
}
