import type { FastifyBaseLogger } from 'fastify';
import { createJob, type Job, type Pace } from '../../kernel/jobs.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import type { Cursor } from '../../ports/database/batches.ts';
import * as arcade from '../arcade/ownership.ts';
import * as chat from '../chat/ownership.ts';
import * as clubs from '../clubs/ownership.ts';
import * as feed from '../feed/ownership.ts';
import * as imports from '../imports/ownership.ts';
import * as jams from '../jams/ownership.ts';
import * as market from '../market/ownership.ts';
import { removeOneLoose, type Stores } from '../media/content.ts';
import * as people from '../people/ownership.ts';
import * as plans from '../plans/ownership.ts';
import * as playlists from '../playlists/ownership.ts';
import * as sync from '../sync/ownership.ts';
import * as uploads from '../uploads/ownership.ts';
import { noteLeftBehind } from './closing.ts';
import { removeGoneGuests } from './goneGuests.ts';

/** What was begun elsewhere, or failed, is taken up again this often. */
const EVERY_MS = 10 * 60_000;

/** In this order: what was said goes first, the feed finds by the rifffs what it shows of them, and rifffs hold loops. */
const STEPS = [
  ...people.REMOVAL_STEPS,
  ...chat.REMOVAL_STEPS,
  ...market.REMOVAL_STEPS,
  ...arcade.REMOVAL_STEPS,
  ...clubs.REMOVAL_STEPS,
  ...playlists.REMOVAL_STEPS,
  ...feed.REMOVAL_STEPS,
  ...imports.REMOVAL_STEPS,
  ...jams.REMOVAL_STEPS,
  ...uploads.REMOVAL_STEPS,
  ...plans.REMOVAL_STEPS,
  ...sync.REMOVAL_STEPS,
];

/** What a closed account leaves outside of the database. Doing it again changes nothing; what fails is tried again. */
type Farewell = (userId: string) => Promise<void>;

/**
 * Removes what closed accounts own while the server runs, one account at a time in this process, in small transactions.
 * @param farewell comes last, outside of transactions
 */
export function departuresJob(
  stores: Stores,
  log: Pick<FastifyBaseLogger, 'info'>,
  farewell: Farewell = async () => {},
): Job {
  const { database } = stores;
  const { queries } = database;
  let isSwept = false;

  async function remove(userId: string, { gently }: Pace): Promise<void> {
    for (const step of STEPS) {
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
    await farewell(userId);
    await queries.deleteFrom('departures').where('userId', '=', userId).execute();
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
