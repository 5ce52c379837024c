import type * as z from 'zod';
import {
  ARCADE_SOURCES,
  type KeepRunBodySchema,
  type KeptRun,
} from '../../../src/data/contract/arcade.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { rifffOf } from '../../../src/data/rules/arcade/result.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import type { Database } from '../../ports/database/database.ts';
import type { FeedService } from '../feed/service.ts';
import { type CommitContext, commitRifff } from '../jams/commit.ts';
import { findLoopsById } from '../library/repo.ts';
import * as repo from './repo.ts';
import { noRun, type RunsService } from './runs.ts';

/** What keeping needs of the others. */
export interface KeepContext extends CommitContext {
  readonly database: Database;
  readonly runs: RunsService;
  readonly feed: Pick<FeedService, 'share'>;
}

export type KeepService = ReturnType<typeof keepService>;

/** An id of our shape that is always the same for one run, so that keeping again after a lost answer keeps once. */
const idFor = (what: string, runId: string) => sha256(`arcade ${what} ${runId}`).slice(0, 32);

/** Why sharing may fail although the rifff is kept: it is told, and can be tried again. */
const TOLD = new Set(['forbidden', 'conflict', 'too_many_requests']);

/** Makes the rifff of a run one that its player has: in their jam, and in the feed under its source. */
export function keepService({ database, runs, feed, announcer, events }: KeepContext) {
  const { queries } = database;

  /** Commits the rifff of a run to the player's own jam; null where nothing that may be used is left of it. */
  async function commit(identity: Identity, run: repo.StoredRun) {
    const state = await runs.stateOf(run);
    const shareIds = [...new Set(state.placed.map(({ rifff }) => rifff.id))];
    const shares = await repo.findShown(queries, shareIds, undefined);
    const sources = new Map(
      shares.map(({ id, jamId, rifffId }) => [id, { jamId, rifffId }] as const),
    );
    const found = await findLoopsById(
      queries,
      state.placed.map(({ loop }) => loop.id),
    );
    const loops = new Map<string, Loop>();
    for (const { loop, rifff } of state.placed) {
      const stored = found.get(loop.id);
      // Out of a rifff that was taken back since, it is not to be had any more; the house's always is.
      const isUsable = stored && !stored.isRemoved && (loop.isLibrary || sources.has(rifff.id));
      if (isUsable) loops.set(loop.id, stored.doc);
    }
    const rifff = rifffOf(state, {
      loops,
      sourceOf: (shareId) => sources.get(shareId),
      userName: identity.userId,
      id: idFor('rifff', run.id),
      created: run.created,
    });
    if (!rifff) return null;
    const jamId = identity.userId;
    const context: CommitContext = { database, announcer, events };
    const gathered = [...sources.values()];
    const { id: rifffId } = await commitRifff(context, identity, { jamId, rifff, gathered });
    return { jamId, rifffId };
  }

  return {
    /**
     * Keeps the rifff of an own run, and shares it unless that is not wanted. Again: shares what was only kept.
     * Throws `not_found` for runs of others, and what committing throws.
     */
    async keep(
      identity: Identity,
      runId: string,
      { title, share, private: isPrivate }: z.output<typeof KeepRunBodySchema>,
    ): Promise<KeptRun> {
      const run = await repo.findRun(queries, runId);
      if (!run || run.userId !== identity.userId) throw noRun();
      const { mode } = run;
      const key =
        run.jamId !== null && run.rifffId !== null
          ? { jamId: run.jamId, rifffId: run.rifffId }
          : await commit(identity, run);
      if (!key) return { runId, mode, kept: null, notShared: null };
      if (run.rifffId === null) await repo.setKept(queries, runId, { ...key, shareId: null });
      const before =
        run.shareId !== null && (await repo.isShared(queries, run.shareId)) ? run.shareId : null;
      if (before !== null || !share) {
        return { runId, mode, kept: { ...key, shareId: before }, notShared: null };
      }
      try {
        const { id: shareId } = await feed.share(
          identity,
          { ...key, shareId: idFor('share', runId), title, private: isPrivate },
          ARCADE_SOURCES[mode],
        );
        await repo.setKept(queries, runId, { ...key, shareId });
        return { runId, mode, kept: { ...key, shareId }, notShared: null };
      } catch (error) {
        if (!(error instanceof ApiError && TOLD.has(error.code))) throw error;
        return { runId, mode, kept: { ...key, shareId: null }, notShared: error.message };
      }
    },
  };
}
