import { afterEach, expect, test } from 'vitest';
import {
  closeList,
  keepListPlace,
  listenTo,
  openList,
  readOpenList,
  takeOutOfListening,
} from './playlist.ts';

afterEach(closeList);

const NOW = 1_000_000_000_000;
const kept = (change: object = {}) =>
  JSON.stringify({
    playlistId: 'p1',
    from: '/feed',
    place: { itemId: 'a', seconds: 12 },
    taken: ['b'],
    savedMs: NOW - 1000,
    ...change,
  });

test('a reload finds the playlist at its place, and nothing that a stranger wrote there', () => {
  expect(readOpenList(kept(), NOW)).toEqual({
    playlistId: 'p1',
    from: '/feed',
    place: { itemId: 'a', seconds: 12 },
    taken: ['b'],
  });
  const nothing = { playlistId: null, from: '', place: null, taken: [] };
  const old = kept({ savedMs: NOW - 31 * 24 * 3_600_000 });
  for (const text of [null, 'null', '{', '[]', kept({ playlistId: '../x' }), old]) {
    expect(readOpenList(text, NOW)).toEqual(nothing);
  }
  for (const from of ['https://example.org', '//example.org', 7]) {
    expect(readOpenList(kept({ from }), NOW).from).toBe('');
  }
  for (const place of [null, { itemId: 'a', seconds: -1 }, { itemId: '<', seconds: 1 }]) {
    expect(readOpenList(kept({ place }), NOW).place).toBeNull();
  }
  expect(readOpenList(kept({ taken: ['b', 4, '<'] }), NOW).taken).toEqual(['b']);
});

test('what was taken out stays out while the same playlist is listened to, until it is asked for itself', () => {
  listenTo('p1', 'a', '/playlist/p1');
  takeOutOfListening('b');
  takeOutOfListening('c');
  listenTo('p1', 'd', '/feed');
  expect(openList).toMatchObject({ taken: ['b', 'c'], from: '/feed' });
  listenTo('p1', 'b', '/feed');
  expect(openList.taken).toEqual(['c']);
  keepListPlace({ itemId: 'b', seconds: 4 });
  expect(openList.place).toEqual({ itemId: 'b', seconds: 4 });
  listenTo('p2', 'x', '/feed');
  expect(openList).toMatchObject({ taken: [], place: { itemId: 'x', seconds: 0 } });
  closeList();
  keepListPlace({ itemId: 'x', seconds: 9 });
  expect(openList).toMatchObject({ playlistId: null, place: null });
});
