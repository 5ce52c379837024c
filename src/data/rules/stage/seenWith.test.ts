import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSeenWith, type SeenWith, writeSeenWith } from './seenWith.ts';

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const choice: fc.Arbitrary<SeenWith> = fc.oneof(
  fc.record({ kind: fc.constant('rifff' as const), id: fc.option(id) }),
  fc.record({ kind: fc.constant('room' as const), jamId: id, rifffId: fc.option(id) }),
);

test('every choice comes back from the address, whatever stood there before, and nothing else is lost', () => {
  fc.assert(
    fc.property(choice, choice, (before, after) => {
      const first = writeSeenWith(new URLSearchParams('from=rose'), before);
      const query = writeSeenWith(first, after);
      expect(readSeenWith(new URLSearchParams(query.toString()))).toEqual(after);
      expect(query.get('from')).toBe('rose');
    }),
  );
});

test.each(['?rifff=', '?rifff=../x', `?room=${'a'.repeat(65)}`, '?room=a%20b', ''])(
  'what is no id in %j is the first of the house',
  (search) => {
    expect(readSeenWith(new URLSearchParams(search))).toEqual({ kind: 'rifff', id: null });
  },
);
