import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shareOf } from './shareOf.ts';
import { allShares, changeShare, type SharePage, withLike } from './shares.ts';

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
