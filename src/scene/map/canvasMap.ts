/** The map on a 2D canvas, for machines without a graphics chip: what would lie on the same pixels is drawn once. */
import { lineInView } from '../../data/rules/jam/map/mapLines.ts';
import { placesIn } from '../../data/rules/jam/map/mapSight.ts';
import { leftOf, type MapScale, scaleAt, topOf } from '../../data/rules/jam/map/mapView.ts';
import { type HistoryMap, MAP_MARKS, type MapPicture } from '../../data/stores/historyMap.ts';
import { css } from '../../drawing/canvas.ts';
import { inGround, numberOf } from '../../drawing/ringNow.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import {
  composeDiscs,
  composeNames,
  composeRulers,
  composeWords,
  discOf,
  EMBLEM_FROM_PX,
  type MapSink,
} from './composeMap.ts';
import { type Emblem, Emblems, fogOf } from './emblems.ts';
import { LABEL_PX, type Label, Labels } from './labels.ts';
import { lineShares, type MapPainter, sideWidth, wayWidth } from './mapPainter.ts';

const TAU = 2 * Math.PI;
const GROUND = numberOf(TOKENS.ground);
const PAPER = numberOf(TOKENS.paper);
const BRANCH = numberOf(TOKENS.branch);
/** Lines nearer to the last of their row than this lie on the same pixels. */
const SAME_PX = 0.75;
/** Room of a small dot along its row, as a share of its width. */
const SPARE_SHARE = 0.75;

/** Places by ink, so that each is chosen once: of one ink those from `from[at]` to `from[at + 1]` in `places`. */
interface InkOrder {
  readonly inks: readonly number[];
  readonly places: readonly Int32Array[];
}

function orderOf({ inks, marks }: MapPicture): InkOrder {
  const byInk = new Map<number, number[]>();
  inks.forEach((ink, place) => {
    const seen = inGround(ink, 1 - fogOf(marks[place]!));
    const all = byInk.get(seen);
    if (all) all.push(place);
    else byInk.set(seen, [place]);
  });
  return {
    inks: [...byInk.keys()],
    places: [...byInk.values()].map((all) => Int32Array.from(all)),
  };
}

/** Draws a map on a canvas in an element. */
export class CanvasMap implements MapPainter, MapSink {
  private readonly canvas = document.createElement('canvas');
  private readonly context: CanvasRenderingContext2D;
  private readonly emblems = new Emblems();
  private readonly labels = new Labels();
  private readonly points = new Float64Array(8);
  private order: InkOrder | null = null;
  private orderedFor: MapPicture | null = null;
  private lastOfRow = new Float64Array(0);
  /** 1 for places whose dot is left out now. */
  private spared = new Uint8Array(0);
  private dpr = 1;

  constructor(host: HTMLElement) {
    this.canvas.dataset.map = 'canvas';
    this.canvas.setAttribute('aria-hidden', 'true');
    this.canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%';
    this.context = this.canvas.getContext('2d', { alpha: false, willReadFrequently: true })!;
    host.prepend(this.canvas);
  }

  draw(map: HistoryMap, dpr: number): boolean {
    const { canvas, context } = this;
    const { widthPx, heightPx } = map.box;
    const [width, height] = [Math.round(widthPx * dpr), Math.round(heightPx * dpr)];
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    this.dpr = dpr;
    this.emblems.begin();
    this.labels.begin(dpr);
    context.setTransform(dpr, 0, 0, dpr, 0, 0);
    context.fillStyle = TOKENS.ground;
    context.fillRect(0, 0, widthPx, heightPx);
    composeRulers(map, this);
    const scale = scaleAt(map.view.zoom, map.picture.ends.rowCount, map.box);
    this.drawLines(map, scale);
    composeNames(map, this.labels, this);
    this.drawDots(map, scale);
    composeDiscs(map, this.emblems, this, dpr);
    composeWords(map, this.labels, this);
    return this.emblems.isMissing;
  }

  typeHasCome(): void {
    this.labels.clear();
  }

  remove(): void {
    this.canvas.remove();
    this.canvas.width = 0;
  }

