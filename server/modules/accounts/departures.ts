import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { lockAccount } from '../../plugins/accountLock.ts';
import type { Cursor } from '../../ports/database/batches.ts';
import * as arcade from '../arcade/ownership.ts';
import * as chat from '../chat/ownership.ts';
import * as feed from '../feed/ownership.ts';
import * as jams from '../jams/ownership.ts';
import { removeOneLoose, type Stores } from '../media/content.ts';
import * as people from '../people/ownership.ts';
import * as playlists from '../playlists/ownership.ts';
import * as uploads from '../uploads/ownership.ts';
import { noteLeftBehind } from './closing.ts';
import { removeGoneGuests } from './goneGuests.ts';

/** What was begun elsewhere, or failed, is taken up again this often. */
const EVERY_MS = 10 * 60_000;

/** In this order: what was said goes first, the feed finds by the rifffs what it shows of them, and rifffs hold loops. */
const STEPS = [
  ...people.REMOVAL_STEPS,
  ...chat.REMOVAL_STEPS,
  ...arcade.REMOVAL_STEPS,
  ...playlists.REMOVAL_STEPS,
  ...feed.REMOVAL_STEPS,
  ...jams.REMOVAL_STEPS,
  ...uploads.REMOVAL_STEPS,
];

export interface Departures {
  /** Begins, or goes on, to remove what closed accounts own; does not wait for it. */
  wake(): void;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
}

type Log = Pick<FastifyInstance['log'], 'error' | 'info'>;

/** Removes what closed accounts own, one account at a time in this process, in small transactions. */
function createDepartures(stores: Stores, log: Log) {
  const { database } = stores;
  const { queries } = database;
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let isAsked = false;
  let isSwept = false;

  /** Does a piece of work, and leaves the others as much time as it took. */
  async function gently<T>(work: () => Promise<T>): Promise<T> {
    closing.signal.throwIfAborted();
    const from = performance.now();
    const done = await work();
    const restMs = Math.max(1, performance.now() - from);
    await delay(restMs, undefined, { signal: closing.signal });
    return done;
  }

  async function remove(userId: string): Promise<void> {
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
    await queries.deleteFrom('departures').where('userId', '=', userId).execute();
    log.info({ userId }, 'a deleted account is gone with all that it owned');
  }

  async function removeContent(): Promise<void> {
    while (await gently(() => removeOneLoose(stores)));
  }

  /** Looks once in the life of a process for what older versions left. */
  async function sweep(): Promise<void> {
    let after: string | null = '';
    while (after !== null) {
      const from: string = after;
      after = await gently(() => noteLeftBehind(database, from, Date.now()));
    }
    isSwept = true;
  }

  /** One failure does not keep the rest: it is tried again with the next round. */
  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error, what }, 'removing what was deleted');
    }
  }

  async function round(): Promise<void> {
    if (!isSwept) await attempt('sweep', sweep);
    await attempt('guests', async () => {
      while (await gently(() => removeGoneGuests(database, Date.now())));
    });
    const accounts = await queries
      .selectFrom('departures')
      .select('userId')
      .orderBy('closed')
      .execute();
    for (const { userId } of accounts) {
      await attempt(userId, () => remove(userId));
      await attempt('content', removeContent);
    }
    await attempt('content', removeContent);
  }

  async function run(): Promise<void> {
    while (isAsked && !closing.signal.aborted) {
      isAsked = false;
      await attempt('round', round);
    }
    running = undefined;
  }

  return {
    wake(): void {
      isAsked = true;
      running ??= run();
    },
    async settled(): Promise<void> {
      while (running) await running;
    },
    /** Ends after the step that is under way: the next start goes on from there. */
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}

/** Removes what closed accounts own while the server runs: at once, from its start, and now and then. */
export function installDepartures(app: FastifyInstance, stores: Stores): Departures {
  const departures = createDepartures(stores, app.log);
  const timer = setInterval(departures.wake, EVERY_MS).unref();
  app.addHook('onReady', async () => departures.wake());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await departures.close();
  });
  return departures;
}
