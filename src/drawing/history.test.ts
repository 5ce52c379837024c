import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type HistoryNode,
  type HistoryShape,
  historyTicks,
  layoutHistory,
  lineage,
} from './history.ts';

const WIDE: HistoryShape = { stepPx: 72, restPx: 40, lanePx: 48, discPx: 40 };

/** Rifffs whose parents are anywhere: earlier, later, themselves, unknown or none. */
const histories: fc.Arbitrary<HistoryNode[]> = fc
  .array(
    fc.record({
      created: fc.integer({ min: 0, max: 40_000_000 }),
      parent: fc.integer({ min: -3, max: 30 }),
    }),
    { maxLength: 30 },
  )
  .map((list) =>
    list.map(({ created, parent }, index) => ({
      id: `r${index}`,
      created,
      parentId: parent < 0 ? null : `r${parent}`,
    })),
  );

describe('the history of a jam', () => {
  it('shows every rifff once and lets no two discs of a lane overlap', () => {
    fc.assert(
      fc.property(histories, (list) => {
        const { nodes } = layoutHistory(list, WIDE);
        expect(nodes.map(({ id }) => id).sort()).toEqual(list.map(({ id }) => id).sort());
        for (const a of nodes) {
          for (const b of nodes) {
            if (a === b || a.lane !== b.lane) continue;
            expect(Math.abs(a.along - b.along)).toBeGreaterThan(WIDE.discPx);
          }
        }
      }),
    );
  });

  it('lets every line go forward in time, and branch at 45 degrees', () => {
    fc.assert(
      fc.property(histories, (list) => {
        const { nodes, edges } = layoutHistory(list, WIDE);
        const byId = new Map(nodes.map((node) => [node.id, node]));
        for (const edge of edges) {
          const [from, to] = [byId.get(edge.from)!, byId.get(edge.to)!];
          expect(to.parentId).toBe(from.id);
          expect(to.created).toBeGreaterThanOrEqual(from.created);
          expect(edge.toAlong).toBeGreaterThan(edge.fromAlong);
          expect(edge.turnAlong).toBeGreaterThanOrEqual(edge.fromAlong);
          expect(edge.turnedAlong).toBeLessThanOrEqual(edge.toAlong);
          const lanes = Math.abs(edge.toLane - edge.fromLane);
          expect(edge.turnedAlong - edge.turnAlong).toBeCloseTo(lanes * WIDE.lanePx, 6);
        }
      }),
    );
  });

  it('lets no line of its own lane run through another disc', () => {
    fc.assert(
      fc.property(histories, (list) => {
        const { nodes, edges } = layoutHistory(list, WIDE);
        for (const { from, to, toLane, turnedAlong, toAlong } of edges) {
          const between = nodes.filter(
            ({ id, lane, along }) =>
              id !== from && id !== to && lane === toLane && along > turnedAlong && along < toAlong,
          );
          expect(between).toEqual([]);
        }
      }),
    );
  });

  it('is in the order of time, and the line to the newest is straight', () => {
    fc.assert(
      fc.property(histories, (list) => {
        const { nodes } = layoutHistory(list, WIDE);
        for (let at = 1; at < nodes.length; at += 1) {
          expect(nodes[at]!.along).toBeGreaterThan(nodes[at - 1]!.along);
          expect(nodes[at]!.created).toBeGreaterThanOrEqual(nodes[at - 1]!.created);
        }
        const newest = nodes.at(-1);
        if (!newest) return;
        const line = lineage(list, newest.id);
        for (const node of nodes) if (line.has(node.id)) expect(node.lane).toBe(0);
      }),
    );
  });

  it('does not depend on the order in which pages of it arrive', () => {
    fc.assert(
      fc.property(histories, (list) => {
        expect(layoutHistory([...list].reverse(), WIDE)).toEqual(layoutHistory(list, WIDE));
      }),
    );
  });

  it('puts two answers to one rifff into lanes of their own', () => {
    const { nodes } = layoutHistory(
      [
        { id: 'a', parentId: null, created: 1 },
        { id: 'b', parentId: 'a', created: 2 },
        { id: 'c', parentId: 'a', created: 3 },
      ],
      WIDE,
    );
    expect(nodes.map(({ id, lane }) => [id, lane])).toEqual([
      ['a', 0],
      ['b', -1],
      ['c', 0],
    ]);
  });

  it('writes times apart from each other', () => {
    fc.assert(
      fc.property(histories, (list) => {
        const ticks = historyTicks(layoutHistory(list, WIDE).nodes, 120);
        for (let at = 1; at < ticks.length; at += 1) {
          expect(ticks[at]!.along - ticks[at - 1]!.along).toBeGreaterThanOrEqual(120);
        }
      }),
    );
  });
});
