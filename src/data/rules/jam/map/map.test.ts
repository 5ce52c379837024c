import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeMapDrafts } from './mapDrafts.ts';
import { layoutMap, type MapNode, MOST_ROWS, wayTo } from './mapLayout.ts';
import { linePoints } from './mapLines.ts';
import { nearTo, stepOn } from './mapNear.ts';
import { MapRulers } from './mapRulers.ts';
import { discAt, EdgeReach, placesIn } from './mapSight.ts';
import {
  leftOf,
  limitView,
  panView,
  restZoom,
  scaleAt,
  topOf,
  viewBetween,
  wholeView,
  zoomLimits,
  zoomView,
} from './mapView.ts';

/** Rifffs of up to six people that answer any earlier one, in any order. */
const jams = fc
  .array(fc.tuple(fc.nat(5), fc.nat(9), fc.nat(4_000_000)), { maxLength: 60 })
  .map((drawn) => {
    let created = 1_700_000_000_000;
    return drawn.map(([user, back, pauseMs], at): MapNode => {
      created += pauseMs;
      return {
        id: `r${at}`,
        parentId: back === 0 || at === 0 ? null : `r${Math.max(0, at - back)}`,
        user: user === 5 ? '' : `u${user}`,
        created,
      };
    });
  });
const boxes = fc.record({
  widthPx: fc.integer({ min: 300, max: 1440 }),
  heightPx: fc.integer({ min: 120, max: 700 }),
});
const views = fc.record({
  x: fc.double({ min: -100, max: 200, noNaN: true }),
  y: fc.double({ min: -20, max: 60, noNaN: true }),
  zoom: fc.double({ min: 0.0001, max: 1000, noNaN: true }),
});

const line = (count: number, user = 'mira'): MapNode[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    parentId: at === 0 ? null : `r${at - 1}`,
    user,
    created: 1_700_000_000_000 + at * 60_000,
  }));

describe('the layout of a map', () => {
  it('goes on in time by a step at least, in numbers that 32 bits hold exactly', () => {
    fc.assert(
      fc.property(jams, (nodes) => {
        const { xs } = layoutMap(nodes);
        for (let at = 1; at < xs.length; at += 1) {
          expect(xs[at]! - xs[at - 1]!).toBeGreaterThanOrEqual(1);
          expect(xs[at]! - xs[at - 1]!).toBeLessThanOrEqual(1.6);
          expect(xs[at]! * 64).toBe(Math.round(xs[at]! * 64));
        }
      }),
    );
  });

  it('gives each person rows of their own, in the order in which they came', () => {
    fc.assert(
      fc.property(jams, (nodes) => {
        const { lanes, rows, rowCount, nodes: all } = layoutMap(nodes);
        let next = 0;
        for (const { first, rows: count } of lanes) {
          expect(first).toBe(next);
          expect(count).toBeLessThanOrEqual(MOST_ROWS);
          next += count;
        }
        expect(next).toBe(rowCount);
        all.forEach(({ user }, place) => {
          const lane = lanes.find(
            ({ first, rows: count }) => rows[place]! >= first && rows[place]! < first + count,
          );
          if (user !== '') expect(lane?.user).toBe(user);
        });
      }),
    );
  });

  it('lays no line over a disc or another line while a person has fewer rows than the most', () => {
    fc.assert(
      fc.property(jams, (nodes) => {
        const { rows, parents, turnsLate, lanes } = layoutMap(nodes);
        fc.pre(lanes.every((lane) => lane.rows < MOST_ROWS));
        /** Per row the open parts of time that are taken: from a place to another. */
        const taken = new Map<number, [number, number][]>();
        parents.forEach((parent, place) => {
          if (parent < 0) return;
          const row = turnsLate[place] === 1 ? rows[parent]! : rows[place]!;
          for (let between = parent + 1; between < place; between += 1) {
            expect(rows[between]).not.toBe(row);
          }
          const all = taken.get(row) ?? [];
          for (const [from, to] of all) expect(to <= parent || from >= place).toBe(true);
          taken.set(row, [...all, [parent, place]]);
        });
      }),
    );
  });

  it('moves nothing that stands there when a rifff of a known person comes, but lanes that make room', () => {
    fc.assert(
      fc.property(jams, (nodes) => {
        const before = layoutMap(nodes.slice(0, -1));
        const after = layoutMap(nodes);
        before.nodes.forEach(({ id }, place) => {
          expect(after.nodes[place]?.id).toBe(id);
          expect(after.xs[place]).toBe(before.xs[place]);
          expect(after.turnsLate[place]).toBe(before.turnsLate[place]);
        });
        if (after.rowCount === before.rowCount) {
          expect([...after.rows.slice(0, -1)]).toEqual(
            [...before.rows].slice(0, after.rows.length - 1),
          );
        }
      }),
    );
  });

  it('knows the way from the root, and nothing of parents that are unknown or later', () => {
    const nodes = [
      ...line(3),
      { id: 'x', parentId: 'gone', user: 'ben', created: 1_700_000_000_001 },
      { id: 'y', parentId: 'r2', user: 'ben', created: 1_600_000_000_000 },
    ];
    const layout = layoutMap(nodes);
    const way = wayTo(layout, layout.placeOf.get('r2')!).map((at) => layout.nodes[at]!.id);
    expect(way).toEqual(['r0', 'r1', 'r2']);
    expect(layout.parents[layout.placeOf.get('x')!]).toBe(-1);
    expect(layout.parents[layout.placeOf.get('y')!]).toBe(-1);
    expect(wayTo(layout, -1)).toEqual([]);
  });
});

