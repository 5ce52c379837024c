import fc from 'fast-check';
import { expect, test } from 'vitest';
import { familyPiece, type Known, MAX_ANSWERS, MAX_ONWARD } from './familyPiece.ts';

const entry = (rifffId: string, created: number, change: Partial<Known> = {}): Known => ({
  jamId: 'band',
  rifffId,
  isReadable: true,
  hasLeft: false,
  user_id: 'mira',
  displayName: 'Mira',
  created,
  shareId: null,
  title: '',
  ...change,
});
const told = (parts: ReturnType<typeof familyPiece>) =>
  parts.map(({ role, one }) => `${role} ${one.rifffId}`);

test('question, answers, the winner, where it went', () => {
  const ancestors = [5, 4, 3, 2, 1].map((at) => entry(`a${at}`, at));
  const children = [9, 8, 7, 6].map((at) => entry(`c${at}`, at));
  expect(told(familyPiece(entry('w', 5.5), { ancestors, children }))).toEqual([
    'question a1',
    'answer a3',
    'answer a4',
    'answer a5',
    'winner w',
    'onward c6',
    'onward c7',
    'onward c8',
  ]);
});

test('what may not be heard is left out; without a family it is alone', () => {
  const ancestors = [entry('p', 2, { isReadable: false }), entry('q', 1)];
  const children = [entry('left', 4, { hasLeft: true })];
  expect(told(familyPiece(entry('w', 3), { ancestors, children }))).toEqual([
    'question q',
    'winner w',
  ]);
  expect(told(familyPiece(entry('w', 3), { ancestors: [], children: [] }))).toEqual(['winner w']);
});

test('the winner is there once, time never goes back, and it stays short', () => {
  const ages = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 20 });
  fc.assert(
    fc.property(ages, ages, (before, after) => {
      const ancestors = before.sort((a, b) => b - a).map((age) => entry(`a${age}`, age));
      const children = after.map((age) => entry(`c${age}`, 100 + age));
      const parts = familyPiece(entry('w', 100), { ancestors, children });
      expect(parts.filter(({ role }) => role === 'winner')).toHaveLength(1);
      expect(parts.length).toBeLessThanOrEqual(2 + MAX_ANSWERS + MAX_ONWARD);
      const times = parts.map(({ one }) => one.created);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }),
  );
});
