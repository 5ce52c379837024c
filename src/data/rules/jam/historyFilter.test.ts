import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HistoryFilterSchema } from '../../contract/jams.ts';
import {
  EVERYTHING,
  historyQuery,
  isNarrowed,
  siblingsOf,
  TEMPOS,
  treeNumbers,
  treeOf,
} from './historyFilter.ts';

const choices = fc.record({
  by: fc.constantFrom('', 'ada'),
  category: fc.constantFrom('', 'bass'),
  tempo: fc.constantFrom('', ...TEMPOS.map(({ value }) => value)),
  root: fc.constantFrom('', '0', '11'),
  hasOwnLoops: fc.boolean(),
});

test('every choice is a filter that the calls take, and nothing chosen is no filter', () => {
  fc.assert(
    fc.property(choices, (choice) => {
      const query = historyQuery(choice, 'mia');
      const asSent = Object.fromEntries(
        Object.entries(query).map(([key, value]) => [key, String(value)]),
      );
      expect(HistoryFilterSchema.safeParse(asSent).error).toBeUndefined();
      expect(Object.keys(query).length > 0).toBe(isNarrowed(choice));
    }),
  );
  expect(historyQuery(EVERYTHING, 'mia')).toEqual({});
  expect(historyQuery({ ...EVERYTHING, hasOwnLoops: true }, '')).toEqual({});
});

test('every tempo is in exactly one range', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2000, max: 30_000 }), (hundredths) => {
      const tempo = hundredths / 6000;
      const isIn = TEMPOS.filter(({ value }) => {
        const { minBps, maxBps } = historyQuery({ ...EVERYTHING, tempo: value }, '');
        return tempo >= Number(minBps ?? 0) - 1e-6 && tempo <= Number(maxBps ?? 99);
      });
      expect(isIn).toHaveLength(1);
    }),
  );
});

test('pages of a tree that share a moment are one tree, numbered up to the newest', () => {
  const node = (id: string, created: number, parentId: string | null = null) => ({
    id,
    created,
    parentId,
  });
  const [a, b, c] = [node('a', 1), node('b', 2, 'a'), node('c', 2, 'a')];
  const tree = treeOf([{ nodes: [c, b] }, { nodes: [b, a] }]);
  expect(tree.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect([...treeNumbers(tree, 10)]).toEqual([
    ['a', 8],
    ['b', 9],
    ['c', 10],
  ]);
  expect(siblingsOf(tree, 'c')).toEqual([b, c]);
  expect(siblingsOf(tree, 'a')).toEqual([]);
  expect(siblingsOf([a, b], 'b')).toEqual([]);
});
