/** Waveform lanes and meters in one Pixi canvas: contexts swapped on change, per frame only transforms. */
import { type Application, type Container, Graphics, type GraphicsContext } from 'pixi.js';
import { transport } from '../../audio/state/transport.ts';
import { MASTER_ROW, telemetryRef } from '../../audio/telemetry.ts';
import { categoryOf } from '../../data/contract/categories.ts';
import { allLanes, type Lane, laneHost } from '../../data/stores/lanes.ts';
import { touch } from '../../data/stores/touch.ts';
import type { RingModel } from '../../drawing/model.ts';
import { stripFill } from '../../drawing/strip.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import { laneContext, laneRing, meterContext, meterShare, unitContext } from './laneShapes.ts';

const NOTCH_PX = 4;
const MARK_PX = 2;
/** Fall of a meter, in shares of its scale per second. */
const FALL_PER_SEC = 1.4;

interface LaneDrawing {
  lane: Lane;
  ring: RingModel | undefined;
  shape: Graphics;
  /** Notch of a lane, bar of a meter. */
  moving: Graphics;
  /** Peak mark of a meter. */
  mark: Graphics;
  x: number;
  y: number;
  w: number;
  h: number;
  shown: number;
  peak: number;
}

/** All flat drawings of the page. One per Pixi application. */
export class LaneScene {
  private readonly app: Application;
  private readonly shapes: Container;
  private readonly overlay: Container;
  private readonly unit: GraphicsContext = unitContext();
  private readonly drawings = new Map<string, LaneDrawing>();
  private lastMs = 0;
  private mustSync = true;

  constructor(app: Application, shapes: Container, overlay: Container) {
    this.app = app;
    this.shapes = shapes;
    this.overlay = overlay;
  }

  /** Lanes, or what they show, have changed, or the host has another size. */
  changed(): void {
    this.mustSync = true;
  }

  /**
   * Brings every lane to this moment and draws.
   * @returns whether another frame is needed
   */
  draw(nowMs: number): boolean {
    const host = laneHost();
    if (!host) return false;
    if (this.mustSync) this.sync(host);
    const seconds = Math.min(0.1, (nowMs - this.lastMs) / 1000);
    this.lastMs = nowMs;
    const { isPlaying } = telemetryRef.current;
    let isMoving = isPlaying || transport.status === 'playing';
    for (const drawing of this.drawings.values()) {
      if (drawing.lane.kind === 'lane') this.moveLane(drawing);
      else if (this.moveMeter(drawing, seconds)) isMoving = true;
    }
    this.app.render();
    return isMoving;
  }

  /** Takes every drawing away. */
  clear(): void {
    for (const id of [...this.drawings.keys()]) this.remove(id);
    this.mustSync = true;
  }

  private sync(host: HTMLElement): void {
    this.mustSync = false;
    const box = host.getBoundingClientRect();
    const left = box.left + host.clientLeft - host.scrollLeft;
    const top = box.top + host.clientTop - host.scrollTop;
    const gone = new Set(this.drawings.keys());
    let bottom = host.clientHeight;
    for (const lane of allLanes()) {
      gone.delete(lane.id);
      const rect = lane.element.getBoundingClientRect();
      const drawing = this.drawings.get(lane.id) ?? this.add(lane);
      drawing.x = rect.left - left;
      drawing.y = rect.top - top;
      bottom = Math.max(bottom, drawing.y + rect.height);
      this.shapeLane(drawing, lane, rect.width, rect.height);
    }
    for (const id of gone) this.remove(id);
    this.app.renderer.resize(Math.max(1, host.clientWidth), Math.max(1, Math.round(bottom)));
  }

