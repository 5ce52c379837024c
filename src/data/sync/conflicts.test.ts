import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopOf } from '../../../tests/support/loopOf.ts';
import { addLoop, createDraft, setSlotGain } from '../rules/draft/draft.ts';
import { inOneOrder } from '../rules/oneOrder.ts';
import { copyIdOf, judge, type Leaf } from './conflicts.ts';

const HASH = 'a'.repeat(31);
const rifff = addLoop({ ...createDraft('ada'), _id: 'q' }, loopOf('a'));

function leaf(rev: string, gain: number, more: Partial<Leaf> = {}): Leaf {
  const changed = setSlotGain(rifff, 0, gain);
  const draft = { _id: 'draft_q', type: 'Draft', rifff: changed, changes: 1, from: '' } as const;
  return { ...draft, updated: 1, _rev: rev, ...more };
}

describe('a draft that was changed on two devices', () => {
  it('keeps the winner under its id, and makes every other one a draft named by its revision', () => {
    const leaves = [leaf(`2-${HASH}1`, 0.5), leaf(`2-${HASH}2`, 0.6), leaf(`3-${HASH}3`, 0.7)];
    const { copies, losing } = judge(leaves, `3-${HASH}3`);
    expect(losing).toEqual([`2-${HASH}1`, `2-${HASH}2`]);
    expect(copies.map(({ _id, copyOf, rifff: { _id: id } }) => [_id, id, copyOf])).toEqual([
      [`draft_${HASH}1`, `${HASH}1`, 'q'],
      [`draft_${HASH}2`, `${HASH}2`, 'q'],
    ]);
    expect(copies[0]?.rifff.state.playback[0]?.slot.current?.gain).toBe(0.5);
    expect(copies.every((copy) => !('_rev' in copy))).toBe(true);
  });

  it('makes no copy of what sounds the same, nor of what was removed, and none without a winner', () => {
    const winner = leaf(`2-${HASH}1`, 0.5);
    const same = leaf(`2-${HASH}2`, 0.5, { changes: 9, updated: 99, device: 'b' });
    const removed = leaf(`2-${HASH}3`, 0.9, { _deleted: true });
    expect(judge([winner, same, removed], winner._rev)).toEqual({
      copies: [],
      losing: [same._rev],
    });
    expect(judge([winner], winner._rev)).toEqual({ copies: [], losing: [] });
    expect(judge([winner, same], '9-none')).toEqual({ copies: [], losing: [] });
  });

  it('is told apart in the same bytes whatever the order of leaves and keys', () => {
    const gains = fc.uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(gains, fc.nat(), (all, at) => {
        const leaves = all.map((gain, i) => leaf(`2-${HASH}${i}`, gain));
        const winner = leaves[at % leaves.length]!._rev;
        const turned = leaves
          .map((one) => Object.fromEntries(Object.entries(one).reverse()) as unknown as Leaf)
          .reverse();
        const bytes = (made: readonly Leaf[]) =>
          JSON.stringify([...judge(made, winner).copies].sort((a, b) => (a._id < b._id ? -1 : 1)));
        expect(bytes(turned)).toBe(bytes(leaves));
        const ids = new Set([...judge(leaves, winner).copies.map(({ _id }) => _id), 'draft_q']);
        // Nothing is lost: as many drafts as there were versions.
        expect(ids.size).toBe(leaves.length);
      }),
    );
  });

  it('reads the digits of a revision, and puts keys in one order at every depth', () => {
    expect(copyIdOf(`12-${HASH}4`)).toBe(`${HASH}4`);
    expect(JSON.stringify(inOneOrder({ b: [{ d: 1, c: undefined }], a: null }))).toBe(
      '{"a":null,"b":[{"d":1}]}',
    );
  });
});
