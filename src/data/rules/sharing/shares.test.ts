import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { shareOf } from '../../../../tests/support/shareOf.ts';
import {
  allShares,
  changeShare,
  FIRST_PAGE,
  mayBeBanner,
  nextFeedPage,
  type SharePage,
  withLike,
} from './shares.ts';

const page = (...ids: string[]): SharePage => ({
  rifffs: ids.map((id) => shareOf(id)),
  isLastPage: false,
});

describe('lists of shares', () => {
  test('what stands on two pages is shown once, where it came first', () => {
    const pages = [page('a', 'b'), page('b', 'c')];
    expect(allShares(pages).map(({ _id }) => _id)).toEqual(['a', 'b', 'c']);
  });

  test('a like shows wherever the share stands, and nowhere else', () => {
    const like = (share: ReturnType<typeof shareOf>) => withLike(share, true);
    const pages = { pages: [page('a'), page('b', 'c')], pageParams: [0, 1] };
    const changed = changeShare(pages, 'c', like) as typeof pages;
    expect(changed.pages[0]).toBe(pages.pages[0]);
    expect(changed.pages[1]?.rifffs.map((share) => share.react_counts.like)).toEqual([0, 1]);
    expect(changeShare(pages, 'z', like)).toBe(pages);
    expect(changeShare(shareOf('c'), 'c', like)).toMatchObject({ liked_by_current_user: true });
    expect(changeShare(undefined, 'c', like)).toBeUndefined();
  });

  test('taken out of lists; a page of its own stays', () => {
    expect(changeShare(page('a', 'b'), 'a', () => null)).toEqual(page('b'));
    expect(changeShare(shareOf('a'), 'a', () => null)).toEqual(shareOf('a'));
  });

  test('pages by time show each share once and in order, also while others are shared', () => {
    const times = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 40 });
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 5 }), (created, limit) => {
        let stored = created
          .sort((a, b) => b - a)
          .map((time, at) => shareOf(`s${at}`, { action_timestamp: time }));
        const before = stored.map(({ _id }) => _id);
        const pages: SharePage[] = [];
        for (let place = FIRST_PAGE; ; ) {
          const { sharedBefore = 100, skip = 0 } = place;
          const found = stored.filter((share) => share.action_timestamp < sharedBefore).slice(skip);
          pages.push({ rifffs: found.slice(0, limit), isLastPage: found.length <= limit });
          stored = [shareOf(`new${pages.length}`, { action_timestamp: 50 }), ...stored];
          const next = nextFeedPage('latest', pages);
          if (!next) break;
          place = next;
        }
        const shown = pages.flatMap(({ rifffs }) => rifffs.map(({ _id }) => _id));
        expect(shown).toEqual(before);
      }),
    );
  });

  test('pages by likes go on behind what is shown', () => {
    expect(nextFeedPage('likes', [page('a', 'b'), page('c')])).toEqual({ skip: 3 });
    expect(nextFeedPage('likes', [page('a'), { ...page('b'), isLastPage: true }])).toBeUndefined();
    expect(nextFeedPage('latest', [page('a'), page()])).toBeUndefined();
  });

  test('likes of one reader never add up, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.nat(), (taps, count) => {
        const start = shareOf('a', { react_counts: { like: count } });
        const end = taps.reduce(withLike, start);
        expect(end.react_counts.like - count).toBe(end.liked_by_current_user ? 1 : 0);
      }),
    );
  });
});

test('a banner is a share with rings that everybody may see', () => {
  const rifff = rifffOf(1);
  expect(mayBeBanner(shareOf('a', { rifff }))).toBe(true);
  expect(mayBeBanner(shareOf('a'))).toBe(false);
  expect(mayBeBanner(shareOf('a', { rifff, private: true }))).toBe(false);
  expect(mayBeBanner(shareOf('a', { rifff, removedReason: '' }))).toBe(false);
});
