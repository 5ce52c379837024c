import fc from 'fast-check';
import { expect, it } from 'vitest';
import { skipPlace } from './skip.tsx';

const ids = ['a', 'b', 'c'];

it('a draft stands after the newest rifff, and nothing comes after it', () => {
  expect(skipPlace({ ids, currentId: null, isSetAside: false })).toEqual({ at: 3, last: 3 });
  expect(skipPlace({ ids: [], currentId: null, isSetAside: false })).toEqual({ at: 0, last: 0 });
});

it('a rifff stands at its index, and the draft that waits comes last', () => {
  expect(skipPlace({ ids, currentId: 'a', isSetAside: false })).toEqual({ at: 0, last: 2 });
  expect(skipPlace({ ids, currentId: 'c', isSetAside: true })).toEqual({ at: 2, last: 3 });
  expect(skipPlace({ ids, currentId: 'just sent', isSetAside: false })).toEqual({ at: 3, last: 3 });
});

it('goes step by step from one end to the other and never round', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), fc.boolean(), (count, isSetAside) => {
      const all = Array.from({ length: count }, (_, at) => String(at));
      for (const [index, currentId] of all.entries()) {
        const { at, last } = skipPlace({ ids: all, currentId, isSetAside });
        expect(at).toBe(index);
        expect(last).toBe(isSetAside ? count : count - 1);
      }
    }),
  );
});
