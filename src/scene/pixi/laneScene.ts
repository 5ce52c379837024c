/** All flat drawings of the page in one Pixi application: shapes made on change, per frame only transforms. */
import type { Application, Container, GraphicsContext, WebGLRenderer } from 'pixi.js';
import { allLanes, hostOf, type Lane } from '../../data/stores/lanes.ts';
import { prefersReducedMotion } from '../reducedMotion.ts';
import type { FlatDrawing, Layers } from './flatDrawing.ts';
import { FlatView } from './flatView.ts';
import { unitContext } from './laneShapes.ts';
import { MeterDrawing, SlotLaneDrawing } from './slotDrawings.ts';
import { CutDrawing, LapDrawing, TakeDrawing } from './takeDrawings.ts';

const MAX_DPR = 2;
/**
 * Several pictures are drawn at once up to this height, in pixels of the device; more wait for the next frame. Without
 * a GPU every copy reads the whole drawing canvas back, so it stays small.
 */
const MOST_HEIGHT = 1024;
/** It grows in steps, so that a list that grows does not make it anew every time. */
const GROW_BY = 64;
/** Frames in a row that need less than half of it, after which it shrinks again. */
const WASTED_FRAMES = 30;

const DRAWINGS: Readonly<Record<Lane['kind'], new (layers: Layers) => FlatDrawing>> = {
  lane: SlotLaneDrawing,
  meter: MeterDrawing,
  take: TakeDrawing,
  lap: LapDrawing,
  cut: CutDrawing,
};

interface Placed {
  readonly drawing: FlatDrawing;
  readonly view: FlatView;
  readonly kind: Lane['kind'];
}

/** One per Pixi application. */
export class LaneScene {
  private readonly app: Application;
  private readonly stage: Container;
  private readonly wake: () => void;
  private readonly unit: GraphicsContext = unitContext();
  private readonly views = new Map<HTMLElement, FlatView>();
  private readonly placed = new Map<string, Placed>();
  private lastMs = 0;
  private mustSync = true;
  private wastedFrames = 0;

  /** @param wake asks for a frame */
  constructor(app: Application, stage: Container, wake: () => void) {
    this.app = app;
    this.stage = stage;
    this.wake = wake;
  }

  /** Lanes, or what they show, have changed, or a host has another size. */
  readonly changed = (): void => {
    this.mustSync = true;
    this.wake();
  };

  /** Every picture is to be drawn anew: what was on the GPU is gone. */
  readonly redraw = (): void => {
    for (const view of this.views.values()) view.isDirty = true;
    this.changed();
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
    for (const { drawing, view } of this.placed.values()) {
      if (drawing.move(moment)) view.isDirty = true;
      if (drawing.isMoving && view.isNear) isMoving = true;
    }
    return this.render() || isMoving;
  }

  /** Takes every drawing away. */
  clear(): void {
    for (const id of [...this.placed.keys()]) this.remove(id);
    for (const view of this.views.values()) view.destroy();
    this.views.clear();
    this.mustSync = true;
  }

  /** Draws the pictures that differ below each other in one go. @returns whether some are left for another frame */
  private render(): boolean {
    // Without WebGL Pixi draws by 2D canvas, whose renderer has no context to lose.
    const { context } = this.app.renderer as Partial<WebGLRenderer>;
    // The pictures on the page stay as they are until the context is back.
    if (context?.isLost) return false;
    const resolution = Math.min(devicePixelRatio || 1, MAX_DPR);
    const drawn: { view: FlatView; top: number }[] = [];
    let width = 0;
    let height = 0;
    let isFull = false;
    for (const view of this.views.values()) {
      const tall = Math.ceil(view.h * resolution);
      const isDue = view.isDirty && view.isNear && view.w > 0 && tall > 0;
      const isRoom = height === 0 || height + tall <= MOST_HEIGHT;
      view.root.visible = isDue && isRoom;
      if (isDue && !isRoom) isFull = true;
      if (!view.root.visible) continue;
      view.root.position.set(0, height / resolution);
      drawn.push({ view, top: height });
      height += tall;
      width = Math.max(width, Math.ceil(view.w * resolution));
    }
    if (drawn.length === 0) return false;
    this.fit(width, height, resolution);
    this.app.render();
    for (const { view, top } of drawn) {
      view.copy(this.app.canvas, top, resolution);
      view.isDirty = false;
    }
    return isFull;
  }

  /** Makes room on the drawing canvas, or gives up room that has long not been needed. */
  private fit(width: number, height: number, resolution: number): void {
    const { renderer } = this.app;
    const { canvas } = renderer;
    const isSame = renderer.resolution === resolution;
    const isRoom = isSame && canvas.width >= width && canvas.height >= height;
    const [wide, tall] = [width, height].map((px) => Math.ceil(px / GROW_BY) * GROW_BY) as [
      number,
      number,
    ];
    const isWasted = isRoom && canvas.width * canvas.height > 2 * wide * tall;
    this.wastedFrames = isWasted ? this.wastedFrames + 1 : 0;
    if (isRoom && this.wastedFrames < WASTED_FRAMES) return;
    const keeps = isSame && !isWasted;
    const w = keeps ? Math.max(canvas.width, wide) : wide;
    const h = keeps ? Math.max(canvas.height, tall) : tall;
    renderer.resize(w / resolution, h / resolution, resolution);
  }

  private sync(): void {
    this.mustSync = false;
    const gone = new Set(this.placed.keys());
    const empty = new Set(this.views.keys());
    const bottoms = new Map<FlatView, number>();
    for (const lane of allLanes()) {
      const host = hostOf(lane);
      gone.delete(lane.id);
      empty.delete(host);
      const { drawing, view } = this.place(lane, host);
      const hostBox = host.getBoundingClientRect();
      const rect = lane.element.getBoundingClientRect();
      const box = {
        x: rect.left - hostBox.left - host.clientLeft + host.scrollLeft,
        y: rect.top - hostBox.top - host.clientTop + host.scrollTop,
        w: rect.width,
        h: rect.height,
      };
      if (drawing.shape(lane, box)) view.isDirty = true;
      bottoms.set(view, Math.max(bottoms.get(view) ?? host.clientHeight, box.y + box.h));
    }
    for (const id of gone) this.remove(id);
    for (const host of empty) {
      this.views.get(host)!.destroy();
      this.views.delete(host);
    }
    for (const [view, bottom] of bottoms) view.resize(view.host.clientWidth, Math.round(bottom));
  }

  /** The drawing of a lane in the picture of its host; made anew where either is another. */
  private place(lane: Lane, host: HTMLElement): Placed {
    let view = this.views.get(host);
    if (!view) {
      view = new FlatView(host, this.changed);
      this.stage.addChild(view.root);
      this.views.set(host, view);
    }
    const before = this.placed.get(lane.id);
    if (before && before.view === view && before.kind === lane.kind) return before;
    if (before) this.remove(lane.id);
    const { shapes, cuts, overlay } = view;
    const drawing = new DRAWINGS[lane.kind]({ shapes, cuts, overlay, unit: this.unit });
    const placed = { drawing, view, kind: lane.kind };
    this.placed.set(lane.id, placed);
    return placed;
  }

  private remove(id: string): void {
    const { drawing, view } = this.placed.get(id)!;
    drawing.destroy();
    view.isDirty = true;
    this.placed.delete(id);
  }
}
