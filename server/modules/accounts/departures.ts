import type { FastifyBaseLogger } from 'fastify';
import { removeOneLoose, type Stores } from '../../kernel/content.ts';
import { createJob, type Job, type Pace } from '../../kernel/jobs.ts';
import { type Owner, removalSteps } from '../../kernel/ownership.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import type { Cursor } from '../../ports/database/batches.ts';
import { removeRows } from '../../ports/database/rows.ts';
import { noteLeftBehind } from './closing.ts';
import { removeGoneGuests } from './goneGuests.ts';

/** What was begun elsewhere, or failed, is taken up again this often. */
const EVERY_MS = 10 * 60_000;

/**
 * Removes what closed accounts own while the server runs, one account at a time in this process, in small transactions.
 * @param owners what of them; read with every round
 */
export function departuresJob(
  stores: Stores,
  log: Pick<FastifyBaseLogger, 'info'>,
  owners: readonly Owner[],
): Job {
  const { database } = stores;
  const { queries } = database;
  let isSwept = false;

  async function remove(userId: string, { gently }: Pace): Promise<void> {
    for (const step of removalSteps(owners)) {
      let cursor: Cursor | null = [];
      while (cursor) {
        const from: Cursor = cursor;
        cursor = await gently(() =>
          database.transaction(async (transaction) => {
            // Several nodes may be at it: then they take turns.
            await lockAccount(database, transaction, userId);
            return step(transaction, userId, from);
          }),
        );
      }
    }
    for (const { farewell } of owners) await farewell?.(userId);
    await removeRows(queries, 'departures', { userId });
    log.info({ userId }, 'a deleted account is gone with all that it owned');
  }

  async function removeContent({ gently }: Pace): Promise<void> {
    while (await gently(() => removeOneLoose(stores)));
  }

  /** Looks once in the life of a process for what older versions left. */
  async function sweep({ gently }: Pace): Promise<void> {
    let after: string | null = '';
    while (after !== null) {
      const from: string = after;
      after = await gently(() => noteLeftBehind(database, from, Date.now()));
    }
    isSwept = true;
  }

  async function round(pace: Pace): Promise<void> {
    const { gently, attempt } = pace;
    if (!isSwept) await attempt('sweep', () => sweep(pace));
    await attempt('guests', async () => {
      while (await gently(() => removeGoneGuests(database, Date.now())));
    });
    const accounts = await queries
      .selectFrom('departures')
      .select('userId')
      .orderBy('closed')
      .execute();
    for (const { userId } of accounts) {
      await attempt(userId, () => remove(userId, pace));
      await attempt('content', () => removeContent(pace));
    }
    await attempt('content', () => removeContent(pace));
  }

  return createJob({ name: 'removing what was deleted', everyMs: EVERY_MS, round });
}