  private shapeLane(drawing: LaneDrawing, lane: Lane, w: number, h: number): void {
    const isSame = drawing.lane.rifff === lane.rifff && drawing.lane.row === lane.row;
    const hasShape = drawing.w === w && drawing.h === h && isSame && drawing.ring !== undefined;
    drawing.lane = { ...lane };
    drawing.shape.position.set(drawing.x, drawing.y);
    if (hasShape) return;
    drawing.w = w;
    drawing.h = h;
    drawing.ring = laneRing(lane.rifff, lane.row);
    const isMeter = lane.kind === 'meter';
    const ring = drawing.ring;
    const before = drawing.shape.context;
    if (w > 0 && h > 0 && (isMeter || ring)) {
      drawing.shape.context = isMeter ? meterContext(w, h) : laneContext(ring!, w, h);
      if (before !== this.unit) before.destroy();
    }
    drawing.shape.visible = w > 0 && h > 0 && (isMeter || ring !== undefined);
    const isMaster = lane.row >= MASTER_ROW || !ring;
    drawing.moving.tint = isMeter
      ? isMaster
        ? TOKENS.paper
        : categoryOf(ring.category).ink
      : TOKENS.ground;
  }

  private moveLane(drawing: LaneDrawing): void {
    const { ring, moving, shape, w, h } = drawing;
    drawing.mark.visible = false;
    moving.visible = false;
    if (!ring || w <= 0) return;
    const isDragged = touch.mode === 'gain' && touch.slot === ring.slot;
    const scale = isDragged ? stripFill(touch.gain) / stripFill(ring.gain) : 1;
    shape.scale.y = scale;
    shape.position.y = drawing.y + h * (1 - scale);
    const telemetry = telemetryRef.current;
    if (!ring.isOn || !(telemetry.isPlaying || transport.status === 'paused')) return;
    moving.visible = true;
    moving.position.set(drawing.x + telemetry.phase * w - NOTCH_PX / 2, drawing.y - 2);
    moving.scale.set(NOTCH_PX, h + 4);
  }

  /** @returns whether the meter still falls */
  private moveMeter(drawing: LaneDrawing, seconds: number): boolean {
    const telemetry = telemetryRef.current;
    const row = drawing.lane.row;
    const fall = FALL_PER_SEC * seconds;
    drawing.shown = Math.max(meterShare(telemetry.levels[row] ?? 0), drawing.shown - fall);
    drawing.peak = Math.max(meterShare(telemetry.peaks[row] ?? 0), drawing.peak - fall / 2);
    const { x, y, w, h, moving, mark, shown, peak } = drawing;
    const isFlat = w >= h;
    moving.visible = shown > 0;
    mark.visible = peak > 0;
    if (isFlat) {
      moving.position.set(x, y);
      moving.scale.set(w * shown, h);
      mark.position.set(x + Math.max(0, w * peak - MARK_PX), y);
      mark.scale.set(MARK_PX, h);
    } else {
      moving.position.set(x, y + h * (1 - shown));
      moving.scale.set(w, h * shown);
      mark.position.set(x, y + h * (1 - peak));
      mark.scale.set(w, MARK_PX);
    }
    return shown > 0 || peak > 0;
  }

  private add(lane: Lane): LaneDrawing {
    const drawing: LaneDrawing = {
      lane: { ...lane },
      ring: undefined,
      shape: new Graphics(this.unit),
      moving: new Graphics(this.unit),
      mark: new Graphics(this.unit),
      x: 0,
      y: 0,
      w: 0,
      h: 0,
      shown: 0,
      peak: 0,
    };
    drawing.shape.visible = false;
    drawing.mark.tint = TOKENS.paper;
    this.shapes.addChild(drawing.shape);
    this.overlay.addChild(drawing.moving, drawing.mark);
    this.drawings.set(lane.id, drawing);
    return drawing;
  }

  private remove(id: string): void {
    const drawing = this.drawings.get(id)!;
    const { context } = drawing.shape;
    for (const part of [drawing.shape, drawing.moving, drawing.mark]) {
      part.removeFromParent();
      part.destroy();
    }
    if (context !== this.unit) context.destroy();
    this.drawings.delete(id);
  }
}