describe('the view of a map', () => {
  it('never leaves the map, and is itself once it is allowed', () => {
    fc.assert(
      fc.property(
        views,
        boxes,
        fc.nat(400),
        fc.integer({ min: 1, max: 40 }),
        (view, box, length, rowCount) => {
          const ends = { length, rowCount };
          const limited = limitView(view, ends, box);
          const [least, most] = zoomLimits(ends, box);
          expect(limited.zoom).toBeGreaterThanOrEqual(least);
          expect(limited.zoom).toBeLessThanOrEqual(most);
          expect(limited.x).toBeGreaterThanOrEqual(0);
          expect(limited.x).toBeLessThanOrEqual(length);
          const again = limitView(limited, ends, box);
          expect(again.x).toBeCloseTo(limited.x, 6);
          expect(again.y).toBeCloseTo(limited.y, 6);
        },
      ),
    );
  });

  it('opens with all rows in sight where discs can still be told apart, else as other lists', () => {
    fc.assert(
      fc.property(boxes, fc.integer({ min: 1, max: 40 }), (box, rowCount) => {
        const zoom = restZoom(rowCount, box);
        const { discPx, lanePx } = scaleAt(zoom, rowCount, box);
        const ends = { length: 30, rowCount };
        const view = limitView({ x: 30, y: rowCount - 1, zoom }, ends, box);
        expect(view.zoom).toBeCloseTo(zoom, 6);
        if (zoom * 0.72 < 39.9 && discPx > 21.9) {
          expect(topOf(view, box, lanePx, 0) - discPx / 2).toBeGreaterThanOrEqual(-1);
          const foot = topOf(view, box, lanePx, rowCount - 1) + discPx / 2;
          expect(foot).toBeLessThanOrEqual(box.heightPx);
        }
      }),
    );
  });

  it('shows the whole map between its ends', () => {
    fc.assert(
      fc.property(boxes, fc.nat(20_000), (box, length) => {
        const view = wholeView({ length, rowCount: 3 }, box);
        expect(leftOf(view, box, 0)).toBeGreaterThan(0);
        expect(leftOf(view, box, length)).toBeLessThan(box.widthPx);
      }),
    );
  });

  it('keeps the point under the finger where it is, away from the ends', () => {
    const box = { widthPx: 800, heightPx: 300 };
    const ends = { length: 10_000, rowCount: 1 };
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 800, noNaN: true }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (atX, factor) => {
          const view = { x: 5000, y: 0, zoom: 20 };
          const under = view.x + (atX - 400) / view.zoom;
          const zoomed = zoomView(view, factor, atX, 150, ends, box);
          expect(leftOf(zoomed, box, under)).toBeCloseTo(atX, 4);
        },
      ),
    );
    const panned = panView({ x: 5000, y: 0, zoom: 20 }, 60, 0, ends, box);
    expect(panned.x).toBe(4997);
  });

  it('lets one disc fill its box at its nearest, and never more than that', () => {
    fc.assert(
      fc.property(boxes, (box) => {
        const [, most] = zoomLimits({ length: 1000, rowCount: 3 }, box);
        const { discPx } = scaleAt(most, 3, box);
        expect(discPx).toBeGreaterThan(0.5 * Math.min(box.heightPx - 44, box.widthPx, 320) - 1);
        expect(discPx).toBeLessThan(box.heightPx);
      }),
    );
  });

  it('flies from one view to another, and begins and ends there', () => {
    fc.assert(
      fc.property(views, views, (from, to) => {
        for (const [share, there] of [[0, from] as const, [1, to] as const]) {
          const view = viewBetween(from, to, share);
          expect(view.zoom).toBeCloseTo(there.zoom, 4);
          expect(view.x).toBeCloseTo(there.x, 4);
          expect(view.y).toBeCloseTo(there.y, 6);
        }
      }),
    );
  });
});

