import type * as z from 'zod';
import type {
  Chart,
  ChartQuerySchema,
  WinnersQuerySchema,
} from '../../../src/data/contract/chart.ts';
import type { WeekWon } from '../../../src/data/contract/sharing.ts';
import { WEEK_MS, weekBounds, weekOf } from '../../../src/data/rules/chart/weeks.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { valuesOf } from '../../ports/database/rows.ts';
import { joinTexts, listParts, type Part, type ShownShare } from './answer.ts';
import { findChart, findWinners, type WinnerView } from './chartRepo.ts';
import type { Show } from './context.ts';
import { findShareLooks } from './shareLooks.ts';

type Reader = Identity | null;

/** A week that was won, as answers have it. */
function presentWin({
  week,
  origin,
  reason,
  points,
  people,
  strangers,
}: WinnerView['won']): WeekWon {
  return { ...weekBounds(week), by: origin, reason, points, people, strangers };
}

/** The charts of weeks and their winners, as parts of an answer's `data`. */
export function chartCalls(queries: Queries, show: Show) {
  return {
    /** The chart of the week that runs, or of one before. */
    async chart(reader: Reader, query: z.output<typeof ChartQuerySchema>): Promise<Part[]> {
      const { previousWeeks, limit, skip } = query;
      const week = weekOf(Date.now()) - previousWeeks * WEEK_MS;
      // One more than asked tells whether there is another page.
      const rows = await findChart(queries, week, { limit: limit + 1, skip }, reader?.userId);
      const page = rows.slice(0, limit);
      const placed = new Map(
        page.map(({ view, points, people }, at) => [
          view.id,
          { place: skip + at + 1, points, people },
        ]),
      );
      const shown = await show(valuesOf(page, 'view'), 'brief');
      const listed = shown.map((share): ShownShare => {
        const chart = placed.get(share.view.id);
        return { ...share, more: chart ? { chart } : {} };
      });
      const isOpen = previousWeeks === 0;
      const meta: Chart['meta'] = {
        previousWeeks,
        isOpen,
        limit,
        skip,
        isLastPage: rows.length <= limit,
      };
      const rest = JSON.stringify({ ...weekBounds(week), meta });
      return joinTexts(['{"rifffs":', ...listParts(listed), `,${rest.slice(1)}`]);
    },

    /** Rifffs of the week, the latest week first. */
    async rifffsOfTheWeek(
      reader: Reader,
      { size, from }: z.output<typeof WinnersQuerySchema>,
    ): Promise<Part[]> {
      const found = await findWinners(queries, { limit: size, skip: from }, reader?.userId);
      const parts: ShownShare[] = [];
      // One share may have won more than one week, where a moderator chose so.
      const shown = await show(valuesOf(found, 'view'), 'brief');
      const byId = new Map(shown.map((share) => [share.view.id, share]));
      const withLooks = valuesOf(found, 'view').filter(({ lookKey }) => lookKey);
      const looks = await findShareLooks(queries, valuesOf(withLooks, 'id'));
      for (const { view, won } of found) {
        const share = byId.get(view.id);
        const look = looks.get(view.id);
        const more = { wonWeek: presentWin(won), ...(look && { look }) };
        if (share) parts.push({ ...share, more });
      }
      return listParts(parts);
    },
  };
}
