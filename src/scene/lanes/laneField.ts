/** All flat drawings of the page, each in the picture of its host: shapes made on change, copied in a frame. */
import { subscribe } from 'valtio/vanilla';
import { playlist } from '../../audio/state/playlist.ts';
import { transport } from '../../audio/state/transport.ts';
import { onFrame } from '../../data/stores/frameLoop.ts';
import { allLanes, hostOf, type Lane, onLanesChange } from '../../data/stores/lanes.ts';
import { currentRingDrawing } from '../../data/stores/ringDrawing.ts';
import { onTouch } from '../../data/stores/touch.ts';
import { prefersReducedMotion } from '../reducedMotion.ts';
import type { Box, LaneDrawing } from './laneDrawing.ts';
import { MeterDrawing, SlotLaneDrawing } from './slotDrawings.ts';
import { CutDrawing, PassDrawing, TakeDrawing } from './takeDrawings.ts';

const MAX_DPR = 2;
/** How far outside the window, or the box that it scrolls in, a picture is drawn already. */
const NEAR = '240px';

const DRAWINGS: Readonly<Record<Lane['kind'], new () => LaneDrawing>> = {
  lane: SlotLaneDrawing,
  meter: MeterDrawing,
  take: TakeDrawing,
  pass: PassDrawing,
  cut: CutDrawing,
};

/**
 * The picture of a host: a canvas inside it, so that it scrolls, is clipped and lies under dialogs as its host does.
 */
class Sheet {
  readonly host: HTMLElement;
  /** Is it in the window, or near it? What is out of sight keeps no pixels. */
  isNear = true;
  /** Is all of it to be drawn again? */
  isDirty = true;
  private w = 0;
  private h = 0;
  private readonly canvas = document.createElement('canvas');
  private context: CanvasRenderingContext2D | null = null;
  private readonly size: ResizeObserver;
  private readonly sight: IntersectionObserver;
  private readonly changed: () => void;

  /** @param changed is called when the host has another size, comes into sight or must be drawn anew */
  constructor(host: HTMLElement, changed: () => void) {
    this.host = host;
    this.changed = changed;
    this.canvas.setAttribute('aria-hidden', 'true');
    this.canvas.style.cssText =
      'display:block;position:absolute;z-index:1;left:0;top:0;pointer-events:none';
    this.canvas.addEventListener('contextrestored', this.restore);
    if (getComputedStyle(host).position === 'static') host.style.position = 'relative';
    host.append(this.canvas);
    this.size = new ResizeObserver(changed);
    this.size.observe(host);
    this.sight = new IntersectionObserver(this.look, { rootMargin: NEAR, scrollMargin: NEAR });
    this.sight.observe(host);
  }

  /** Takes a size in CSS pixels. */
  resize(w: number, h: number): void {
    if (w === this.w && h === this.h) return;
    this.w = w;
    this.h = h;
    this.canvas.style.width = `${w}px`;
    this.canvas.style.height = `${h}px`;
    this.isDirty = true;
  }

  /** Draws those of its drawings that differ, or all of them where the whole does. */
  paint(drawings: Iterable<Placed>, resolution: number): void {
    const width = Math.max(1, Math.round(this.w * resolution));
    const height = Math.max(1, Math.round(this.h * resolution));
    this.context ??= this.canvas.getContext('2d');
    const { context, canvas } = this;
    if (!context) return;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      this.isDirty = true;
    }
    context.setTransform(resolution, 0, 0, resolution, 0, 0);
    if (this.isDirty) context.clearRect(0, 0, this.w, this.h);
    for (const one of drawings) {
      if (one.sheet !== this || !(one.isDirty || this.isDirty)) continue;
      clearBox(context, one.drawing.box, resolution);
      one.drawing.paint(context, resolution);
      one.isDirty = false;
    }
    this.isDirty = false;
  }

  destroy(): void {
    this.size.disconnect();
    this.sight.disconnect();
    this.canvas.removeEventListener('contextrestored', this.restore);
    this.canvas.remove();
    this.canvas.width = 0;
  }

  private readonly restore = () => {
    this.isDirty = true;
    this.changed();
  };

  private readonly look = (entries: IntersectionObserverEntry[]) => {
    const isNear = entries.at(-1)!.isIntersecting;
    if (isNear === this.isNear) return;
    this.isNear = isNear;
    if (isNear) this.restore();
    else this.canvas.width = 0;
  };
}

/** Empties a box to whole pixels of the device. */
function clearBox(context: CanvasRenderingContext2D, { x, y, w, h }: Box, resolution: number) {
  const left = Math.floor(x * resolution) / resolution;
  const top = Math.floor(y * resolution) / resolution;
  const right = Math.ceil((x + w) * resolution) / resolution;
  const bottom = Math.ceil((y + h) * resolution) / resolution;
  context.clearRect(left, top, right - left, bottom - top);
}