describe('what is in sight', () => {
  it('finds the same discs and lines as looking at all of them', () => {
    fc.assert(
      fc.property(jams, boxes, views, (nodes, box, anyView) => {
        const layout = layoutMap(nodes);
        const view = limitView(anyView, layout, box);
        const [first, end] = placesIn(layout, view, box, 0);
        const inside = layout.nodes.flatMap((_, place) => {
          const left = leftOf(view, box, layout.xs[place]!);
          return left > 0.01 && left < box.widthPx - 0.01 ? [place] : [];
        });
        for (const place of inside) expect(place >= first && place < end).toBe(true);
        const found: number[] = [];
        new EdgeReach(layout.parents).each(first, end, (place) => found.push(place));
        const wanted = layout.nodes.flatMap((_, place) => {
          const parent = layout.parents[place]!;
          return parent >= 0 && place >= first && parent < end ? [place] : [];
        });
        expect(found).toEqual(wanted);
      }),
    );
  });

  it('looks at few of the lines that end far away', () => {
    const layout = layoutMap(line(10_000));
    let count = 0;
    new EdgeReach(layout.parents).each(5000, 5020, () => {
      count += 1;
    });
    expect(count).toBe(21);
  });

  it('finds the disc under a point', () => {
    fc.assert(
      fc.property(jams, boxes, fc.nat(59), (nodes, box, at) => {
        fc.pre(nodes.length > 0);
        const layout = layoutMap(nodes);
        const place = at % nodes.length;
        const view = limitView(
          { x: layout.xs[place]!, y: layout.rows[place]!, zoom: 60 },
          layout,
          box,
        );
        const { lanePx } = scaleAt(view.zoom, layout.rowCount, box);
        const left = leftOf(view, box, layout.xs[place]!);
        const top = topOf(view, box, lanePx, layout.rows[place]!);
        expect(discAt(layout, view, box, left, top, 4)).toBe(place);
        expect(discAt(layout, view, box, left, top + 1000, 4)).toBe(-1);
      }),
    );
  });
});

describe('lines', () => {
  it('begin and end where they should, never go back, and cross at 45 degrees where there is room', () => {
    const place = fc.double({ min: 0, max: 1000, noNaN: true });
    fc.assert(
      fc.property(
        place,
        place,
        place,
        fc.double({ min: 1, max: 1000, noNaN: true }),
        fc.boolean(),
        (x0, y0, y1, far, late) => {
          const points = new Float64Array(8);
          linePoints(points, x0, y0, x0 + far, y1, late, 40);
          const [ax, ay, bx, by, cx, cy, dx, dy] = points as unknown as number[];
          expect([ax, ay, by, cy, dx, dy]).toEqual([x0, y0, y0, y1, x0 + far, y1]);
          expect(bx!).toBeGreaterThanOrEqual(ax! - 1e-9);
          expect(cx!).toBeGreaterThanOrEqual(bx! - 1e-9);
          expect(dx!).toBeGreaterThanOrEqual(cx! - 1e-9);
          if (far > Math.abs(y1 - y0) + 40) expect(cx! - bx!).toBeCloseTo(Math.abs(y1 - y0), 6);
        },
      ),
    );
  });
});