  /** Branches first, then the way from the root to now, then what is being made. */
  private drawLines(map: HistoryMap, scale: MapScale): void {
    const { context } = this;
    const { picture, view, box } = map;
    const { layout, reach, marks, drafts } = picture;
    const { discPx, lanePx } = scale;
    const [first, end] = placesIn(layout, view, box, discPx);
    const [alongRows, acrossRows] = lineShares(view.zoom);
    // From far away lines along rows and across them are of two shades.
    const isFar = alongRows < 1;
    const lookOf = (isWay: boolean, share: number) => {
      context.lineWidth = isWay ? wayWidth(discPx) : sideWidth(discPx);
      context.strokeStyle = css(inGround(isWay ? PAPER : BRANCH, share));
    };
    for (const isWay of [false, true]) {
      for (const isAcross of isFar ? [true, false] : [true]) {
        let isDotted = false;
        this.resetRows(picture.ends.rowCount);
        context.beginPath();
        reach.each(first, end, (place) => {
          const own = marks[place]!;
          if (isWay !== ((own & MAP_MARKS.way) !== 0)) return;
          if (own & MAP_MARKS.unsent) isDotted = true;
          else if (isFar) this.traceFar(map, place, scale, isAcross);
          else this.traceLine(map, place, scale);
        });
        lookOf(isWay, isAcross ? acrossRows : alongRows);
        context.stroke();
        if (!isDotted) continue;
        context.beginPath();
        context.setLineDash([1, 5]);
        reach.each(first, end, (place) => {
          const own = marks[place]!;
          const isOwn = isWay === ((own & MAP_MARKS.way) !== 0);
          if (own & MAP_MARKS.unsent && isOwn) this.traceLine(map, place, scale);
        });
        lookOf(isWay, 1);
        context.stroke();
        context.setLineDash([]);
      }
    }
    if (drafts.length === 0) return;
    context.beginPath();
    context.setLineDash([1, 5]);
    context.lineWidth = 2;
    context.strokeStyle = TOKENS.branch;
    for (const { x, row, parent } of drafts) {
      if (parent < 0) continue;
      context.moveTo(
        leftOf(view, box, layout.xs[parent]!),
        topOf(view, box, lanePx, layout.rows[parent]!),
      );
      context.lineTo(leftOf(view, box, x), topOf(view, box, lanePx, row));
    }
    context.stroke();
    context.setLineDash([]);
  }

  private resetRows(rowCount: number): void {
    const length = Math.max(1, rowCount * rowCount);
    // Of every pair of rows, for lines; the first of them also serve for single rows.
    if (this.lastOfRow.length < length) {
      this.lastOfRow = new Float64Array(Math.max(rowCount, Math.min(length, 65_536)));
    }
    this.lastOfRow.fill(Number.NEGATIVE_INFINITY);
  }

  /** A whole line. */
  private traceLine(map: HistoryMap, place: number, scale: MapScale): void {
    const { context, points } = this;
    lineInView(points, map.picture.layout, place, map.view, map.box, scale);
    context.moveTo(points[0]!, points[1]!);
    if (points[1] !== points[7]) {
      context.lineTo(points[2]!, points[3]!);
      context.lineTo(points[4]!, points[5]!);
    }
    context.lineTo(points[6]!, points[7]!);
  }

  /**
   * What of a line from far away lies across rows, or along them. One along its row goes on from the last one, and one that
   * would lie on the last between the same rows is left out.
   */
  private traceFar(map: HistoryMap, place: number, scale: MapScale, isAcross: boolean): void {
    const { context, points, lastOfRow } = this;
    const { layout, ends } = map.picture;
    const parent = layout.parents[place]!;
    const row = layout.rows[place]!;
    const fromRow = layout.rows[parent]!;
    if (isAcross && row === fromRow) return;
    lineInView(points, layout, place, map.view, map.box, scale);
    if (isAcross) {
      const key = fromRow * ends.rowCount + row;
      if (key < lastOfRow.length) {
        if (points[4]! - lastOfRow[key]! < SAME_PX) return;
        lastOfRow[key] = points[4]!;
      }
      context.moveTo(points[2]!, points[3]!);
      context.lineTo(points[4]!, points[5]!);
      return;
    }
    this.traceRow(fromRow, points[0]!, row === fromRow ? points[6]! : points[2]!, points[1]!);
    if (row !== fromRow) this.traceRow(row, points[4]!, points[6]!, points[7]!);
  }

