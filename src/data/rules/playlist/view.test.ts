import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import type { Playlist, PlaylistItem } from '../../contract/playlists.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { itemSeconds, playableEntries, startIndex, whyNot } from './playable.ts';
import {
  clockText,
  firstUnknown,
  itemsOf,
  movedTo,
  withAnswer,
  withItem,
  withOrder,
  withoutItem,
} from './view.ts';

/** A rifff whose one loop has its sound. */
function heard(): Rifff {
  const rifff = rifffOf(1);
  const oggAudio = { url: '/media/a.ogg', mime: 'audio/ogg' };
  const loops = rifff.loops.map((loop) => ({ ...loop, cdn_attachments: { oggAudio } }));
  return { ...rifff, loops } as unknown as Rifff;
}

const itemOf = (id: string, change: Partial<PlaylistItem> = {}) =>
  ({
    id,
    type: 'audio',
    itemId: `of-${id}`,
    jamId: 'j',
    title: id,
    user: 'mira',
    displayName: 'Mira',
    addedBy: 'mira',
    created: 0,
    fadeOut: 0,
    loopCount: 2,
    shareId: null,
    reactions: [],
    data: heard(),
    ...change,
  }) as PlaylistItem;
const answerOf = (order: readonly string[], items: readonly PlaylistItem[]) =>
  ({ id: 'p', name: 'List', entries: order.map((id) => ({ id })), items }) as unknown as Playlist;

test('an answer brings its order, keeps what was loaded, and plays the same object on', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => itemOf(id)) as [
    PlaylistItem,
    PlaylistItem,
    PlaylistItem,
  ];
  const first = withAnswer(undefined, answerOf(['a', 'b', 'c'], [a, b]));
  expect(firstUnknown(first)).toBe(2);
  const later = withAnswer(first, answerOf(['c', 'a'], [{ ...itemOf('a'), loopCount: 7 }, c]));
  expect(itemsOf(later).map(({ id, loopCount }) => [id, loopCount])).toEqual([
    ['c', 2],
    ['a', 7],
  ]);
  expect(later.known.get('a')!.data).toBe(a.data);
  expect(firstUnknown(later)).toBe(-1);
  // What is gone by now has no sound any more.
  const gone = withAnswer(later, answerOf(['c', 'a'], [itemOf('a', { data: null })]));
  expect(gone.known.get('a')!.data).toBeNull();
  const more = withItem(gone, itemOf('d'));
  expect([more.order, more.playlist.itemCount]).toEqual([['c', 'a', 'd'], 3]);
  expect(withItem(more, itemOf('d', { loopCount: 5 })).order).toEqual(more.order);
  expect(withOrder(more, ['d', 'x', 'a']).order.toSorted()).toEqual(['a', 'c', 'd']);
  const less = withoutItem(more, 'a');
  expect([less.order, less.known.has('a'), less.playlist.itemCount]).toEqual([
    ['c', 'd'],
    false,
    2,
  ]);
});

test('moving keeps every item, and puts one where it was asked, held between the ends', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }),
      fc.nat(),
      fc.integer({ min: -3, max: 40 }),
      (order, which, to) => {
        const id = order[which % order.length]!;
        const next = movedTo(order, id, to);
        expect(next.toSorted()).toEqual(order.toSorted());
        expect(next.indexOf(id)).toBe(Math.max(0, Math.min(order.length - 1, to)));
        const others = (list: readonly string[]) => list.filter((one) => one !== id);
        expect(others(next)).toEqual(others(order));
      },
    ),
  );
  const order = ['a', 'b'];
  expect(movedTo(order, 'a', 0)).toBe(order);
  expect(movedTo(order, 'unknown', 1)).toBe(order);
});

test('what is gone is passed over, what was taken out is left out, and unchanged entries stay the same', () => {
  const silent = itemOf('s', { data: rifffOf(1) });
  const items = [itemOf('a'), itemOf('b', { data: null }), silent, itemOf('c')];
  const view = withAnswer(
    undefined,
    answerOf(
      items.map(({ id }) => id),
      items,
    ),
  );
  const entries = playableEntries(view, []);
  expect(entries.map(({ id }) => id)).toEqual(items.filter((one) => !whyNot(one)).map((o) => o.id));
  expect(whyNot(items[1]!)).toContain('Gone');
  expect(whyNot(items[0]!, ['a'])).toContain('could not be loaded');
  expect(itemSeconds(items[1]!)).toBeNull();
  // The place of what cannot be played is that of the next one that can.
  expect(startIndex(view, entries, 'b')).toBe(entries.findIndex(({ id }) => id !== 'a'));
  const loved = withItem(view, { ...items[0]!, reactions: [] });
  expect(playableEntries(loved, [])[0]).toBe(entries[0]);
  const longer = withItem(view, { ...items[0]!, loopCount: 9 } as PlaylistItem);
  expect(playableEntries(longer, [])[0]!.repetitions).toBe(9);
  expect(playableEntries(view, ['a']).some(({ id }) => id === 'a')).toBe(false);
  const last = itemOf('z', { data: null });
  expect(startIndex(withAnswer(undefined, answerOf(['z'], [last])), [], 'z')).toBe(-1);
});

test('a clock of seconds', () => {
  expect([0, 59.9, 187, 3729, -4].map(clockText)).toEqual([
    '0:00',
    '0:59',
    '3:07',
    '1:02:09',
    '0:00',
  ]);
});