interface Placed {
  readonly drawing: LaneDrawing;
  readonly sheet: Sheet;
  readonly kind: Lane['kind'];
  isDirty: boolean;
}

class LaneField {
  private readonly wake: () => void;
  private readonly sheets = new Map<HTMLElement, Sheet>();
  private readonly placed = new Map<string, Placed>();
  private lastMs = 0;
  private mustSync = true;

  /** @param wake asks for a frame */
  constructor(wake: () => void) {
    this.wake = wake;
  }

  /** Lanes, or what they show, have changed, or a host has another size. */
  readonly changed = (): void => {
    this.mustSync = true;
    this.wake();
  };

  /**
   * Brings every lane to this moment and draws what differs.
   * @returns whether another frame is needed
   */
  draw(nowMs: number): boolean {
    if (this.mustSync) this.sync();
    const moment = {
      seconds: Math.min(0.1, (nowMs - this.lastMs) / 1000),
      isReduced: prefersReducedMotion(),
    };
    this.lastMs = nowMs;
    let isMoving = false;
    for (const one of this.placed.values()) {
      if (one.drawing.move(moment)) one.isDirty = true;
      if (one.drawing.isMoving && one.sheet.isNear) isMoving = true;
    }
    const resolution = Math.min(devicePixelRatio || 1, MAX_DPR);
    for (const sheet of this.sheets.values()) {
      if (sheet.isNear) sheet.paint(this.placed.values(), resolution);
    }
    return isMoving;
  }

  /** Takes every drawing away. */
  clear(): void {
    this.placed.clear();
    for (const sheet of this.sheets.values()) sheet.destroy();
    this.sheets.clear();
    this.mustSync = true;
  }

  private sync(): void {
    this.mustSync = false;
    const gone = new Set(this.placed.keys());
    const empty = new Set(this.sheets.keys());
    const bottoms = new Map<Sheet, number>();
    for (const lane of allLanes()) {
      const host = hostOf(lane);
      gone.delete(lane.id);
      empty.delete(host);
      const placed = this.place(lane, host);
      const { drawing, sheet } = placed;
      const hostBox = host.getBoundingClientRect();
      const rect = lane.element.getBoundingClientRect();
      const box = {
        x: rect.left - hostBox.left - host.clientLeft + host.scrollLeft,
        y: rect.top - hostBox.top - host.clientTop + host.scrollTop,
        w: rect.width,
        h: rect.height,
      };
      const { x, y, w, h } = drawing.box;
      if (drawing.shape(lane, box)) placed.isDirty = true;
      // What it leaves is empty again.
      if (x !== box.x || y !== box.y || w !== box.w || h !== box.h) sheet.isDirty = true;
      bottoms.set(sheet, Math.max(bottoms.get(sheet) ?? host.clientHeight, box.y + box.h));
    }
    for (const id of gone) this.remove(id);
    for (const host of empty) {
      this.sheets.get(host)!.destroy();
      this.sheets.delete(host);
    }
    for (const [sheet, bottom] of bottoms) sheet.resize(sheet.host.clientWidth, Math.round(bottom));
  }

  /** The drawing of a lane in the picture of its host; made anew where either is another. */
  private place(lane: Lane, host: HTMLElement): Placed {
    const sheet = this.sheets.get(host) ?? new Sheet(host, this.changed);
    this.sheets.set(host, sheet);
    const before = this.placed.get(lane.id);
    if (before && before.sheet === sheet && before.kind === lane.kind) return before;
    if (before) this.remove(lane.id);
    const placed = { drawing: new DRAWINGS[lane.kind](), sheet, kind: lane.kind, isDirty: true };
    this.placed.set(lane.id, placed);
    return placed;
  }

  private remove(id: string): void {
    this.placed.get(id)!.sheet.isDirty = true;
    this.placed.delete(id);
  }
}

/**
 * Draws the lanes that are registered while something plays, is recorded or falls, else on a change. @returns what
 * stops it
 */
export function drawLanes(): () => void {
  let isSpared = false;
  const turn = onFrame('lanes', () => {
    // A processor draws lanes every other time: their notch moves by less than a pixel even so.
    isSpared = currentRingDrawing() === 'canvas' && !isSpared;
    return isSpared || field.draw(performance.now());
  });
  const field = new LaneField(turn.wake);
  const stops = [
    turn.stop,
    onLanesChange(field.changed),
    onTouch(turn.wake),
    subscribe(transport, turn.wake),
    subscribe(playlist, turn.wake),
  ];
  addEventListener('resize', field.changed);
  field.changed();
  return () => {
    for (const stop of stops) stop();
    removeEventListener('resize', field.changed);
    field.clear();
  };
}
