import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLENDS, ROUNDS } from '../rules/listening/listenOrder.ts';
import { readListenSource } from '../rules/listening/listenSource.ts';
import { readListenOrder } from './listenOrder.ts';

test('what was chosen is read again', () => {
  for (const { id: blendId } of BLENDS) {
    for (const rounds of ROUNDS) {
      const matches = { matchesTempo: rounds > 2, matchesKey: rounds === 1 };
      const kept = { blendId, rounds, ...matches, source: '?from=user&user=mira' };
      expect(readListenOrder(JSON.stringify(kept))).toEqual(kept);
    }
  }
});

test('what an older page kept is read, with nothing matched and the latest', () => {
  expect(readListenOrder('{"blendId":"4","rounds":8}')).toEqual({
    blendId: '4',
    rounds: 8,
    matchesTempo: false,
    matchesKey: false,
    source: '?from=latest',
  });
});

test('whatever is stored, the choices are some that there are', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (text) => {
      const { blendId, rounds, source } = readListenOrder(text);
      expect(BLENDS.map(({ id }) => id)).toContain(blendId);
      expect(ROUNDS).toContain(rounds);
      expect(readListenSource(source)).not.toBeNull();
    }),
  );
});
