/** Fills paints on a 2D canvas: the host for machines that draw by their processor, for embeds and for videos. */
import { traceCut, traceNotch } from './canvasNotch.ts';
import { isNotchIn, type Paint, type PaintList } from './paintList.ts';
import { numberOf } from './ringNow.ts';
import { TOKENS } from './tokens.ts';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** What a painter asks of what it paints on: a 2D canvas, or `svgPaints.ts`, which writes it down. */
export type PaintContext = Pick<
  Context,
  | 'arc'
  | 'beginPath'
  | 'clip'
  | 'closePath'
  | 'fillStyle'
  | 'globalCompositeOperation'
  | 'lineTo'
  | 'moveTo'
  | 'restore'
  | 'save'
  | 'translate'
> & {
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  fill(rule: CanvasFillRule): void;
};

/** A hatch as a style to fill with: `ink` with lines `width` wide, `step` apart along x, in device pixels. */
export type MakeHatch = (
  ink: number,
  line: number,
  width: number,
  step: number,
  dpr: number,
) => CanvasPattern | string;

const TAU = 2 * Math.PI;
const GROUND = numberOf(TOKENS.ground);
/** Hatches kept: a page shows few kinds at a time. */
const MOST_HATCHES = 32;

const styles = new Map<number, string>();

/** `0xRRGGBB` as CSS, made once for each colour. */
export function css(ink: number): string {
  let style = styles.get(ink);
  if (!style) {
    style = `#${ink.toString(16).padStart(6, '0')}`;
    styles.set(ink, style);
  }
  return style;
}

interface Hatch {
  readonly ink: number;
  readonly line: number;
  readonly width: number;
  readonly step: number;
  readonly dpr: number;
  readonly style: CanvasPattern | string;
}

/** Draws paints on one canvas. Keeps the tiles of its hatches. */
export class CanvasPainter {
  private readonly context: PaintContext;
  private readonly makeHatch: MakeHatch;
  private readonly hatches: Hatch[] = [];
  /** May something else than what the notch shows lie where it is? At first that is the page. */
  private isNotchCovered = true;

  /** @param makeHatch left out for a canvas */
  constructor(context: Context);
  constructor(context: PaintContext, makeHatch: MakeHatch);
  constructor(context: PaintContext, makeHatch = hatchOnCanvas(context as Context)) {
    this.context = context;
    this.makeHatch = makeHatch;
  }

  /**
   * Draws a rifff.
   *
   * @param x centre of the rifff on the canvas, in device pixels
   * @param y the same downwards
   * @param dpr device pixels per CSS pixel
   */
  draw(list: PaintList, x: number, y: number, dpr: number): void {
    const { context } = this;
    context.save();
    context.setTransform(dpr, 0, 0, dpr, x, y);
    if (list.clipTurns !== 0) this.clip(list);
    this.isNotchCovered = true;
    for (let at = 0; at < list.size; at++) this.paint(list, list.paints[at]!, dpr);
    context.restore();
  }

  private clip({ clipFrom, clipTurns, extent }: PaintList): void {
    const { context } = this;
    const from = clipTurns > 0 ? clipFrom : clipFrom - clipTurns;
    const turns = clipTurns > 0 ? clipTurns : 1 + clipTurns;
    context.beginPath();
    context.moveTo(0, 0);
    context.arc(0, 0, extent + 8, (from - 0.25) * TAU, (from + turns - 0.25) * TAU);
    context.closePath();
    context.clip();
  }

  private paint(list: PaintList, paint: Paint, dpr: number): void {
    const { context } = this;
    const { x, y, sectorTurns } = paint;
    const isCut = isNotchIn(paint, list.phase);
    if (x !== 0 || y !== 0) context.translate(x, y);
    context.beginPath();
    if (paint.dashes > 0) this.traceDashes(list, paint);
    else if (sectorTurns > 0) {
      this.traceSector(list, paint, paint.sectorFrom - paint.turn, Math.min(1, sectorTurns));
    } else if (sectorTurns < 0) {
      const from = paint.sectorFrom - paint.turn - sectorTurns;
      this.traceSector(list, paint, from, 1 + sectorTurns);
    } else if (isCut) {
      if (this.isNotchCovered) this.openNotch(list, paint);
      traceCut(context, list, paint);
    } else this.trace(list, paint);
    context.fillStyle = paint.hatch >= 0 ? this.hatch(paint, dpr) : css(paint.ink);
    const isErased = list.isClear && paint.ink === GROUND && paint.hatch < 0;
    if (isErased) context.globalCompositeOperation = 'destination-out';
    context.fill('nonzero');
    if (isErased) context.globalCompositeOperation = 'source-over';
    if (isCut && (sectorTurns !== 0 || paint.dashes > 0)) this.fillNotch(list, paint);
    if (!isCut && (paint.hatch >= 0 || paint.ink !== list.notchInk)) this.isNotchCovered = true;
    if (x !== 0 || y !== 0) context.translate(-x, -y);
  }

