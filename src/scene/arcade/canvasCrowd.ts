/**
 * The crowd on one 2D canvas: for machines without a graphics chip. Pictures are drawn once for each rifff and level
 * and then only copied; what stands still is not drawn again. Nothing in the crowd turns here but the rifff in the
 * clearing.
 */
import { CanvasPainter } from '../../drawing/canvas.ts';
import type { PaintList } from '../../drawing/paintList.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import type { CrowdChoice, CrowdPicture } from './crowdChoice.ts';
import { CrowdDrawing, type CrowdHost } from './crowdDrawing.ts';

const PIXEL_BYTES = 4;
/** Steps of fog that pictures are kept in: neighbouring steps look the same. */
const FOG_STEPS = 24;

/** A picture, and the same with some of the ground's colour over it. */
interface Sprite extends CrowdPicture {
  readonly canvas: HTMLCanvasElement;
  /** Half its side in CSS pixels. */
  readonly half: number;
  fogged: HTMLCanvasElement | null;
  /** Step of the fog that `fogged` has. */
  step: number;
}

/** The picture of a sprite at a step of the fog, made in the place of the one that it had. */
function inFog(sprite: Sprite, step: number): HTMLCanvasElement {
  if (step === 0) return sprite.canvas;
  if (sprite.fogged && sprite.step === step) return sprite.fogged;
  const { canvas } = sprite;
  sprite.fogged ??= document.createElement('canvas');
  sprite.step = step;
  const { fogged } = sprite;
  fogged.width = canvas.width;
  fogged.height = canvas.height;
  const context = fogged.getContext('2d', { willReadFrequently: true });
  if (!context) return canvas;
  context.drawImage(canvas, 0, 0);
  context.globalCompositeOperation = 'source-atop';
  context.globalAlpha = Math.min(1, step / FOG_STEPS);
  context.fillStyle = TOKENS.ground;
  context.fillRect(0, 0, fogged.width, fogged.height);
  return fogged;
}

export class CanvasCrowd implements CrowdHost<Sprite> {
  readonly budgetBytes = 48 * 1024 * 1024;
  private readonly canvas = document.createElement('canvas');
  private readonly context: CanvasRenderingContext2D | null;
  private dpr = 1;
  private readonly last = new Float32Array(4 * 256);
  private lastCount = 0;

  constructor(host: HTMLElement) {
    this.context = this.canvas.getContext('2d', { willReadFrequently: true });
    this.canvas.style.cssText = 'position:absolute;left:0;top:0;pointer-events:none';
    host.prepend(this.canvas);
  }

  /** The window has another size, in CSS pixels. */
  resized(width: number, height: number, dpr: number): void {
    this.dpr = dpr;
    this.canvas.width = Math.round(width * dpr);
    this.canvas.height = Math.round(height * dpr);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.lastCount = -1;
  }

  make(list: PaintList, radius: number): Sprite {
    const { dpr } = this;
    const half = Math.ceil(list.extent * dpr) + 1;
    const canvas = document.createElement('canvas');
    canvas.width = 2 * half;
    canvas.height = 2 * half;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context) new CanvasPainter(context).draw(list, half, half, dpr);
    const bytes = 2 * PIXEL_BYTES * canvas.width * canvas.height;
    const look = { canvas, half: half / dpr, fogged: null, step: 0 };
    return { radius, bytes, ...look, shownIn: 0 };
  }

  drop({ canvas, fogged }: Sprite): void {
    canvas.width = 0;
    if (fogged) fogged.width = 0;
    this.lastCount = -1;
  }

  show(choice: CrowdChoice<Sprite>): void {
    const { context } = this;
    if (!context || !this.isNew(choice)) return;
    const { count, shown, seen, fog } = choice;
    context.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.imageSmoothingQuality = 'low';
    for (let at = 0; at < count; at++) {
      const sprite = shown[at];
      if (!sprite) continue;
      const half = (sprite.half * seen.radius[at]!) / sprite.radius;
      const picture = inFog(sprite, Math.round(fog[at]! * FOG_STEPS));
      context.drawImage(picture, seen.x[at]! - half, seen.y[at]! - half, 2 * half, 2 * half);
    }
  }

  /** Is anything else to be seen than what was drawn last? */
  private isNew({ count, shown, seen, fog }: CrowdChoice<Sprite>): boolean {
    const { last } = this;
    let isNew = count !== this.lastCount;
    this.lastCount = count;
    for (let at = 0; at < count; at++) {
      const to = 4 * at;
      const size = seen.radius[at]! + (shown[at]?.radius ?? 0) * 1e3;
      const depth = Math.round(fog[at]! * FOG_STEPS);
      if (last[to] === seen.x[at] && last[to + 1] === seen.y[at] && last[to + 3] === depth) {
        if (last[to + 2] === Math.fround(size)) continue;
      }
      last[to] = seen.x[at]!;
      last[to + 1] = seen.y[at]!;
      last[to + 2] = size;
      last[to + 3] = depth;
      isNew = true;
    }
    return isNew;
  }

  remove(): void {
    this.canvas.remove();
    this.canvas.width = 0;
  }
}

/** A crowd that is drawn on a canvas of the page. */
export interface CrowdOnCanvas {
  /** Draws it as it is at a moment. @returns whether another frame is needed */
  update(nowMs: number, isReduced: boolean): boolean;
  /** The window has another size in CSS pixels. */
  resized(width: number, height: number, dpr: number): void;
  /** Gives its pixels back. */
  remove(): void;
}

/** Draws the crowd on show behind what else is in an element. */
export function openCanvasCrowd(host: HTMLElement): CrowdOnCanvas {
  const canvas = new CanvasCrowd(host);
  const drawing = new CrowdDrawing(canvas);
  return {
    update: (nowMs, isReduced) => drawing.update(nowMs, isReduced),
    resized(width, height, dpr) {
      canvas.resized(width, height, dpr);
      drawing.resized(width, height, dpr);
    },
    remove() {
      drawing.forget();
      canvas.remove();
    },
  };
}
