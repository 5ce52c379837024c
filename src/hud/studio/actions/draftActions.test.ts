import fc from 'fast-check';
import { expect, it } from 'vitest';
import { followDelete, followMove } from './draftActions.ts';

const slot = fc.integer({ min: 0, max: 7 });

it('follows a loop wherever the moves of the list put it', () => {
  fc.assert(
    fc.property(slot, slot, slot, (index, from, to) => {
      const list = [...'abcdefgh'];
      const followed = list[index];
      list.splice(to, 0, ...list.splice(from, 1));
      expect(list[followMove(index, from, to)]).toBe(followed);
    }),
  );
});

it('follows a loop when another one is taken out, and lets go of the one that is', () => {
  fc.assert(
    fc.property(slot, slot, (index, gone) => {
      const list = [...'abcdefgh'];
      const followed = list[index];
      list.splice(gone, 1);
      const at = followDelete(index, gone);
      if (index === gone) expect(at).toBe(-1);
      else expect(list[at]).toBe(followed);
    }),
  );
});
