/**
 * What of a map is drawn one by one: rulers, lanes, emblems, marks and words of what is in sight. Lines and far discs, of
 * which there may be thousands, each host draws in its own way. Both hosts are given the same.
 */

import type { MapTick } from '../../data/rules/jam/map/mapRulers.ts';
import { placesIn } from '../../data/rules/jam/map/mapSight.ts';
import {
  FOOT_PX,
  leftOf,
  MAKER_FROM_PX,
  type MapScale,
  scaleAt,
  TITLE_FROM_PX,
  topOf,
} from '../../data/rules/jam/map/mapView.ts';
import { type HistoryMap, MAP_MARKS } from '../../data/stores/historyMap.ts';
import { numberOf } from '../../drawing/ringNow.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import type { Emblem, Emblems } from './emblems.ts';
import { LABEL_PX, type Label, type Labels } from './labels.ts';

const PAPER = numberOf(TOKENS.paper);
const GROUND = numberOf(TOKENS.ground);
const EDGE = numberOf(TOKENS.edge);
const LINE = numberOf(TOKENS.line);
const BRANCH = numberOf(TOKENS.branch);

/** Smaller discs are dots in one ink. */
export const EMBLEM_FROM_PX = 14;
/** Least distance of two times, and of two names of lanes. */
const TICK_PX = 112;
const NAME_PX = 18;
/** The rifff on show is this much larger than the others. */
export const SHOWN_SHARE = 1.2;

/** Draws what it is told, in CSS pixels from the left and top of the box. */
export interface MapSink {
  rect(left: number, top: number, width: number, height: number, ink: number): void;
  emblem(emblem: Emblem, x: number, y: number, discPx: number): void;
  /** A circle of a line's width inside its radius; `dashes` 0 for a whole one, and a width of 0 for a filled disc. */
  ring(x: number, y: number, radius: number, width: number, ink: number, dashes: number): void;
  label(label: Label, left: number, top: number): void;
}

/** Where a shown rifff is larger, by the marks of a place. */
export const discOf = (marks: number, discPx: number) =>
  marks & MAP_MARKS.shown && discPx >= EMBLEM_FROM_PX ? discPx * SHOWN_SHARE : discPx;

/** Lines across the map and between the lanes, under everything. */
export function composeRulers(map: HistoryMap, sink: MapSink): void {
  const { picture, view, box } = map;
  const { lanePx } = scaleAt(view.zoom, picture.ends.rowCount, box);
  const bottom = box.heightPx - FOOT_PX;
  for (const { first } of picture.layout.lanes) {
    if (first === 0) continue;
    const top = topOf(view, box, lanePx, first - 0.5);
    if (top > 0 && top < bottom) sink.rect(0, top, box.widthPx, 1, LINE);
  }
  const rule = (tick: MapTick) =>
    sink.rect(leftOf(view, box, tick.x), 0, 1, bottom, tick.isDay ? BRANCH : LINE);
  picture.rulers.each(view, box, TICK_PX, rule);
}

/** Emblems of the discs in sight, and what marks them. */
export function composeDiscs(map: HistoryMap, emblems: Emblems, sink: MapSink, dpr: number): void {
  const { picture, view, box, hovered } = map;
  const { layout, marks, ends } = picture;
  const scale = scaleAt(view.zoom, ends.rowCount, box);
  const { discPx, lanePx } = scale;
  const [first, end] = placesIn(layout, view, box, discPx);
  const hasEmblems = discPx >= EMBLEM_FROM_PX;
  if (hasEmblems) {
    for (let place = first; place < end; place += 1) {
      const x = leftOf(view, box, layout.xs[place]!);
      const y = topOf(view, box, lanePx, layout.rows[place]!);
      const size = discOf(marks[place]!, discPx);
      if (y < -size || y > box.heightPx + size) continue;
      const emblem = emblems.get(picture, place, size, dpr);
      if (emblem) sink.emblem(emblem, x, y, size);
      if (marks[place]! & ~(MAP_MARKS.way | MAP_MARKS.dim)) {
        composeMarks(sink, marks[place]!, x, y, size);
      }
    }
  } else composeFarMarks(map, sink, first, end, scale);
  if (hovered >= first && hovered < end) {
    const x = leftOf(view, box, layout.xs[hovered]!);
    const y = topOf(view, box, lanePx, layout.rows[hovered]!);
    sink.ring(x, y, discOf(marks[hovered]!, discPx) / 2 + 4, 2, EDGE, 0);
  }
}

