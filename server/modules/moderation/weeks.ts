import type * as z from 'zod';
import type { WinnerBodySchema } from '../../../src/data/contract/chart.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { NO_TALLY } from '../../../src/data/rules/chart/points.ts';
import { isFinishedWeek, WEEK_MS } from '../../../src/data/rules/chart/weeks.ts';
import { createEvents } from '../../kernel/events.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import { requireModerator, writeAudit } from '../audit/audit.ts';
import { lockVisibleShare } from '../feed/share.ts';
import { findWeek, lockWeeks, storeWinner } from '../feed/winners.ts';

/** What a share has in the chart of a week. */
async function findTally(queries: Queries, shareId: string, week: number) {
  const row = await findRow(queries, 'chart', { shareId, week }, ['points', 'people', 'strangers']);
  const { points, people, strangers } = row ?? NO_TALLY;
  return { points, people, strangers };
}

/** What moderators decide about the weeks of the chart. */
export function weeksService({ database, events }: Pick<Server, 'database' | 'events'>) {
  /** The row of a week that a share is to win. Throws `not_found`, `bad_request`. */
  async function choice(transaction: Queries, shareId: string, week: number) {
    const share = await lockVisibleShare(transaction, shareId);
    if (share.isPrivate || share.created >= week + WEEK_MS) {
      throw new ApiError(
        'bad_request',
        'shareId: must be public, and shared before the week ended',
      );
    }
    return { shareId, userId: share.userId, ...(await findTally(transaction, shareId, week)) };
  }

  return {
    /**
     * Chooses the rifff of a week that is over, or that there is none, in place of what was decided before. The same
     * again changes nothing. Throws `bad_request`, `not_found`.
     * @param week when it began, in milliseconds since the epoch
     */
    async chooseWinner(
      identity: Identity,
      week: number,
      { shareId, reason }: z.output<typeof WinnerBodySchema>,
    ): Promise<Record<string, never>> {
      requireModerator(identity);
      const nowMs = Date.now();
      if (!isFinishedWeek(week, nowMs)) {
        throw new ApiError('bad_request', 'start: must be a Monday 00:00 UTC whose week is over');
      }
      const notices = await writeFor(database, identity.userId, async (transaction) => {
        await lockWeeks(database, transaction);
        const known = await findWeek(transaction, week);
        const nobody = { shareId: null, userId: null, points: 0, people: 0, strangers: 0 };
        const chosen = shareId === null ? nobody : await choice(transaction, shareId, week);
        const isSame = known?.origin === 'moderator' && known.shareId === shareId;
        if (isSame && known.reason === reason) return [];
        const action = shareId === null ? 'clear-winner' : 'choose-winner';
        const about = shareId ?? known?.shareId ?? '';
        await writeAudit(transaction, identity, { action, shareId: about, reason });
        const row = { week, origin: 'moderator' as const, reason, ...chosen, chosen: nowMs };
        return storeWinner(transaction, row, isSame ? createEvents() : events);
      });
      events.tellAll(notices);
      return {};
    },
  };
}
