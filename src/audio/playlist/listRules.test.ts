import { describe, expect, it } from 'vitest';
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';
import { canSkipBack, canSkipForward } from '../state/playlist.ts';
import { firstPlayable, isSameEntry, seekFrame, standAt, standIn } from './listRules.ts';

const entry = (id: string, change: Partial<PlaylistEntry> = {}) =>
  ({
    id,
    idleState: true,
    rifff: null,
    track: { url: `/media/${id}` },
    durationFrames: 96_000,
    fadeOutFrames: 0,
    loopsWithoutAudio: [],
    ...change,
  }) as unknown as PlaylistEntry;
const list = (ids: string) => [...ids].map((id) => entry(id));

describe('what is heard in a list that changes', () => {
  it.each([
    // What is heard, the list before and after, where it stands then and what follows it.
    ['b', 'abc', 'abc', 1, 'c'],
    ['b', 'abc', 'cba', 1, 'a'],
    ['b', 'abc', 'xabcy', 2, 'c'],
    ['b', 'abc', 'ac', -1, 'c'],
    ['b', 'abcd', 'dxa', -1, 'd'],
    ['a', 'abc', 'cb', -1, 'b'],
    ['c', 'abc', 'ab', -1, undefined],
    ['b', 'abc', 'xyz', -1, undefined],
  ])('%s of %s in %s stands at %i, before %s', (heard, before, after, index, next) => {
    const [were, are] = [list(before), list(after)];
    const stand = standIn(were, standAt(were, before.indexOf(heard)), are);
    expect(stand.index).toBe(index);
    expect(are[stand.next]?.id).toBe(next);
    expect(stand.entry.id).toBe(heard);
    // Put back, it stands where it stood.
    expect(standIn(are, stand, were)).toMatchObject({ index: before.indexOf(heard) });
  });

  it('is followed by the first that does not fail', () => {
    const entries = list('abcd');
    const hasFailed = ({ id }: PlaylistEntry) => 'bc'.includes(id);
    expect([0, 1, 3, 4, -1].map((from) => firstPlayable(entries, from, hasFailed))).toEqual([
      0, 3, 3, -1, 0,
    ]);
  });

  it('is another where its sound, its length or its end is another', () => {
    expect(isSameEntry(entry('a'), { ...entry('a') })).toBe(true);
    const track = { url: '/media/other' } as PlaylistEntry['track'];
    for (const change of [{ durationFrames: 1 }, { fadeOutFrames: 1 }, { track }, { id: 'b' }]) {
      expect(isSameEntry(entry('a'), entry('a', change))).toBe(false);
    }
  });
});

it('goes to the frame in a track, and to the bar before in a rifff, within what is heard', () => {
  const rifff = { state: { barLength: 16, bps: 2 } } as PlaylistEntry['rifff'];
  const tune = entry('b', { rifff, track: null, durationFrames: 8 * 96_000 });
  const seconds = [-1, 0, 1.23456, 99, Number.NaN];
  expect(seconds.map((sec) => seekFrame(entry('a'), sec))).toEqual([0, 0, 59_259, 95_999, 0]);
  expect([1.99, 2, 3.5, 99].map((sec) => seekFrame(tune, sec))).toEqual([
    0, 96_000, 96_000, 672_000,
  ]);
});

it('is skipped in only inside an active list: back above the first, forward below the last', () => {
  const entries = list('abc');
  const can = (activeId: string | null, index: number) => [
    canSkipBack({ activeId, index }),
    canSkipForward({ activeId, index, entries }),
  ];
  expect([-1, 0, 1, 2].map((index) => can('list', index))).toEqual([
    [false, false],
    [false, true],
    [true, true],
    [true, false],
  ]);
  expect([0, 1, 2].flatMap((index) => can(null, index))).not.toContain(true);
});
