/** What the demo adds while a server runs: runs of the day, something to collect, something on sale. */
import type { FastifyInstance } from 'fastify';
import { LIVE_MS } from '../../../src/data/contract/constants.ts';
import { dayOf } from '../../../src/data/rules/arcade/seeds.ts';
import { withLaterAnswer } from '../../../src/data/rules/demo/history.ts';
import { COLLECTIBLE_ROOM, OPEN_ROOMS } from '../../../src/data/rules/demo/rooms.ts';
import { targetLufs } from '../../../src/dsp/levels.ts';
import { createJob, type Job } from '../../kernel/jobs.ts';
import type { Server } from '../../kernel/module.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countOf } from '../../ports/database/rows.ts';
import type { Fields } from '../arcade/fields.ts';
import { isOpenJam } from '../jams/repo.ts';
import { countOpen, findOpen } from '../market/openRifffs.ts';
import { addRuns, lacksRuns } from './arcadeRows.ts';
import { roomIdOf, Writer } from './documents.ts';
import * as repo from './repo.ts';
import type { Shop } from './shop.ts';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** What closes sooner is as good as closed. */
const SOON_MS = 2 * 3_600_000;
/** Rifffs of the demo that can be collected at any time, at least, and those on sale. */
const OPEN = 2;
const ON_SALE = 3;
/** Rifffs that it makes in 24 hours at most, however many are collected. */
const MOST_A_DAY = 6;
/** Rooms of people that are looked at. */
const MOST_ROOMS = 100;
const ROOM = OPEN_ROOMS.find(({ key }) => key === COLLECTIBLE_ROOM)!;

/** How many rifffs the demo made in a jam since a time, ms. */
async function countLater(queries: Queries, jamId: string, sinceMs: number) {
  return countOf(
    queries
      .selectFrom('rifffs')
      .innerJoin('accounts', 'accounts.id', 'rifffs.userId')
      .where('rifffs.jamId', '=', jamId)
      .where('rifffs.created', '>', sinceMs)
      .where('accounts.isDemo', '=', true),
  );
}

interface DaysContext extends Pick<Server, 'database' | 'publicUrl'> {
  /** Undefined where money is no play money, or nothing is collected at all. */
  readonly shop: Shop | undefined;
  readonly fields: Pick<Fields, 'of'>;
}

/** What a round adds to the demo content; each part asks first whether it is needed. */
export function demoDays({ database, publicUrl, shop, fields }: DaysContext) {
  const { queries } = database;
  const roomId = roomIdOf(ROOM.key);

  async function playToday(nowMs: number): Promise<void> {
    if (!(await lacksRuns(queries, nowMs))) return;
    const kept = await fields.of(dayOf(nowMs), nowMs);
    await database.transaction(async (transaction) => {
      await database.lock(transaction, repo.LOCK);
      if (await lacksRuns(transaction, nowMs)) await addRuns(transaction, kept, nowMs);
    });
  }

  /** Can rifffs of people be collected now? */
  async function havePeopleOpen(nowMs: number): Promise<boolean> {
    const rooms = await queries
      .selectFrom('jams')
      .select('jams.id')
      .where('jams.isCollectible', '=', true)
      .where('jams.isDemo', '=', false)
      .where(isOpenJam())
      .orderBy('jams.latest', 'desc')
      .limit(MOST_ROOMS)
      .execute();
    const ids = rooms.map(({ id }) => id);
    return ids.length > 0 && (await countOpen(queries, ids, nowMs)).size > 0;
  }

  /** Rifffs of the demo's room that can be collected for a while yet: those with a title, then those that close first. */
  async function findSpare(from: Queries, nowMs: number) {
    const found = await findOpen({ queries: from, publicUrl }, [roomId], { most: 20, nowMs });
    return (found.get(roomId) ?? [])
      .filter(({ closes }) => closes - nowMs > SOON_MS)
      .sort(
        (a, b) => Number(b.shareId !== null) - Number(a.shareId !== null) || a.closes - b.closes,
      )
      .map(({ rifff }) => ({ jamId: roomId, rifffId: rifff._id }));
  }

  /** One more rifff in the room, by one of the demo accounts. It is dated back, so that the room does not look live. */
  async function answer(transaction: Queries, startMs: number, nowMs: number): Promise<void> {
    const created = nowMs - LIVE_MS;
    const library = { loops: await repo.findStarterLoops(transaction), targetLufs };
    const about = { seed: created % 2 ** 32, agoMs: startMs - created };
    const history = withLaterAnswer(ROOM, library, about);
    if (!history) return;
    const writer = new Writer([{ ...history, shares: [] }], startMs);
    const doc = writer.documentOf({ jam: ROOM.key, at: history.rifffs.length - 1 });
    await repo.addRifff(transaction, roomId, writer.rifffRows([doc]));
  }

  /** Makes what is missing to collect, as far as the day allows. */
  async function fillRoom(wanted: number, startMs: number, nowMs: number): Promise<void> {
    await database.transaction(async (transaction) => {
      await database.lock(transaction, repo.LOCK);
      const missing = wanted - (await findSpare(transaction, nowMs)).length;
      if (missing <= 0) return;
      const made = await countLater(transaction, roomId, Math.max(startMs, nowMs - DAY_MS));
      for (let more = Math.min(missing, MOST_A_DAY - made); more > 0; more--) {
        // Each has a moment of its own.
        await answer(transaction, startMs, nowMs - more * 60_000);
      }
    });
  }

  /** Where people collect and sell, nothing is added. */
  async function fillMarket(stall: Shop, startMs: number, nowMs: number): Promise<void> {
    if (await havePeopleOpen(nowMs)) return;
    const toList = Math.max(0, ON_SALE - (await stall.countListed()));
    await fillRoom(OPEN + toList, startMs, nowMs);
    const spare = await findSpare(queries, nowMs);
    await stall.stock(toList, spare.slice(0, Math.max(0, spare.length - OPEN)));
  }

  /** Adds what is missing now; nothing while the demo content is not there whole. */
  return async (nowMs = Date.now()): Promise<void> => {
    const note = await repo.findComplete(queries);
    if (!note) return;
    await playToday(nowMs);
    if (shop) await fillMarket(shop, note.startMs, nowMs);
  };
}

/** Adds what is missing, now and then while the server runs. */
export const daysJob = (addMissing: () => Promise<void>): Job =>
  createJob({
    name: 'adding to the demo content',
    everyMs: EVERY_MS,
    round: () => addMissing(),
  });

/** Takes what the demo has on sale off the chain, before the server answers anybody. */
export function closeShop(app: FastifyInstance, shop: Shop | undefined): void {
  app.addHook('onReady', async () => {
    // Listings that stay on the chain are known nowhere here, so a server need not stand still for them.
    await shop?.close().catch((error: unknown) => {
      app.log.error({ err: error }, 'what the demo has on sale could not be taken off the chain');
    });
  });
}
