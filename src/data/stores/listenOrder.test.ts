import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLENDS, ROUNDS } from '../rules/listening/listenOrder.ts';
import { readListenOrder } from './listenOrder.ts';

test('what was chosen is read again', () => {
  for (const { id: blendId } of BLENDS) {
    for (const rounds of ROUNDS) {
      expect(readListenOrder(JSON.stringify({ blendId, rounds }))).toEqual({ blendId, rounds });
    }
  }
});

test('whatever is stored, the choices are some that there are', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (text) => {
      const { blendId, rounds } = readListenOrder(text);
      expect(BLENDS.map(({ id }) => id)).toContain(blendId);
      expect(ROUNDS).toContain(rounds);
    }),
  );
});
