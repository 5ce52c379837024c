import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addToRow,
  EMPTY_ROW,
  fillRow,
  forgetInRow,
  moveInRow,
  NOT_AGAIN,
  otherSource,
  playNext,
  playOf,
  type Queued,
  READY,
  type Row,
  removeFromRow,
} from './queue.ts';

const one = (key: string): Queued => ({ key });
const sourceOf = (count: number) => Array.from({ length: count }, (_, at) => one(`${at}`));
const keys = (list: readonly Queued[]) => list.map(({ key }) => key).join(' ');
const begun = (count: number): Row<Queued> => fillRow(EMPTY_ROW, sourceOf(count));

/** Plays so many more, one after the other. */
function goOn(row: Row<Queued>, source: readonly Queued[], times: number): string[] {
  const played = [row.now!.key];
  let at = row;
  for (let time = 0; time < times; time++) {
    at = fillRow(playOf(at, at.next[0]!.key), source);
    played.push(at.now!.key);
  }
  return played;
}

test('the row fills itself in the order of its source', () => {
  const row = begun(20);
  expect([row.now?.key, keys(row.next)]).toEqual(['0', '1 2 3 4 5 6 7 8']);
  expect(fillRow(row, sourceOf(20))).toBe(row);
  expect(begun(0)).toBe(EMPTY_ROW);
});

test('few go round in their order; one alone stays', () => {
  expect(goOn(begun(3), sourceOf(3), 6)).toEqual(['0', '1', '2', '0', '1', '2', '0']);
  expect(keys(begun(1).next)).toBe('');
});

test('nothing comes twice within as many as there are, up to the limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60 }), (count) => {
      const played = goOn(begun(count), sourceOf(count), 90);
      const apart = Math.min(count, NOT_AGAIN);
      for (let at = 0; at + apart <= played.length; at++) {
        expect(new Set(played.slice(at, at + apart)).size).toBe(apart);
      }
    }),
    { numRuns: 30 },
  );
});

test('what comes first comes first, what is added comes behind what was added', () => {
  let row: Row<Queued> = begun(4);
  row = addToRow(row, one('a'));
  row = addToRow(row, one('b'));
  row = playNext(row, one('c'));
  expect(keys(row.next)).toBe('c a b 1 2 3');
  expect(keys(addToRow(row, one('2')).next)).toBe('c a b 2 1 3');
  expect(playNext(row, one('0'))).toBe(row);
});

test('moving, removing, going back', () => {
  const row = begun(4);
  expect(keys(moveInRow(row, '3', 0).next)).toBe('3 1 2');
  expect(keys(moveInRow(row, '1', 99).next)).toBe('2 3 1');
  expect(moveInRow(row, '1', -5)).toBe(row);
  const removed = removeFromRow(row, '1');
  expect(keys(fillRow(removed, sourceOf(30)).next.slice(0, 3))).toBe('2 3 4');
  const later = playOf(row, '2');
  expect([later.now?.key, keys(later.next), keys(later.heard)]).toEqual(['2', '1 3', '0']);
  const back = playOf(later, '0');
  expect([back.now?.key, keys(back.next), keys(back.heard)]).toEqual(['0', '2 1 3', '']);
  expect(playOf(row, 'nowhere')).toBe(row);
});

test('another source leaves what is heard and what was chosen', () => {
  const row = addToRow(begun(6), one('mine'));
  const other = fillRow(otherSource(row, true), [one('x'), one('y')]);
  expect([other.now?.key, keys(other.next)]).toEqual(['0', 'mine x y']);
  expect(fillRow(otherSource(begun(6), false), [one('x'), one('y')]).now?.key).toBe('x');
});

test('another source begins at its top, wherever the one before was', () => {
  const row = playOf(begun(12), '2');
  const other = fillRow(otherSource(row, true), sourceOf(12));
  expect([other.now?.key, keys(other.next)]).toEqual(['2', '1 3 4 5 6 7 8 9']);
});

test('what was put in before anything was heard is heard first', () => {
  const row = fillRow(addToRow(EMPTY_ROW as Row<Queued>, one('mine')), sourceOf(3));
  expect([row.now?.key, keys(row.next)]).toEqual(['mine', '0 1 2']);
});

test('what is gone leaves no hole', () => {
  const row = forgetInRow(begun(3), '0');
  expect([row.now?.key, keys(row.next)]).toEqual(['1', '2']);
  expect(forgetInRow(forgetInRow(row, '1'), '2').now).toBeNull();
});

test('whatever is done, nothing stands in the row twice', () => {
  const key = fc.integer({ min: 0, max: 14 }).map(String);
  const deed = fc.oneof(
    key.map((at) => (row: Row<Queued>) => playOf(row, at)),
    key.map((at) => (row: Row<Queued>) => playNext(row, one(at))),
    key.map((at) => (row: Row<Queued>) => addToRow(row, one(at))),
    key.map((at) => (row: Row<Queued>) => removeFromRow(row, at)),
    key.map((at) => (row: Row<Queued>) => forgetInRow(row, at)),
    fc.tuple(key, fc.integer({ min: -2, max: 12 })).map(
      ([at, to]) =>
        (row: Row<Queued>) =>
          moveInRow(row, at, to),
    ),
    fc.boolean().map((keeps) => (row: Row<Queued>) => otherSource(row, keeps)),
  );
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 30 }), (deeds) => {
      let row: Row<Queued> = begun(12);
      for (const does of deeds) {
        row = fillRow(does(row), sourceOf(12));
        const all = [row.now!, ...row.next].map(({ key: at }) => at);
        expect(new Set(all).size).toBe(all.length);
        expect(new Set(row.heard.map(({ key: at }) => at)).size).toBe(row.heard.length);
        expect(row.next.length).toBeGreaterThanOrEqual(Math.min(READY, 11));
      }
    }),
    { numRuns: 60 },
  );
});
