/** Where what is being made now stands on a map: after the newest, apart from the layout, so that nothing moves. Pure. */
import type { MapLayout } from './mapLayout.ts';

/** Something that a person makes. */
export interface MapDraft {
  readonly id: string;
  /** Who makes it. */
  readonly user: string;
  /** The rifff that it answers; null, or one that is not on the map, for none. */
  readonly parentId: string | null;
}

export interface PlacedMapDraft {
  readonly id: string;
  /** As of a rifff, in steps and rows. */
  readonly x: number;
  readonly row: number;
  /** Place of what it answers, or −1. */
  readonly parent: number;
}

/** Steps from the newest to what is made now, and from there to a second one on the same row. */
const NOW_STEPS = 1.25;

/** Columns after the newest: as many as drafts that a map shows, the reader's and eight others. */
const COLUMNS = 9;

/** Rows in the order in which they are nearest to one. */
function rowsFrom(row: number, rowCount: number): number[] {
  const rows = Array.from({ length: Math.max(1, rowCount) }, (_, at) => at);
  return rows.sort((a, b) => Math.abs(a - row) - Math.abs(b - row) || a - b);
}

/** Places drafts in their order: each on the lane of its maker, else beside what it answers, and none on another. */
export function placeMapDrafts(layout: MapLayout, drafts: readonly MapDraft[]): PlacedMapDraft[] {
  const taken = new Set<string>();
  return drafts.map(({ id, user, parentId }) => {
    const parent = parentId === null ? -1 : (layout.placeOf.get(parentId) ?? -1);
    const lane = layout.lanes.find((one) => one.user === user);
    const wanted = lane ? lane.first : (layout.rows[parent] ?? layout.rows.at(-1) ?? 0);
    const rows = lane
      ? Array.from({ length: lane.rows }, (_, at) => lane.first + at)
      : rowsFrom(wanted, layout.rowCount).slice(0, 3);
    for (let column = 1; column <= COLUMNS; column += 1) {
      for (const row of rows) {
        const key = `${column}/${row}`;
        if (taken.has(key)) continue;
        taken.add(key);
        return { id, row, parent, x: layout.length + column * NOW_STEPS };
      }
    }
    return { id, row: wanted, parent, x: layout.length + COLUMNS * NOW_STEPS };
  });
}