  /** A hole goes the other way round, so that a band that folds over itself is filled chord by chord, as by a GPU. */
  private trace(list: PaintList, { from, count, hole }: Paint): void {
    this.traceOutline(list, from, count);
    if (hole < 0) return;
    const { points } = list;
    const last = hole + count - 1;
    this.context.moveTo(points[2 * last]!, points[2 * last + 1]!);
    for (let at = last - 1; at >= hole; at--) {
      this.context.lineTo(points[2 * at]!, points[2 * at + 1]!);
    }
    this.context.closePath();
  }

  private traceOutline({ points }: PaintList, from: number, count: number): void {
    const { context } = this;
    context.moveTo(points[2 * from]!, points[2 * from + 1]!);
    for (let at = from + 1; at < from + count; at++) {
      context.lineTo(points[2 * at]!, points[2 * at + 1]!);
    }
    context.closePath();
  }

  private traceDashes(list: PaintList, paint: Paint): void {
    const { dashes, dashShare, sectorTurns } = paint;
    const first = paint.sectorFrom - paint.turn;
    for (let dash = 0; dash < dashes; dash++) {
      const from = dash / dashes;
      if (sectorTurns !== 0) {
        const into = from - first - Math.floor(from - first);
        const isInside = into < Math.abs(sectorTurns);
        if (isInside !== sectorTurns > 0) continue;
      }
      this.traceSector(list, paint, from, dashShare / dashes);
    }
  }

  /** A piece of the shape, from the centre or from its hole outwards. Turns beyond 1 begin again. */
  private traceSector(list: PaintList, paint: Paint, from: number, turns: number): void {
    const start = from - Math.floor(from);
    const end = start + turns;
    const { context } = this;
    if (paint.hole < 0) {
      context.moveTo(0, 0);
      this.traceArc(list, paint, paint.from, start, Math.min(1, end));
      if (end > 1) this.traceArc(list, paint, paint.from, 0, end - 1);
    } else {
      // A dash: it never passes the top, for dashes are counted from there.
      this.moveTo(list, paint, paint.hole, start);
      this.traceArc(list, paint, paint.from, start, Math.min(1, end));
      this.traceBack(list, paint, paint.hole, start, Math.min(1, end));
    }
    context.closePath();
  }

