import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HistoryNode, type HistoryShape, layoutHistory } from './history.ts';
import { placeDrafts } from './historyDrafts.ts';

const SHAPE: HistoryShape = { stepPx: 76, restPx: 44, lanePx: 48, discPx: 40 };
const node = (id: number, parent: number | null): HistoryNode => ({
  id: `r${id}`,
  parentId: parent === null ? null : `r${parent}`,
  created: id * 60_000,
});
/** The turns of a draft without a line. */
const STRAIGHT = { turnAlong: 0, turnedAlong: 0, fromLane: 0, toLane: 0 };
const answering = (...ids: (string | null)[]) =>
  ids.map((parentId, at) => ({ id: `p${at}`, parentId }));

describe('what others are making', () => {
  test('goes on from the newest on its line, and several fan out', () => {
    const layout = layoutHistory([node(0, null), node(1, 0)], SHAPE);
    const [one, two, three] = placeDrafts(layout, answering('r1', 'r1', 'r1'), SHAPE);
    expect(one).toMatchObject({ lane: 0, along: layout.lengthPx + 76 });
    expect(one?.edge).toMatchObject({ from: 'r1', fromLane: 0, toLane: 0 });
    expect([two?.lane, three?.lane].sort()).toEqual([-1, 1]);
  });

  test('leaves the line where it goes on already, and stands at the end where it answers nothing here', () => {
    const nodes = Array.from({ length: 6 }, (_, at) => node(at, at === 0 ? null : at - 1));
    const layout = layoutHistory(nodes, SHAPE);
    const [one, other] = placeDrafts(layout, answering('r2', 'gone'), SHAPE);
    expect(Math.abs(one?.lane ?? 0)).toBe(1);
    expect(one?.along).toBeCloseTo(layout.nodes[2]!.along + 76);
    expect(other).toMatchObject({ lane: 0, along: layout.lengthPx + 76, edge: null });
  });

  test('of eight that answer the newest all have a place', () => {
    const layout = layoutHistory([node(0, null), node(1, 0)], SHAPE);
    const placed = placeDrafts(layout, answering(...Array<string>(8).fill('r1')), SHAPE);
    expect(placed).toHaveLength(8);
    expect(placed.filter(({ edge }) => edge).length).toBeGreaterThanOrEqual(3);
  });

  test('never covers a rifff or another draft, and changes nothing of the layout', () => {
    const histories = fc.array(fc.nat(20), { minLength: 1, maxLength: 40 });
    const wanted = fc.array(fc.option(fc.nat(40)), { maxLength: 8 });
    fc.assert(
      fc.property(histories, wanted, (backs, asked) => {
        const nodes = backs.map((back, at) =>
          node(at, at === 0 ? null : Math.max(0, at - 1 - back)),
        );
        const layout = layoutHistory(nodes, SHAPE);
        const before = structuredClone(layout);
        const drafts = answering(...asked.map((at) => (at === null ? null : `r${at}`)));
        const placed = placeDrafts(layout, drafts, SHAPE);
        expect(layout).toEqual(before);
        const all = [...layout.nodes, ...placed];
        for (const one of placed) {
          for (const other of all) {
            if (other === one || other.lane !== one.lane) continue;
            expect(Math.abs(other.along - one.along)).toBeGreaterThanOrEqual(SHAPE.discPx);
          }
          const parent = layout.nodes.find(({ id }) => id === one.edge?.from);
          if (parent) expect(one.along).toBeGreaterThan(parent.along);
          // A line turns at 45 degrees: as far along as across.
          const { turnAlong, turnedAlong, fromLane, toLane } = one.edge ?? STRAIGHT;
          expect(turnedAlong - turnAlong).toBeCloseTo(Math.abs(toLane - fromLane) * SHAPE.lanePx);
        }
      }),
    );
  });
});