  /** A piece along a row. */
  private traceRow(row: number, left: number, right: number, top: number): void {
    const last = this.lastOfRow[row]!;
    if (right - last < SAME_PX) return;
    this.lastOfRow[row] = right;
    this.context.moveTo(left > last && left - last < 2 * SAME_PX ? last : left, top);
    this.context.lineTo(right, top);
  }

  /** Far discs, ink after ink; nearer ones only until their emblem has been painted, which covers them. */
  private drawDots(map: HistoryMap, { discPx, lanePx }: MapScale): void {
    const { context } = this;
    const { picture, view, box } = map;
    const { layout, marks } = picture;
    if (this.orderedFor !== picture) {
      this.order = orderOf(picture);
      this.orderedFor = picture;
    }
    const [first, end] = placesIn(layout, view, box, discPx);
    const isSmall = discPx < 6;
    const rim = discPx >= EMBLEM_FROM_PX ? 3 : 0;
    if (isSmall) this.spareDots(picture, view.zoom, first, end, SPARE_SHARE * discPx);
    this.order!.places.forEach((places, at) => {
      context.beginPath();
      let low = 0;
      let high = places.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (places[middle]! < first) low = middle + 1;
        else high = middle;
      }
      let isAny = false;
      for (let index = low; index < places.length && places[index]! < end; index += 1) {
        const place = places[index]!;
        if (isSmall && this.spared[place] === 1) continue;
        const x = leftOf(view, box, layout.xs[place]!);
        const y = topOf(view, box, lanePx, layout.rows[place]!);
        if (y < -discPx || y > box.heightPx + discPx) continue;
        isAny = true;
        const radius = discOf(marks[place]!, discPx) / 2;
        if (isSmall) context.rect(x - radius, y - radius, discPx, discPx);
        else {
          context.moveTo(x + radius, y);
          context.arc(x, y, radius, 0, TAU);
        }
      }
      if (!isAny) return;
      if (rim > 0) {
        context.strokeStyle = css(GROUND);
        context.lineWidth = 2 * rim;
        context.stroke();
      }
      context.fillStyle = css(this.order!.inks[at]!);
      context.fill();
    });
  }

  /** Of small dots that would lie on each other only the first of their row is drawn: else the last ink hid all others. */
  private spareDots(
    { layout, ends }: MapPicture,
    zoom: number,
    first: number,
    end: number,
    px: number,
  ) {
    if (this.spared.length < layout.xs.length) this.spared = new Uint8Array(layout.xs.length);
    const { lastOfRow, spared } = this;
    lastOfRow.fill(Number.NEGATIVE_INFINITY, 0, ends.rowCount);
    for (let place = first; place < end; place += 1) {
      const row = layout.rows[place]!;
      // Counted from the oldest, so that no dot comes or goes while one pans.
      const column = Math.floor((layout.xs[place]! * zoom) / px);
      spared[place] = column === lastOfRow[row] ? 1 : 0;
      lastOfRow[row] = column;
    }
  }

  rect(left: number, top: number, width: number, height: number, ink: number): void {
    this.context.fillStyle = css(ink);
    this.context.fillRect(Math.round(left), Math.round(top), width, height);
  }

  emblem({ canvas, sizePx, sidePx }: Emblem, x: number, y: number, discPx: number): void {
    const side = (discPx * sidePx) / sizePx;
    this.context.drawImage(canvas, x - side / 2, y - side / 2, side, side);
  }

  ring(x: number, y: number, radius: number, width: number, ink: number, dashes: number): void {
    const { context } = this;
    context.beginPath();
    if (width === 0) {
      context.fillStyle = css(ink);
      context.arc(x, y, radius, 0, TAU);
      context.fill();
      return;
    }
    context.strokeStyle = css(ink);
    context.lineWidth = width;
    const middle = radius - width / 2;
    const dash = dashes > 0 ? (TAU * middle) / dashes / 2 : 0;
    context.setLineDash(dash > 0 ? [dash, dash] : []);
    context.arc(x, y, middle, 0, TAU);
    context.stroke();
    context.setLineDash([]);
  }

  label({ canvas, widthPx }: Label, left: number, top: number): void {
    const { dpr } = this;
    const x = Math.round(left * dpr) / dpr;
    const y = Math.round(top * dpr) / dpr;
    this.context.drawImage(
      canvas,
      x,
      y,
      Math.ceil(widthPx * dpr) / dpr,
      Math.ceil(LABEL_PX * dpr) / dpr,
    );
  }
}
