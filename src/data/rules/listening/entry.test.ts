import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from '../../../../tests/support/shareOf.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { entryOfShare, newestLine, readListenRef, refOfShare } from './entry.ts';

const rifff = (id: string, created: number, parent?: string): Rifff => ({
  ...shareOf('x').rifff,
  _id: id,
  created,
  parent: parent ? { jamId: 'band', rifffId: parent } : null,
});
const ids = (line: Rifff[]) => line.map(({ _id }) => _id).join('');

test('the newest line of a jam goes from its root to now, past other branches', () => {
  const all = [
    rifff('a', 1),
    rifff('b', 2, 'a'),
    rifff('c', 3, 'a'),
    rifff('d', 5, 'b'),
    rifff('e', 4),
  ];
  expect(ids(newestLine(all))).toBe('abd');
  expect(ids(newestLine(all.slice(1)))).toBe('bd');
  expect(newestLine([])).toEqual([]);
});

test('a line of rifffs that name each other ends', () => {
  expect(ids(newestLine([rifff('a', 1, 'b'), rifff('b', 2, 'a')]))).toBe('ab');
});

test('a reference that was kept is read again', () => {
  const ref = { ...refOfShare(shareOf('one')), isOwn: true };
  expect(readListenRef(JSON.parse(JSON.stringify(ref)))).toEqual(ref);
  const part = { role: 'winner', winner: 'abc' } as const;
  const { ref: winner, item } = entryOfShare(shareOf('two', { title: '' }), part);
  expect(readListenRef(JSON.parse(JSON.stringify(winner)))).toEqual(winner);
  expect([item.title, item.rifff.jamId]).toEqual(['Untitled', 'mira']);
});

test('whatever was kept, a reference is whole or none', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const ref = readListenRef(value);
      if (ref) expect(typeof ref.title).toBe('string');
    }),
  );
  const ref = refOfShare(shareOf('one'));
  for (const wrong of [
    { ...ref, key: '../x' },
    { ...ref, title: 7 },
    { ...ref, jamId: '' },
  ])
    expect(readListenRef(wrong)).toBeNull();
});
