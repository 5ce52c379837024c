/** Fresh rings: made in time, or not at all; one that no rifff came to name is taken away again. */

import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { LoopOrder } from '../../../src/data/contract/making.ts';
import type { AccountRules } from '../../accountRules.ts';
import { removeFiles } from '../../kernel/content.ts';
import type { Pace } from '../../kernel/jobs.ts';
import { ChildFault } from '../../plugins/childProcess.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows } from '../../ports/database/rows.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import { namedByNo } from '../library/repo.ts';
import { indexLoops } from '../searchIndex/indexing.ts';
import { type MadeContext, makeAndStoreLoop } from '../uploads/made/makeLoop.ts';
import { requireSpaceFor } from '../uploads/quota.ts';
import { closeAnswer, findOpenAnswers, forgetAnswer } from './repo.ts';

/** What a loop of eight bars occupies at most, with room to spare. */
const MOST_BYTES = 1280 * 1024;
/** Less time than this is not worth beginning. */
const LEAST_MS = 600;
/** What the last loop weighs in the usual time. */
const NEWS = 0.3;
/** No node works on an answer any more that was planned so long ago. */
const LEFT_MS = 3 * 60_000;
const SETTLED_AT_ONCE = 50;

const isOf = (order: LoopOrder, { made }: Loop) =>
  made?.seed === order.seed && made.family === order.family && made.category === order.category;

/** Loops that were made for an order and brought into a jam since then. */
async function findMade(
  queries: Queries,
  { jamId, order, sinceMs }: { jamId: string; order: LoopOrder; sinceMs: number },
): Promise<Loop[]> {
  const rows = await queries
    .selectFrom('jamLoops')
    .innerJoin('loops', 'loops.id', 'jamLoops.loopId')
    .select('loops.doc')
    .where('jamLoops.jamId', '=', jamId)
    .where('jamLoops.created', '>=', sinceMs)
    .where('loops.isRemoved', '=', false)
    .execute();
  return rows.map(({ doc }) => doc as Loop).filter((loop) => isOf(order, loop));
}

export interface MakingContext extends MadeContext {
  readonly rules: AccountRules;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

export type RingMaking = ReturnType<typeof ringMaking>;

export function ringMaking(context: MakingContext) {
  const { database, rules, log } = context;
  const { queries } = database;
  const late = new Set<Promise<void>>();
  /** What making takes here lately, waiting with it, ms. */
  let usualMs = 0;

  /** Takes a made loop away unless a rifff names it. */
  const removeMade = (loopId: string): Promise<void> =>
    database.transaction(async (transaction) => {
      const gone = await transaction
        .deleteFrom('loops')
        .where('id', '=', loopId)
        .where(namedByNo('rifffLoops'))
        .returning('id')
        .execute();
      if (gone.length === 0) return;
      await removeFiles(transaction, 'media', { loopId });
      await removeRows(transaction, 'jamLoops', { loopId });
      await indexLoops(transaction, [loopId]);
    });

  /** The loop, or null where it could not be made; an account that sends much waits, and so does its band. */
  async function tryMaking(order: LoopOrder, jam: JamRow): Promise<Loop | null> {
    const from = performance.now();
    try {
      return await makeAndStoreLoop(context, order, { creatorId: jam.ownerId, jamId: jam.id });
    } catch (error) {
      const isBusy = error instanceof ApiError || error instanceof ChildFault;
      if (isBusy) log.warn({ err: error, order }, 'no loop was made for the house band');
      else log.error({ err: error, order }, 'no loop was made for the house band');
      return null;
    } finally {
      usualMs += NEWS * (performance.now() - from - usualMs);
    }
  }

  return {
    /**
     * Is it worth asking for a loop? Not where it would come too late, as this machine goes, and not where the owner of
     * the jam, whose it would be, may not store it.
     */
    async canMake(ownerId: string, withinMs: number): Promise<boolean> {
      if (withinMs < Math.max(LEAST_MS, usualMs)) {
        // Now and then it is tried again.
        usualMs *= 1 - NEWS / 2;
        return false;
      }
      try {
        await requireSpaceFor(queries, rules, ownerId, { lengthBytes: MOST_BYTES });
        return true;
      } catch (error) {
        if (error instanceof ApiError) return false;
        throw error;
      }
    },

    /**
     * Has a loop made for an answer, the owner of the jam being its maker, or finds the one that was made before a crash.
     * @returns null where there is none in time; one that comes later is taken away
     */
    async make(
      order: LoopOrder,
      { jam, sinceMs, withinMs }: { jam: JamRow; sinceMs: number; withinMs: number },
    ): Promise<Loop | null> {
      const [known] = await findMade(queries, { jamId: jam.id, order, sinceMs });
      if (known) return known;
      if (withinMs < LEAST_MS) return null;
      const work = tryMaking(order, jam);
      const given = new AbortController();
      const over = delay(withinMs, 'late' as const, given);
      const made = await Promise.race([work, over]);
      given.abort();
      over.catch(() => undefined);
      if (made !== 'late') return made;
      const removal = work
        .then((loop) => (loop ? removeMade(loop._id) : undefined))
        .catch((error: unknown) => log.error({ err: error }, 'a late loop could not be removed'))
        .finally(() => late.delete(removal));
      late.add(removal);
      return null;
    },

    /** Takes a loop away that was made and is not wanted. */
    removeMade,

    /** Ends what a crash left between planning an answer and its rifff, and what came too late. */
    async settle({ gently }: Pick<Pace, 'gently'>): Promise<void> {
      const open = await findOpenAnswers(queries, Date.now() - LEFT_MS, SETTLED_AT_ONCE);
      for (const { jamId, rifffId, loopId, order, created, isThere } of open) {
        await gently(async () => {
          const made = order ? await findMade(queries, { jamId, order, sinceMs: created }) : [];
          const ids = new Set([...made.map(({ _id }) => _id), ...(loopId ? [loopId] : [])]);
          for (const id of ids) await removeMade(id);
          if (isThere) await closeAnswer(queries, { jamId, rifffId });
          else await forgetAnswer(queries, { jamId, rifffId });
        });
      }
    },

    /** Waits for what is under way. */
    async close(): Promise<void> {
      await Promise.all(late);
    },
  };
}