describe('what is near', () => {
  it('is a few, with the parent, children and those beside in time, and every rifff can be reached', () => {
    fc.assert(
      fc.property(jams, fc.nat(59), (nodes, at) => {
        fc.pre(nodes.length > 0);
        const layout = layoutMap(nodes);
        const place = at % nodes.length;
        const near = nearTo(layout, place);
        expect(near.length).toBeLessThanOrEqual(44);
        expect(near).toEqual([...new Set(near)].sort((a, b) => a - b));
        for (const step of [
          'parent',
          'child',
          'before',
          'after',
          'siblingBefore',
          'siblingAfter',
        ] as const) {
          expect(near).toContain(stepOn(layout, place, step, () => false));
        }
        let walked = stepOn(layout, place, 'first', () => false);
        for (let count = 1; count < nodes.length; count += 1) {
          walked = stepOn(layout, walked, 'after', () => false);
        }
        expect(walked).toBe(nodes.length - 1);
      }),
    );
  });

  it('goes from a rifff to the answer on the way that is marked, else to the newest', () => {
    const fork = [...line(2), { id: 'b', parentId: 'r0', user: 'ben', created: 1_700_000_900_000 }];
    const layout = layoutMap(fork);
    const idAt = (place: number) => layout.nodes[place]!.id;
    expect(idAt(stepOn(layout, 0, 'child', () => false))).toBe('b');
    expect(idAt(stepOn(layout, 0, 'child', (place) => idAt(place) === 'r1'))).toBe('r1');
    expect(idAt(stepOn(layout, layout.placeOf.get('b')!, 'siblingBefore', () => false))).toBe('r1');
  });
});

describe('rulers', () => {
  it('stand in order, apart, and say each day once it begins', () => {
    fc.assert(
      fc.property(jams, boxes, views, (nodes, box, anyView) => {
        const layout = layoutMap(nodes);
        const view = limitView(anyView, layout, box);
        const rulers = new MapRulers(layout, () => 60);
        let last = Number.NEGATIVE_INFINITY;
        let lastDay: number | undefined;
        let count = 0;
        rulers.each(view, box, 100, ({ x, created, isDay }) => {
          const left = leftOf(view, box, x);
          expect(left - last).toBeGreaterThanOrEqual(99.99);
          const day = Math.floor((created + 3_600_000) / 86_400_000);
          if (lastDay !== undefined && day !== lastDay) expect(isDay).toBe(true);
          last = left;
          lastDay = day;
          count += 1;
        });
        expect(count).toBeLessThanOrEqual(box.widthPx / 100 + 1);
      }),
    );
  });

  it('are finer the nearer one is', () => {
    const layout = layoutMap(line(2000));
    const rulers = new MapRulers(layout, () => 0);
    const box = { widthPx: 1000, heightPx: 300 };
    const gapAt = (zoom: number) => {
      const times: number[] = [];
      rulers.each({ x: 1000, y: 0, zoom }, box, 110, ({ created }) => times.push(created));
      return (times.at(-1)! - times[0]!) / (times.length - 1);
    };
    expect(gapAt(300)).toBeLessThan(gapAt(30));
    expect(gapAt(30)).toBeLessThan(gapAt(1));
  });
});

describe('what is being made', () => {
  it('stands after the newest, no two on one place, on the lane of its maker', () => {
    fc.assert(
      fc.property(
        jams,
        fc.array(fc.tuple(fc.nat(7), fc.nat(70)), { maxLength: 9 }),
        (nodes, drawn) => {
          const layout = layoutMap(nodes);
          const drafts = drawn.map(([user, parent], at) => ({
            id: `d${at}`,
            user: `u${user}`,
            parentId: `r${parent}`,
          }));
          const placed = placeMapDrafts(layout, drafts);
          expect(new Set(placed.map(({ x, row }) => `${x}/${row}`)).size).toBe(drafts.length);
          placed.forEach(({ x, row, parent }, at) => {
            expect(x).toBeGreaterThan(layout.length);
            expect(layout.nodes[parent]?.id ?? null).toBe(
              layout.placeOf.has(drafts[at]!.parentId) ? drafts[at]!.parentId : null,
            );
            const lane = layout.lanes.find(({ user }) => user === drafts[at]!.user);
            if (lane) expect(row >= lane.first && row < lane.first + lane.rows).toBe(true);
          });
        },
      ),
    );
  });
});