function composeMarks(sink: MapSink, marks: number, x: number, y: number, size: number): void {
  const radius = size / 2;
  if (marks & MAP_MARKS.shown) sink.ring(x, y, radius + 6, 2, PAPER, 0);
  else if (marks & MAP_MARKS.pending) sink.ring(x, y, radius + 5, 2, PAPER, dashesOf(radius + 5));
  else if (marks & MAP_MARKS.unsent) sink.ring(x, y, radius + 5, 2, EDGE, dashesOf(radius + 5));
  const shoulder = radius * Math.SQRT1_2 + 2;
  if (marks & MAP_MARKS.remix) {
    const ink = marks & MAP_MARKS.way ? PAPER : BRANCH;
    const step = Math.max(4, Math.min(7, radius / 3));
    for (let at = 1; at <= 2; at += 1) {
      sink.ring(x - shoulder - at * step, y - shoulder - at * step, 1.5, 0, ink, 0);
    }
    sink.ring(x - shoulder - 3.6 * step, y - shoulder - 3.6 * step, 5, 2, ink, 0);
  }
  if (marks & MAP_MARKS.fresh) {
    sink.ring(x + shoulder, y - shoulder, 7, 0, GROUND, 0);
    sink.ring(x + shoulder, y - shoulder, 5, 0, PAPER, 0);
  }
}

const dashesOf = (radius: number) => Math.max(6, Math.round((2 * Math.PI * radius) / 10));

/** From far away only what one looks for is marked. */
function composeFarMarks(
  { picture, view, box }: HistoryMap,
  sink: MapSink,
  first: number,
  end: number,
  { discPx, lanePx }: MapScale,
): void {
  const { layout, marks } = picture;
  const wanted = MAP_MARKS.shown | MAP_MARKS.fresh | MAP_MARKS.pending;
  for (let place = first; place < end; place += 1) {
    const own = marks[place]!;
    if (!(own & wanted)) continue;
    const x = leftOf(view, box, layout.xs[place]!);
    const y = topOf(view, box, lanePx, layout.rows[place]!);
    if (own & MAP_MARKS.fresh) sink.ring(x, y, discPx / 2 + 2, 0, PAPER, 0);
    if (own & (MAP_MARKS.shown | MAP_MARKS.pending)) {
      sink.ring(x, y, discPx / 2 + 8, 4, GROUND, 0);
      const dashes = own & MAP_MARKS.shown ? 0 : 8;
      sink.ring(x, y, discPx / 2 + 6, 2, PAPER, dashes);
    }
  }
}

/** Names of the lanes, under the discs. */
export function composeNames(map: HistoryMap, labels: Labels, sink: MapSink): void {
  const { picture, view, box } = map;
  const { layout, ends, laneNames } = picture;
  const { lanePx } = scaleAt(view.zoom, ends.rowCount, box);
  const bottom = box.heightPx - FOOT_PX;
  let lastPx = Number.NEGATIVE_INFINITY;
  layout.lanes.forEach(({ first, rows }, at) => {
    const name = laneNames[at];
    if (!name || layout.lanes.length < 2) return;
    // A name stays in sight as long as a row of its lane is.
    const from = topOf(view, box, lanePx, first - 0.5);
    const until = topOf(view, box, lanePx, first + rows - 0.5) - LABEL_PX;
    const top = Math.max(from + 2, Math.min(2, until));
    if (top < 0 || top > bottom - LABEL_PX || top - lastPx < NAME_PX) return;
    lastPx = top;
    sink.label(labels.get(name, 'lane'), 4, top);
  });
}

/** Times, and the words under discs that are near. */
export function composeWords(map: HistoryMap, labels: Labels, sink: MapSink): void {
  const { picture, view, box } = map;
  const { layout, marks, ends } = picture;
  const { discPx, lanePx } = scaleAt(view.zoom, ends.rowCount, box);
  const bottom = box.heightPx - FOOT_PX;
  if (discPx >= TITLE_FROM_PX) {
    const [first, end] = placesIn(layout, view, box, discPx);
    for (let place = first; place < end; place += 1) {
      if (marks[place]! & MAP_MARKS.dim) continue;
      const x = leftOf(view, box, layout.xs[place]!);
      const size = discOf(marks[place]!, discPx);
      const top = topOf(view, box, lanePx, layout.rows[place]!) + size / 2 + 8;
      if (top < 0 || top > bottom - LABEL_PX) continue;
      const [title, maker] = picture.wordsAt(place);
      const above = labels.get(title, 'title');
      sink.label(above, x - above.widthPx / 2, top);
      if (discPx < MAKER_FROM_PX || maker === '' || top > bottom - 2 * LABEL_PX) continue;
      const under = labels.get(maker, 'maker');
      sink.label(under, x - under.widthPx / 2, top + LABEL_PX);
    }
  }
  picture.rulers.each(view, box, TICK_PX, (tick) => {
    const label = labels.get(picture.tickText(tick), 'tick');
    const left = leftOf(view, box, tick.x) - label.widthPx / 2;
    const most = box.widthPx - label.widthPx;
    sink.label(label, Math.max(0, Math.min(most, left)), bottom + (FOOT_PX - LABEL_PX) / 2);
  });
}
