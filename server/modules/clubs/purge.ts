import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../ports/database/database.ts';
import { lockJam } from '../jams/events.ts';
import { keepInOwnJams } from '../jams/keepInOwn.ts';
import { noteLoose, removeOneLoose, type Stores } from '../media/content.ts';
import { removePlaylistsOfClub } from '../playlists/ofClub.ts';
import { lockClub } from './context.ts';

/** What was begun elsewhere, or failed, is taken up again this often. */
const EVERY_MS = 10 * 60_000;
/** Clocks of two nodes differ: a club that one brings back in its last moment is gone by no other. */
export const PURGE_AFTER_MS = 60_000;
/** Rows of members, reports or notices that go in one transaction. */
const ROWS = 500;

/** Ends a channel: what everyone made in it is kept in their own jams, and it stays as a name that nobody can read. */
async function endChannel(database: Database, jamId: string): Promise<void> {
  await keepInOwnJams(database, jamId);
  await database.transaction(async (transaction) => {
    await lockJam(database, transaction, jamId);
    const covers = await transaction
      .deleteFrom('jamFiles')
      .where('jamId', '=', jamId)
      .where('messageId', 'is', null)
      .returning('hash')
      .execute();
    await noteLoose(
      transaction,
      covers.map(({ hash }) => hash),
    );
    await transaction
      .updateTable('jams')
      .set({ name: '', description: '', access: 'private', coverKey: null, ownerId: '' })
      .set({ clubId: null, channelAccess: null })
      .where('id', '=', jamId)
      .execute();
  });
}

/** Takes some of the members, the blocked ones too. @returns whether there may be more */
async function removeMembers(database: Database, clubId: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lockClub(database, transaction, clubId);
    const some = transaction.selectFrom('clubMembers').select('userId');
    const gone = await transaction
      .deleteFrom('clubMembers')
      .where('clubId', '=', clubId)
      .where('userId', 'in', some.where('clubId', '=', clubId).limit(ROWS))
      .returning('userId')
      .execute();
    return gone.length === ROWS;
  });
}

/** Takes what hangs on a club, and at last the club: as long as its row is there, this begins again. */
async function endClub(database: Database, clubId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await removePlaylistsOfClub(transaction, clubId);
    const images = await transaction
      .deleteFrom('clubImages')
      .where('clubId', '=', clubId)
      .returning('hash')
      .execute();
    await noteLoose(
      transaction,
      images.map(({ hash }) => hash),
    );
    await transaction.deleteFrom('clubCodes').where('clubId', '=', clubId).execute();
    await transaction
      .deleteFrom('jamReports')
      .where('kind', '=', 'club')
      .where('ref', '=', clubId)
      .execute();
  });
  while (await removeMembers(database, clubId));
  await database.queries.deleteFrom('clubs').where('id', '=', clubId).execute();
}

/**
 * Ends every channel that was deleted, and every club whose time is over. Each step changes nothing when it is made
 * again, so that several nodes may be at it, and a process that died in the middle leaves it to the next.
 * @param gently does a piece of work, throws where no more is to be done
 * @param attempt one failure does not keep the rest: it is tried again with the next round
 */
export async function purgeClubs(
  { database, blobs }: Stores,
  nowMs: number,
  { gently, attempt }: Pace = EAGER,
): Promise<void> {
  const { queries } = database;
  const deleted = await queries
    .selectFrom('jams')
    .select('id')
    .where('clubId', 'is not', null)
    .where('name', '=', '')
    .orderBy('id')
    .execute();
  for (const { id } of deleted) await attempt(id, () => gently(() => endChannel(database, id)));
  const clubs = await queries
    .selectFrom('clubs')
    .select('id')
    .where('closes', '<=', nowMs - PURGE_AFTER_MS)
    .orderBy('closes')
    .orderBy('id')
    .execute();
  for (const { id: clubId } of clubs) {
    await attempt(clubId, async () => {
      const channels = await queries
        .selectFrom('jams')
        .select('id')
        .where('clubId', '=', clubId)
        .orderBy('id')
        .execute();
      for (const { id } of channels) await gently(() => endChannel(database, id));
      await gently(() => endClub(database, clubId));
    });
  }
  await attempt('content', async () => {
    while (await gently(() => removeOneLoose({ database, blobs })));
  });
}

interface Pace {
  gently<T>(work: () => Promise<T>): Promise<T>;
  attempt(what: string, work: () => Promise<void>): Promise<void>;
}
const EAGER: Pace = { gently: (work) => work(), attempt: (_, work) => work() };

export interface Purge {
  /** Begins, or goes on; does not wait for it. */
  wake(): void;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
}

/** Ends channels and clubs while the server runs: at once, from its start, and now and then. */
export function installPurge(app: FastifyInstance, stores: Stores): Purge {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> | undefined;
  let isAsked = false;
  const pace: Pace = {
    /** Leaves the others as much time as the work took. */
    async gently(work) {
      signal.throwIfAborted();
      const from = performance.now();
      const done = await work();
      await delay(Math.max(1, performance.now() - from), undefined, { signal });
      return done;
    },
    async attempt(what, work) {
      try {
        await work();
      } catch (error) {
        if (!signal.aborted) app.log.error({ err: error, what }, 'ending clubs and channels');
      }
    },
  };
  async function run(): Promise<void> {
    while (isAsked && !signal.aborted) {
      isAsked = false;
      await pace.attempt('round', () => purgeClubs(stores, Date.now(), pace));
    }
    running = undefined;
  }
  const purge: Purge = {
    wake() {
      isAsked = true;
      running ??= run();
    },
    async settled() {
      while (running) await running;
    },
  };
  const timer = setInterval(purge.wake, EVERY_MS).unref();
  app.addHook('onReady', async () => purge.wake());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
    await running;
  });
  return purge;
}
