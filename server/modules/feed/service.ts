import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  FeedQuerySchema,
  ReportBodySchema,
  SharedByQuerySchema,
} from '../../../src/data/contract/sharing.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { findAccountId } from '../../plugins/accounts.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limitPace, type Pace } from '../../plugins/limits.ts';
import { NO_SALES, saleInfoOf } from '../jams/saleInfo.ts';
import { joinTexts, listParts, type Part } from './answer.ts';
import { chartCalls } from './chart.ts';
import { commentCalls } from './comments.ts';
import type { FeedContext, Show } from './context.ts';
import { createEmbeds } from './embeds.ts';
import * as repo from './repo.ts';
import { lockVisibleShare, noShare, seesRemoved, shareCalls } from './share.ts';
import { findShares, findShareView, findShareViews } from './shareLists.ts';
import { findShareLooks } from './shareLooks.ts';
import { countVoice } from './voices.ts';

/** Calls of one account. */
const PACES = {
  like: { atOnce: 30, perHour: 2000 },
  report: { atOnce: 20, perHour: 60 },
} as const satisfies Record<string, Pace>;

type Reader = Identity | null;

export type FeedService = ReturnType<typeof feedService>;

/** The public feed and what accounts do in it. */
export function feedService(context: FeedContext) {
  const { database, publicUrl, rules, events, shownLooks, saleOf = NO_SALES } = context;
  const { queries } = database;
  const embeds = createEmbeds({ queries, publicUrl });

  const show: Show = async (views, detail) => {
    const found = await embeds.find(views, detail);
    return views.flatMap((view) => {
      const embed = found.get(view.id);
      return embed ? [{ view, embed, sale: saleInfoOf(saleOf, view) }] : [];
    });
  };

  /** Likes or takes a like back, and answers the exact count. */
  async function setLike({ userId }: Identity, id: string, isLiked: boolean) {
    const { like, notices } = await writeFor(database, userId, async (transaction) => {
      const share = await lockVisibleShare(transaction, id);
      const created = Date.now();
      const isChanged = isLiked
        ? await repo.insertLike(transaction, { shareId: id, userId, created })
        : await repo.deleteLike(transaction, id, userId);
      if (!isChanged) return { like: share.likeCount, notices: [] };
      const by = isLiked ? 1 : -1;
      const count = share.likeCount + by;
      await repo.addToLikeCount(transaction, id, by);
      await countVoice(transaction, share, userId, created);
      const liked = { share, userId, created, count };
      const told = isLiked ? await events.within(transaction, 'liked', liked) : [];
      return { like: count, notices: told };
    });
    events.tellAll(notices);
    return { like, liked_by_current_user: isLiked };
  }

  const count = (kind: keyof typeof PACES, { userId }: Identity) =>
    limitPace(queries, kind, userId, PACES[kind]);

  return {
    embeds,

    ...shareCalls(database, rules, shownLooks),

    ...chartCalls(queries, show),

    ...commentCalls(context),

    /** One page of the feed as parts of the answer's `data`. Throws `unauthorised`. */
    async feed(reader: Reader, query: z.output<typeof FeedQuerySchema>): Promise<Part[]> {
      if (query.liked && !reader) {
        throw new ApiError('unauthorised', 'Sign in to see what you liked');
      }
      if (query.following && !reader) {
        throw new ApiError('unauthorised', 'Sign in to see what those you follow shared');
      }
      const { sort, skip, source, sharedAfter, sharedBefore } = query;
      const likedBy = query.liked ? reader?.userId : undefined;
      const followedBy = query.following ? reader?.userId : undefined;
      // One more than asked tells whether there is another page.
      const views = await findShares(
        queries,
        { source, sharedAfter, sharedBefore, likedBy, followedBy },
        { sort, skip, limit: query.limit + 1 },
        reader?.userId,
      );
      const shown = await show(views.slice(0, query.limit), 'brief');
      const end = `,"isLastPage":${views.length <= query.limit}}`;
      return joinTexts(['{"rifffs":', ...listParts(shown), end]);
    },

    /** What one account shared, newest first; private shares for itself. Throws `not_found`. */
    async sharedBy(
      reader: Reader,
      name: string,
      { size, from }: z.output<typeof SharedByQuerySchema>,
    ): Promise<Part[]> {
      const userId = await findAccountId(queries, name);
      if (userId === undefined) throw new ApiError('not_found', 'There is no such account');
      const views = await findShares(
        queries,
        { userId, withPrivate: reader?.userId === userId },
        { sort: 'latest', skip: from, limit: size },
        reader?.userId,
      );
      return listParts(await show(views, 'brief'));
    },

    /** These shares as the feed lists them, in this order; the caller has seen to it that the reader may see them. */
    async listed(reader: Reader, ids: readonly string[]): Promise<Part[]> {
      const views = await findShareViews(queries, ids, reader?.userId);
      return listParts(await show(views, 'brief'));
    },

    /** One share by its id, in a list of one; removed ones for their owner and moderators. */
    async sharedRifff(reader: Reader, id: string): Promise<Part[]> {
      const view = await findShareView(queries, id, reader?.userId);
      if (!view || (view.isRemoved && !seesRemoved(reader, view))) throw noShare();
      const [shown] = await show([view], 'whole');
      if (!shown) throw noShare();
      const removedReason = view.isRemoved ? await repo.findRemovalReason(queries, id) : undefined;
      const look = view.lookKey && (await findShareLooks(queries, [id])).get(id);
      const more = { ...(removedReason !== undefined && { removedReason }), ...(look && { look }) };
      return listParts([{ ...shown, more }]);
    },

    /** Likes a share; again: nothing changes. Throws `not_found`. */
    async like(identity: Identity, id: string) {
      await count('like', identity);
      return setLike(identity, id, true);
    },

    /** Takes a like back; again: nothing changes. Throws `not_found`. */
    async unlike(identity: Identity, id: string) {
      await count('like', identity);
      return setLike(identity, id, false);
    },

    /** Reports a share, once for each account. Throws `not_found`. */
    async report(
      { userId, ...identity }: Identity,
      id: string,
      { reason, message }: z.output<typeof ReportBodySchema>,
    ): Promise<Record<string, never>> {
      await count('report', { userId, ...identity });
      await writeFor(database, userId, async (transaction) => {
        await lockVisibleShare(transaction, id);
        const report = { id: newId(), shareId: id, userId, reason, message, created: Date.now() };
        await repo.insertReport(transaction, report);
      });
      return {};
    },

    /** Leaves a share out of the account's lists. Throws `not_found`. */
    async hide({ userId }: Identity, id: string): Promise<Record<string, never>> {
      await writeFor(database, userId, async (transaction) => {
        await lockVisibleShare(transaction, id);
        await repo.insertHide(transaction, { shareId: id, userId, created: Date.now() });
      });
      return {};
    },

    /** Shows a share in the account's lists again. Throws `not_found`. */
    async unhide({ userId }: Identity, id: string): Promise<Record<string, never>> {
      await database.transaction(async (transaction) => {
        await lockVisibleShare(transaction, id);
        await repo.deleteHide(transaction, id, userId);
      });
      return {};
    },
  };
}
