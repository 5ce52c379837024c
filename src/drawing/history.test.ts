import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HistoryNode, type HistoryShape, layoutHistory, lineage } from './history.ts';

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

/** Rifffs one after the other; without `parentOf` their parents are anywhere before them, by the seed. */
function madeHistory(
  size: number,
  seed: number,
  parentOf: ((at: number) => number | null) | null,
): HistoryNode[] {
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: size }, (_, at) => {
    const parent = at === 0 ? null : parentOf ? parentOf(at) : Math.floor(random() * at);
    return { id: `r${at}`, created: at * 1000, parentId: parent === null ? null : `r${parent}` };
  });
}

/** Everything is placed once, and where a line runs along a lane no other rifff and no other line lies. */
function laneProperty(list: readonly HistoryNode[]): void {
  const { nodes, edges } = layoutHistory(list, WIDE);
  expect(nodes).toHaveLength(list.length);
  const runs = new Map<number, { from: number; to: number; parent: string }[]>();
  for (const { from, fromLane, fromAlong, toLane, turnedAlong, toAlong } of edges) {
    const all = runs.get(toLane) ?? [];
    all.push({ from: fromLane === toLane ? fromAlong : turnedAlong, to: toAlong, parent: from });
    runs.set(toLane, all);
  }
  for (const [lane, all] of runs) {
    all.sort((a, b) => a.from - b.from || a.to - b.to);
    all.forEach((run, at) => {
      const next = all[at + 1];
      if (next && next.from < run.to) throw new Error(`lines cross on lane ${lane}`);
    });
  }
}

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

  it('keeps two lines of descent off one lane while either lasts, whatever the shape of the tree', () => {
    const pick = { none: () => null, last: (at: number) => at - 1, first: () => 0 };
    const shapes = fc.record({
      size: fc.constantFrom(200, 2000),
      seed: fc.nat(),
      shape: fc.constantFrom('none', 'last', 'first', 'any'),
    });
    fc.assert(
      fc.property(shapes, ({ size, seed, shape }) => {
        laneProperty(madeHistory(size, seed, shape === 'any' ? null : pick[shape as 'last']));
      }),
      { numRuns: 25 },
    );
  });

  it('places ten thousand: in one line, all from one, all alone, and anyhow', () => {
    for (const parentOf of [(at: number) => at - 1, () => 0, () => null, null]) {
      laneProperty(madeHistory(10_000, 7, parentOf));
    }
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
});