  /** Index of the last point of a paint that stands at or before a place. */
  private find({ turns }: PaintList, { from, count }: Paint, turn: number): number {
    let low = from;
    let high = from + count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (turns[middle]! <= turn) low = middle;
      else high = middle - 1;
    }
    return low - from;
  }

  private lineTo(list: PaintList, paint: Paint, first: number, turn: number): void {
    const { points, turns } = list;
    const at = Math.min(this.find(list, paint, turn), paint.count - 2);
    const before = turns[paint.from + at]!;
    const step = turns[paint.from + at + 1]! - before;
    const share = step > 0 ? Math.min(1, (turn - before) / step) : 0;
    const a = 2 * (first + at);
    const x = points[a]! + (points[a + 2]! - points[a]!) * share;
    const y = points[a + 1]! + (points[a + 3]! - points[a + 1]!) * share;
    this.context.lineTo(x, y);
  }

  private moveTo(list: PaintList, paint: Paint, first: number, turn: number): void {
    const at = 2 * (first + this.find(list, paint, turn));
    this.context.moveTo(list.points[at]!, list.points[at + 1]!);
    this.lineTo(list, paint, first, turn);
  }

  private traceArc(list: PaintList, paint: Paint, first: number, from: number, to: number): void {
    const { points, turns } = list;
    this.lineTo(list, paint, first, from);
    for (let at = this.find(list, paint, from) + 1; at < paint.count; at++) {
      if (turns[paint.from + at]! >= to) break;
      this.context.lineTo(points[2 * (first + at)]!, points[2 * (first + at) + 1]!);
    }
    this.lineTo(list, paint, first, to);
  }

  private traceBack(list: PaintList, paint: Paint, first: number, from: number, to: number): void {
    const { points, turns } = list;
    this.lineTo(list, paint, first, to);
    for (let at = this.find(list, paint, to); at > 0; at--) {
      if (turns[paint.from + at]! <= from) break;
      this.context.lineTo(points[2 * (first + at)]!, points[2 * (first + at) + 1]!);
    }
  }

  /** Fills what a paint is going to leave out: where it lies, and nowhere else, the notch shows what it shows. */
  private openNotch(list: PaintList, paint: Paint): void {
    const { context } = this;
    traceNotch(context, list, paint);
    this.fillGround(list);
    context.beginPath();
    this.isNotchCovered = false;
  }

  private fillGround({ notchInk, isClear }: PaintList): void {
    const { context } = this;
    context.fillStyle = css(notchInk);
    if (isClear) context.globalCompositeOperation = 'destination-out';
    context.fill('nonzero');
    if (isClear) context.globalCompositeOperation = 'source-over';
  }

  /** The notch as a block of ground, a little longer than what it cuts. For pieces of rings. */
  private fillNotch(list: PaintList, { from, count }: Paint): void {
    const { phase, notchWidth, points } = list;
    const { context } = this;
    const alongX = Math.sin(phase * TAU);
    const alongY = -Math.cos(phase * TAU);
    const half = notchWidth / 2;
    let far = 0;
    for (let at = from; at < from + count; at++) {
      const x = points[2 * at]!;
      const y = points[2 * at + 1]!;
      const out = x * alongX + y * alongY;
      if (out > far && Math.abs(y * alongX - x * alongY) <= half) far = out;
    }
    context.beginPath();
    context.moveTo(alongY * half, -alongX * half);
    context.lineTo(alongX * far + alongY * half, alongY * far - alongX * half);
    context.lineTo(alongX * far - alongY * half, alongY * far + alongX * half);
    context.lineTo(-alongY * half, alongX * half);
    context.closePath();
    this.fillGround(list);
  }

  private hatch({ ink, hatch, hatchWidth, hatchStep }: Paint, dpr: number): CanvasPattern | string {
    const step = Math.max(2, Math.round(hatchStep * dpr));
    for (const one of this.hatches) {
      if (one.ink !== ink || one.line !== hatch || one.step !== step) continue;
      if (one.width === hatchWidth && one.dpr === dpr) return one.style;
    }
    const style = this.makeHatch(ink, hatch, hatchWidth * dpr, step, dpr);
    if (this.hatches.length >= MOST_HATCHES) this.hatches.length = 0;
    this.hatches.push({ ink, line: hatch, width: hatchWidth, step, dpr, style });
    return style;
  }
}

const hatchOnCanvas =
  (context: Context): MakeHatch =>
  (ink, line, width, step, dpr) => {
    const pattern = context.createPattern(tile(ink, line, width, step), 'repeat');
    pattern?.setTransform(new DOMMatrix([1 / dpr, 0, 0, 1 / dpr, 0, 0]));
    return pattern ?? css(ink);
  };

/** A square canvas; in a worker too, which has no document. */
function squareCanvas(side: number): HTMLCanvasElement | OffscreenCanvas {
  if (typeof document === 'undefined') return new OffscreenCanvas(side, side);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  return canvas;
}

/** One period of lines at 45°, in device pixels. */
function tile(ink: number, line: number, width: number, step: number) {
  const canvas = squareCanvas(step);
  const context = canvas.getContext('2d') as Context;
  const image = context.createImageData(step, step);
  for (let y = 0; y < step; y++) {
    for (let x = 0; x < step; x++) {
      const far = Math.abs(((((x - y) % step) + step) % step) - step / 2) * Math.SQRT1_2;
      const share = Math.min(1, Math.max(0, width / 2 - far + 0.5)) * Math.min(1, width);
      for (let channel = 0; channel < 3; channel++) {
        const shift = 16 - 8 * channel;
        const from = (ink >> shift) & 255;
        const to = (line >> shift) & 255;
        image.data[4 * (y * step + x) + channel] = Math.round(from + (to - from) * share);
      }
      image.data[4 * (y * step + x) + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
