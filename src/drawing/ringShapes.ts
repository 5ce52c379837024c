/** The outlines of a rifff's rings, made anew only where data, size or what is shown of a ring changed. */
import { categoryOf } from '../data/contract/categories.ts';
import { muteLines } from './glyph.ts';
import type { RingLayout, RingPlace } from './layout.ts';
import type { RifffModel, RingModel } from './model.ts';
import { swellsPerSec, thicknessCurve } from './motion.ts';
import { circleOutline, edgeOutline, offsetOutline, type PolarOutline } from './polar.ts';

/** What can be asked of a ring: its edge, or its edge moved. */
type Part =
  | 'edge'
  | 'gap'
  | 'line'
  | 'outer'
  | 'bite'
  | 'key0'
  | 'key1'
  | 'key2'
  | 'focus1'
  | 'focus2'
  | 'oldOut'
  | 'oldIn';

interface RingShape {
  key: string;
  readonly parts: Map<Part, PolarOutline>;
  curve: Uint8Array | null;
}

/** Width of the dashed line where the edge of a dragged ring was. */
const OLD_LINE_PX = 1.6;
const NO_BYTES = new Uint8Array(0);
const peakIds = new WeakMap<Uint8Array, number>();
let nextPeakId = 1;

function peakId(peaks: Uint8Array): number {
  let id = peakIds.get(peaks);
  if (!id) {
    id = nextPeakId;
    nextPeakId += 1;
    peakIds.set(peaks, id);
  }
  return id;
}

const keylineGround = (gapPx: number) => Math.max(1.5, 0.8 * gapPx);
const keylinePaper = (isFocus: boolean) => (isFocus ? 3 : 2);

/** How wide a keyline is in all, in CSS pixels. Allocates nothing. */
export const keylinePx = (gapPx: number, isFocus: boolean): number =>
  2 * keylineGround(gapPx) + keylinePaper(isFocus);

/** Where the steps of a keyline end, in CSS pixels: k ground, 2 paper (3 when focused), k ground. */
export function keylineSteps(gapPx: number, isFocus: boolean): [number, number, number] {
  const ground = keylineGround(gapPx);
  return [ground, ground + keylinePaper(isFocus), keylinePx(gapPx, isFocus)];
}

const paceOf = ({ category }: RingModel) => swellsPerSec(categoryOf(category).ink);

const circles = new Map<number, PolarOutline>();

/** A circle fine enough for a radius of so many device pixels; a few of them serve all. */
export function circleFor(radiusPx: number): PolarOutline {
  const size = 2 ** Math.ceil(Math.log2(Math.max(4, radiusPx)));
  let circle = circles.get(size);
  if (!circle) {
    circle = circleOutline(size);
    circles.set(size, circle);
  }
  return circle;
}

/** The outlines of one rifff. They are made when they are first asked for. */
export class RingShapes {
  private model: RifffModel = { id: '', rings: [] };
  private layout: RingLayout = { radius: 1, hole: 0, gap: 1, weight: 1, rings: [] };
  private bitePx = 0;
  private dpr = 1;
  private readonly rings: RingShape[] = [];

  /**
   * Takes what the rifff is now.
   *
   * @param bitePx width of ground round the whole rifff, CSS pixels
   * @param dpr device pixels per CSS pixel, which decides how fine outlines are
   */
  update(model: RifffModel, layout: RingLayout, bitePx: number, dpr: number): void {
    this.model = model;
    this.layout = layout;
    this.bitePx = bitePx;
    this.dpr = dpr;
    this.rings.length = Math.min(this.rings.length, layout.rings.length);
    layout.rings.forEach((place, at) => {
      const outside = layout.rings[at + 1];
      const ring = model.rings[place.index]!;
      const more = outside ? ringKey(model.rings[outside.index]!, outside) : bitePx;
      const key = `${ringKey(ring, place)}|${layout.radius.toFixed(2)}|${dpr}|${more}`;
      const shape = this.rings[at];
      if (!shape) this.rings[at] = { key, parts: new Map(), curve: null };
      else if (shape.key !== key) {
        shape.key = key;
        shape.parts.clear();
        shape.curve = null;
      }
    });
  }

  /** An outline of the ring at an index of the layout. */
  get(at: number, part: Part): PolarOutline {
    const { parts } = this.rings[at]!;
    let outline = parts.get(part);
    if (!outline) {
      outline = this.make(at, part);
      parts.set(part, outline);
    }
    return outline;
  }

  /** 256 bytes over one pass of a ring's loop: how thick it is, 128 at rest. */
  curve(at: number): Uint8Array {
    const shape = this.rings[at]!;
    if (!shape.curve) {
      const [ring, outside] = [this.ringAt(at)!, this.ringAt(at + 1)];
      // Its edge moves over the ring outside it.
      const most = Math.min(paceOf(ring), outside ? paceOf(outside) : Number.POSITIVE_INFINITY);
      shape.curve = thicknessCurve(ring.bands ?? NO_BYTES, ring.peaks, ring.passSec ?? 4, most);
    }
    return shape.curve;
  }

  private ringAt(at: number): RingModel | undefined {
    const place = this.layout.rings[at];
    return place && this.model.rings[place.index];
  }

  private make(at: number, part: Part): PolarOutline {
    const { layout, model, dpr } = this;
    const place = layout.rings[at]!;
    const ring = model.rings[place.index]!;
    if (part === 'edge') return edgeOutline(ring, place, dpr);
    const outside = part === 'outer' ? layout.rings[at + 1] : undefined;
    const limit = outside && { ring: model.rings[outside.index]!, place: outside };
    return offsetOutline(ring, place, this.distance(part), dpr, limit);
  }

  private distance(part: Part): number {
    const { gap, radius } = this.layout;
    const line = muteLines(radius).outline;
    switch (part) {
      case 'gap':
        return gap;
      case 'line':
        return -line;
      case 'outer':
        return gap + line;
      case 'bite':
        return this.bitePx;
      case 'oldOut':
        return OLD_LINE_PX / 2;
      case 'oldIn':
        return -OLD_LINE_PX / 2;
      case 'key0':
      case 'key1':
      case 'key2':
        return keylineSteps(gap, false)[Number(part[3])]!;
      default:
        return keylineSteps(gap, true)[Number(part[5])]!;
    }
  }
}

function ringKey(ring: RingModel, { outer, amplitude, cells, mostCells }: RingPlace): string {
  const size = `${outer.toFixed(2)}|${amplitude.toFixed(2)}|${cells}/${mostCells}`;
  return `${peakId(ring.peaks)}|${ring.category}|${ring.repeats}|${size}`;
}
