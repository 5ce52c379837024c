/**
 * The emblems of a map as small pictures, in a bounded number: each rifff is painted once for a size and for how far its
 * inks have gone into the ground, a few in a frame, and what was seen longest ago makes room.
 */
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import { MAP_MARKS, type MapPicture } from '../../data/stores/historyMap.ts';
import { CanvasPainter } from '../../drawing/canvas.ts';
import { composeRifff } from '../../drawing/composeRifff.ts';
import { layoutRings } from '../../drawing/layout.ts';
import { rifffModel } from '../../drawing/model.ts';
import { PaintList } from '../../drawing/paintList.ts';
import { PlainPose } from '../../drawing/plainPose.ts';
import { TOKENS } from '../../drawing/tokens.ts';

/** Sizes of emblems in device pixels, and how many of each are kept: 17 MB at most. */
const SIZES = [
  { px: 32, most: 160 },
  { px: 64, most: 128 },
  { px: 128, most: 56 },
  { px: 256, most: 20 },
  { px: 512, most: 6 },
] as const;
/** Ground round an emblem, in device pixels: keeps the lines off it. */
const RIM_PX = 3;
/** Time for painting in one frame, in ms. */
const FRAME_MS = 1.5;
/** Share of the ground in the inks of what is off the way, and of what a filter leaves out. */
export const FAR = 0.58;
export const DIM = 0.85;

/** A small picture: a disc of ground with an emblem in it. */
export interface Emblem {
  readonly canvas: HTMLCanvasElement;
  /** Diameter of the emblem and side of the whole picture, in its pixels. */
  readonly sizePx: number;
  readonly sidePx: number;
  key: string;
  /** Frame in which it was last on show. */
  usedIn: number;
  /** Rises when it shows something else. */
  version: number;
}

const list = new PaintList();

/** How far into the ground the inks of a place have gone. */
export function fogOf(marks: number): number {
  if (marks & MAP_MARKS.dim) return DIM;
  return marks & (MAP_MARKS.way | MAP_MARKS.shown) ? 0 : FAR;
}

function paintRifff(context: CanvasRenderingContext2D, rifff: Rifff, sizePx: number, dpr: number) {
  const model = rifffModel(rifff, rifffBars(rifff));
  const diameterPx = sizePx / dpr;
  const pose = new PlainPose();
  const layout = layoutRings(model.rings, diameterPx / 2, {
    sizePx: diameterPx,
    character: model.character,
  });
  pose.lay(model, layout, dpr);
  composeRifff(list, pose);
  const middle = sizePx / 2 + RIM_PX;
  new CanvasPainter(context).draw(list, middle, middle, dpr);
}

/** What is known by its categories alone: bands in their inks. */
function paintBands(context: CanvasRenderingContext2D, bands: readonly string[], sizePx: number) {
  const middle = sizePx / 2 + RIM_PX;
  const inks = bands.length > 0 ? bands : [TOKENS.edge];
  context.save();
  context.beginPath();
  context.arc(middle, middle, 0.42 * sizePx, 0, 2 * Math.PI);
  context.clip();
  inks.forEach((ink, at) => {
    context.fillStyle = ink;
    const from = RIM_PX + (at * sizePx) / inks.length;
    context.fillRect(0, from, sizePx + 2 * RIM_PX, sizePx / inks.length + 1);
  });
  context.restore();
}

/** The emblems of the map on show. */
export class Emblems {
  private readonly pools = SIZES.map(() => new Map<string, Emblem>());
  private frame = 0;
  private untilMs = 0;
  /** Is something to be painted in the next frame? */
  isMissing = false;

  /** A frame begins. */
  begin(): void {
    this.frame += 1;
    this.untilMs = performance.now() + FRAME_MS;
    this.isMissing = false;
  }

  /**
   * The emblem of a place, or the same in another size until it has been painted; null where there is none yet.
   *
   * @param discPx its diameter in CSS pixels
   */
  get(picture: MapPicture, place: number, discPx: number, dpr: number): Emblem | null {
    const wantedPx = discPx * dpr;
    const fits = SIZES.findIndex(({ px }) => px >= wantedPx - 2);
    const size = fits < 0 ? SIZES.length - 1 : fits;
    const marks = picture.marks[place]!;
    const rifff = picture.rifffAt(place);
    const kind = (marks & MAP_MARKS.unsent ? 8 : 0) + (rifff ? 4 : 0);
    const key = `${picture.layout.nodes[place]!.id}/${kind}/${fogOf(marks)}`;
    const known = this.pools[size]!.get(key);
    if (known) {
      known.usedIn = this.frame;
      return known;
    }
    if (performance.now() < this.untilMs) return this.paint(picture, place, size, key, dpr);
    this.isMissing = true;
    for (const pool of this.pools) {
      const other = pool.get(key);
      if (!other) continue;
      other.usedIn = this.frame;
      return other;
    }
    return null;
  }

  private paint(
    picture: MapPicture,
    place: number,
    size: number,
    key: string,
    dpr: number,
  ): Emblem {
    const emblem = this.free(size);
    const { canvas, sizePx, sidePx } = emblem;
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = 'source-over';
    context.clearRect(0, 0, sidePx, sidePx);
    const rifff = picture.rifffAt(place);
    if (rifff) paintRifff(context, rifff, sizePx, dpr);
    else paintBands(context, picture.bandsAt(place), sizePx);
    context.setTransform(1, 0, 0, 1, 0, 0);
    const marks = picture.marks[place]!;
    if (marks & MAP_MARKS.unsent) hatch(context, sidePx, dpr);
    const fog = fogOf(marks);
    context.fillStyle = TOKENS.ground;
    if (fog > 0) {
      context.globalCompositeOperation = 'source-atop';
      context.globalAlpha = fog;
      context.fillRect(0, 0, sidePx, sidePx);
      context.globalAlpha = 1;
    }
    context.globalCompositeOperation = 'destination-over';
    context.beginPath();
    context.arc(sidePx / 2, sidePx / 2, sidePx / 2 - 0.5, 0, 2 * Math.PI);
    context.fill();
    context.globalCompositeOperation = 'source-over';
    emblem.key = key;
    emblem.version += 1;
    emblem.usedIn = this.frame;
    this.pools[size]!.set(key, emblem);
    return emblem;
  }

  /** One that is new, or the one of its size that was seen longest ago. */
  private free(size: number): Emblem {
    const pool = this.pools[size]!;
    const { px, most } = SIZES[size]!;
    if (pool.size >= most) {
      let oldest: Emblem | null = null;
      for (const one of pool.values()) if (!oldest || one.usedIn < oldest.usedIn) oldest = one;
      pool.delete(oldest!.key);
      return oldest!;
    }
    const canvas = document.createElement('canvas');
    const sidePx = px + 2 * RIM_PX;
    canvas.width = sidePx;
    canvas.height = sidePx;
    return { canvas, sizePx: px, sidePx, key: '', usedIn: 0, version: 0 };
  }
}

/** Lines of ground over what is not on the server yet. */
function hatch(context: CanvasRenderingContext2D, sidePx: number, dpr: number): void {
  const step = Math.max(4, Math.round(sidePx / 9));
  context.strokeStyle = TOKENS.ground;
  context.lineWidth = Math.max(1, dpr * 1.5);
  context.beginPath();
  for (let from = -sidePx; from < sidePx; from += step) {
    context.moveTo(from, sidePx);
    context.lineTo(from + sidePx, 0);
  }
  context.stroke();
}
