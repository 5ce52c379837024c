/**
 * The rings on 2D canvases, one for each rifff in view, in memory that the processor draws to: for machines without a
 * graphics chip. What stands still is not drawn again, and scrolling only moves what has been drawn.
 */
import { CanvasPainter } from '../../drawing/canvas.ts';
import type { PaintList } from '../../drawing/paintList.ts';
import type { SheetGuard } from '../guard/sheetGuard.ts';
import { guardWalls } from './lookedAt.ts';
import type { RifffDrawing } from './rifffDrawing.ts';
import type { RingHost } from './rifffField.ts';

/** Room round a picture in device pixels, so that a swell does not make its canvas anew. */
const SLACK = 12;
/** A canvas that has so many times the pixels that its picture needs is made smaller. */
const WASTE = 1.6;

/** A canvas on the page that shows one picture. */
class Sheet {
  readonly canvas = document.createElement('canvas');
  private readonly painter: CanvasPainter | null;
  private readonly context: CanvasRenderingContext2D | null;
  private half = 0;
  private dpr = 1;
  /** Where the centre stands on the canvas: a whole number of pixels and what the place has beyond. */
  private beyondX = 0;
  private beyondY = 0;
  /** Where the canvas lies, in device pixels of the viewport. */
  left = Number.NaN;
  top = Number.NaN;

  constructor(host: HTMLElement) {
    this.context = this.canvas.getContext('2d', { willReadFrequently: true });
    this.painter = this.context && new CanvasPainter(this.context);
    this.canvas.style.cssText = 'position:absolute;left:0;top:0;pointer-events:none';
    host.append(this.canvas);
  }

  /** Draws a picture. @param x centre in CSS pixels of the viewport */
  draw(list: PaintList, x: number, y: number, dpr: number): void {
    const { context, painter } = this;
    if (!context || !painter) return;
    this.fit(Math.ceil(list.extent * dpr) + 2, dpr);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, 2 * this.half, 2 * this.half);
    this.beyondX = x * dpr - Math.floor(x * dpr);
    this.beyondY = y * dpr - Math.floor(y * dpr);
    painter.draw(list, this.half + this.beyondX, this.half + this.beyondY, dpr);
  }

  /** Puts its centre at a place of the viewport, in CSS pixels. @returns whether it was elsewhere */
  place(x: number, y: number): boolean {
    const { dpr } = this;
    const left = Math.round(x * dpr - this.beyondX) - this.half;
    const top = Math.round(y * dpr - this.beyondY) - this.half;
    if (left === this.left && top === this.top) return false;
    this.left = left;
    this.top = top;
    this.canvas.style.transform = `translate(${left / dpr}px, ${top / dpr}px)`;
    return true;
  }

  set isShown(isShown: boolean) {
    const display = isShown ? 'block' : 'none';
    if (this.canvas.style.display !== display) this.canvas.style.display = display;
  }

  /** Gives its pixels back. */
  remove(): void {
    this.canvas.remove();
    this.canvas.width = 0;
  }

  private fit(half: number, dpr: number): void {
    const isEnough = this.half >= half && this.half ** 2 <= WASTE * (half + SLACK) ** 2;
    if (isEnough && dpr === this.dpr) return;
    this.half = half + SLACK;
    this.dpr = dpr;
    this.left = Number.NaN;
    this.canvas.width = 2 * this.half;
    this.canvas.height = 2 * this.half;
    this.canvas.style.width = `${(2 * this.half) / dpr}px`;
    this.canvas.style.height = `${(2 * this.half) / dpr}px`;
  }
}

/** Fills paints on canvases inside an element that covers the window. */
export class CanvasRings implements RingHost {
  private readonly host: HTMLElement;
  private readonly sheets = new Map<RifffDrawing, Sheet>();
  private pulled: Sheet | null = null;
  private dpr = 1;
  /** On a wall: sheets are not seen there, but what it has let pass. */
  private guard: SheetGuard | null = null;
  private readonly stopGuarding: () => void;
  private readonly shown: Sheet[] = [];
  /** Is what is drawn another picture than before? */
  private isOther = true;

  constructor(host: HTMLElement) {
    this.host = host;
    this.stopGuarding = guardWalls(() => this.beginGuard());
  }

  draw(drawing: RifffDrawing, list: PaintList): void {
    let sheet = this.sheets.get(drawing);
    if (!sheet) {
      sheet = new Sheet(this.host);
      this.sheets.set(drawing, sheet);
    }
    this.dpr = drawing.dpr;
    sheet.draw(list, drawing.x, drawing.y, drawing.dpr);
    this.isOther = true;
  }

  drawPulled(list: PaintList | null, x: number, y: number): void {
    if (!list) {
      this.pulled?.remove();
      this.pulled = null;
      return;
    }
    if (!this.pulled) {
      this.pulled = new Sheet(this.host);
      this.pulled.canvas.style.zIndex = '1';
    }
    this.pulled.draw(list, x, y, this.dpr);
    this.pulled.place(x, y);
  }

  remove(drawing: RifffDrawing): void {
    this.sheets.get(drawing)?.remove();
    this.sheets.delete(drawing);
    this.isOther = true;
  }

  show(order: readonly RifffDrawing[]): boolean {
    const { guard, shown } = this;
    for (const [drawing, sheet] of this.sheets) sheet.isShown = !guard && order.includes(drawing);
    shown.length = 0;
    for (const drawing of order) {
      const sheet = this.sheets.get(drawing);
      if (!sheet) continue;
      if (sheet.place(drawing.x, drawing.y)) this.isOther = true;
      shown.push(sheet);
    }
    const mustAsk = guard?.show(shown, this.isOther, this.dpr) ?? false;
    this.isOther = false;
    return mustAsk;
  }

  /** Takes every canvas away. */
  clear(): void {
    this.stopGuarding();
    for (const sheet of this.sheets.values()) sheet.remove();
    this.sheets.clear();
    this.drawPulled(null, 0, 0);
  }

  private async beginGuard(): Promise<() => void> {
    const guarding = await import('../guard/sheetGuard.ts');
    this.guard = new guarding.SheetGuard(this.host);
    this.isOther = true;
    return () => {
      this.guard?.remove();
      this.guard = null;
    };
  }
}
