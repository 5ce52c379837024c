/** Lists of shared rifffs as pages hold them: pages of answers, changed in place of asking again. */
import type { SharedRifff } from '../../contract/sharing.ts';

/** One page of a list of shares. */
export interface SharePage {
  rifffs: SharedRifff[];
  isLastPage: boolean;
}

/** What a cache may hold: one share, one page, or pages. */
export type ShareData = SharedRifff | SharePage | { pages: SharePage[]; pageParams: unknown[] };

/** Every share of the pages once, in order: what is shared meanwhile moves others to the next page. */
export function allShares(pages: readonly SharePage[]): SharedRifff[] {
  const byId = new Map<string, SharedRifff>();
  for (const { rifffs } of pages) {
    for (const share of rifffs) if (!byId.has(share._id)) byId.set(share._id, share);
  }
  return [...byId.values()];
}

/** Can its rings be its sharer's banner: is it public, and has it rings? */
export function mayBeBanner(share: SharedRifff): boolean {
  return !share.private && share.removedReason === undefined && share.rifff.loops.length > 0;
}

/** Where a page of the feed begins. */
interface FeedPlace {
  /** Milliseconds since the epoch; that time is not in the page. */
  readonly sharedBefore?: number;
  readonly skip?: number;
}
export const FIRST_PAGE: FeedPlace = {};

/**
 * Where the page after these begins, or undefined after the last. By time it begins with the time of the last
 * share so far: what was shared in the same millisecond and stands there already is skipped, not passed over.
 */
export function nextFeedPage(
  sort: 'latest' | 'likes',
  pages: readonly SharePage[],
): FeedPlace | undefined {
  const last = pages.at(-1);
  if (!last || last.isLastPage || last.rifffs.length === 0) return undefined;
  if (sort === 'likes') return { skip: pages.reduce((sum, page) => sum + page.rifffs.length, 0) };
  const oldest = last.rifffs.at(-1)!.action_timestamp;
  const skip = allShares(pages).filter((share) => share.action_timestamp === oldest).length;
  return { sharedBefore: oldest + 1, skip };
}

function changePage(
  page: SharePage,
  shareId: string,
  change: (share: SharedRifff) => SharedRifff | null,
): SharePage {
  if (!page.rifffs.some(({ _id }) => _id === shareId)) return page;
  const rifffs = page.rifffs.flatMap((share) => {
    const next = share._id === shareId ? change(share) : share;
    return next ? [next] : [];
  });
  return { ...page, rifffs };
}

/**
 * Changes one share wherever it stands in what a cache holds; null takes it out of lists (a share that stands
 * alone stays). The same object comes back when it is not in there.
 */
export function changeShare(
  data: ShareData | undefined,
  shareId: string,
  change: (share: SharedRifff) => SharedRifff | null,
): ShareData | undefined {
  if (!data) return data;
  if ('pages' in data) {
    const pages = data.pages.map((page) => changePage(page, shareId, change));
    return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages };
  }
  if ('rifffs' in data) return changePage(data, shareId, change);
  return data._id === shareId ? (change(data) ?? data) : data;
}

/** A share as it looks once a reader likes it, or no longer does. */
export function withLike(share: SharedRifff, isLiked: boolean): SharedRifff {
  if (share.liked_by_current_user === isLiked) return share;
  const like = Math.max(0, share.react_counts.like + (isLiked ? 1 : -1));
  return {
    ...share,
    liked_by_current_user: isLiked,
    react_counts: { ...share.react_counts, like },
  };
}
