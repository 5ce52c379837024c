/** A rifff as one layer of a look shows it: smaller, folded, and bent by the values of the look. The rifff itself stays. */
import type { RingLayout } from '../layout.ts';
import type { RifffModel } from '../model.ts';
import type { PolarOutline } from '../polar.ts';
import { createRingMotion, type RingMotion } from '../ringMotion.ts';
import type { RifffPose } from '../ringNow.ts';
import { RingShapes } from '../ringShapes.ts';
import { foldOutline } from './foldOutline.ts';
import { CUT, type LookValues, SPREAD, TURN } from './lookTrack.ts';

/** How much larger rings are at a spread of 1, and the depth of cuts at 0 and 1. */
const SPREAD_REACH = 0.07;
const [CUT_LOW, CUT_REACH] = [0.7, 0.6];
/** Farthest that a ring is turned out of its place, in radians; neighbours go the other way. */
const TURN_REACH = 0.5;
/** Ground round what is smaller than its picture, as a share of the gap between rings. */
const BITE = 1.8;
/** The outlines of a rifff, folded. */
class FoldedShapes {
  shapes: RifffPose['shapes'] = new RingShapes();
  wedges = 1;
  part = 0;

  get(...[at, part]: Parameters<RingShapes['get']>): PolarOutline {
    const outline = this.shapes.get(at, part);
    return this.wedges > 1 ? foldOutline(outline, this.wedges, this.part) : outline;
  }

  curve(at: number): Uint8Array {
    return this.shapes.curve(at);
  }
}

/** What a layer does to the rifff besides its values. */
export interface LayerFrame {
  /** Radius as a share of the picture's, in thousandths. */
  readonly size: number;
  readonly wedges: number;
  readonly part: number;
  /** Do rings keep their thickness, whatever is heard? Many lines that shake with the level would flash. */
  readonly isStill: boolean;
}

/** A layout made smaller, and of what. */
interface Scaled {
  readonly of: RingLayout;
  readonly size: number;
  readonly model: RifffModel;
  readonly small: RingLayout;
  readonly shapes: RingShapes;
}

/** Which rings of a rifff are seen to sound, and since when, as `RingMotion` has it. Place by place of the layout. */
export class SeenRings {
  readonly isOn: boolean[] = [];
  readonly muteMs: number[] = [];
  readonly muteFrom: number[] = [];
  private model: RifffModel | null = null;
  private count = 0;

  /**
   * Takes over what changed, where it may; all of another rifff at once.
   *
   * @returns whether something changed, or waits
   */
  take({ model, rings }: RifffPose, mayChange: boolean): 'same' | 'changed' | 'waits' {
    const isOther = this.model?.id !== model.id || this.count !== rings.length;
    let state: 'same' | 'changed' | 'waits' = 'same';
    for (let at = 0; at < rings.length; at++) {
      const { isOn, muteMs, muteFrom } = rings[at]!;
      if (!isOther && this.isOn[at] === isOn) continue;
      if (!isOther) state = mayChange ? 'changed' : 'waits';
      if (!isOther && !mayChange) continue;
      this.isOn[at] = isOn;
      this.muteMs[at] = muteMs;
      this.muteFrom[at] = muteFrom;
    }
    this.model = model;
    this.count = rings.length;
    return state;
  }
}

export class LayerPose implements RifffPose {
  layout: RingLayout = { radius: 1, hole: 0, gap: 1, weight: 1, rings: [] };
  readonly rings: RingMotion[] = [];
  private readonly folded = new FoldedShapes();
  private scaled: Scaled | null = null;
  private of!: RifffPose;
  bitePx = 0;
  private isStill = false;

  get shapes(): RifffPose['shapes'] {
    return this.folded;
  }
  get model() {
    return this.of.model;
  }
  get phase() {
    return this.of.phase;
  }
  get isLive() {
    return this.of.isLive && !this.isStill;
  }
  get spectrum() {
    return this.of.spectrum;
  }
  get nowMs() {
    return this.of.nowMs;
  }
  get isReduced() {
    return this.of.isReduced;
  }
  get turns() {
    return this.of.turns;
  }
  get arrivedShare() {
    return this.of.arrivedShare;
  }
  get selected() {
    return this.of.selected;
  }
  get focused() {
    return this.of.focused;
  }
  get pulled() {
    return this.of.pulled;
  }
  get dragged() {
    return this.of.dragged;
  }
  get startGain() {
    return this.of.startGain;
  }
  get failed() {
    return this.of.failed;
  }
  get isUnsent() {
    return this.of.isUnsent;
  }
  get reachPx() {
    return this.of.reachPx;
  }
  get dotX() {
    return this.of.dotX;
  }
  get dotY() {
    return this.of.dotY;
  }
  get dotRadius() {
    return this.of.dotRadius;
  }
  get dpr() {
    return this.of.dpr;
  }

  /**
   * Takes the rifff as it is now, bent by the values of one layer.
   *
   * @param seen which of its rings are seen to sound
   * @param from place of the layer's first value in `values`
   */
  take(
    pose: RifffPose,
    seen: SeenRings,
    values: LookValues,
    from: number,
    frame: LayerFrame,
  ): void {
    this.of = pose;
    this.layout = pose.layout;
    this.bitePx = pose.bitePx;
    this.folded.shapes = pose.shapes;
    this.isStill = frame.isStill;
    this.folded.wedges = frame.wedges;
    this.folded.part = frame.part;
    if (frame.size !== 1000) this.scale(pose, frame.size);
    this.bend(pose, seen, frame.size / 1000, values, from);
  }

  /** Lays the rings out smaller, anew only where they lie otherwise. */
  private scale(pose: RifffPose, size: number): void {
    const { layout, model, dpr } = pose;
    // It lies over other layers.
    this.bitePx = BITE * layout.gap;
    let { scaled } = this;
    if (scaled?.of !== layout || scaled.size !== size || scaled.model !== model) {
      const share = size / 1000;
      const small = {
        ...layout,
        radius: layout.radius * share,
        hole: layout.hole * share,
        rings: layout.rings.map((ring) => ({
          ...ring,
          outer: ring.outer * share,
          pitch: ring.pitch * share,
          amplitude: ring.amplitude * share,
        })),
      };
      const shapes = scaled?.shapes ?? new RingShapes();
      shapes.update(model, small, this.bitePx, dpr);
      scaled = { of: layout, size, model, small, shapes };
      this.scaled = scaled;
    }
    this.layout = scaled.small;
    this.folded.shapes = scaled.shapes;
  }

  private bend(
    pose: RifffPose,
    seen: SeenRings,
    share: number,
    values: LookValues,
    from: number,
  ): void {
    const { hole } = pose.layout;
    const wide = 1 + SPREAD_REACH * values[from + SPREAD]!;
    const deep = CUT_LOW + CUT_REACH * values[from + CUT]!;
    this.rings.length = Math.min(this.rings.length, pose.rings.length);
    for (let at = 0; at < pose.rings.length; at++) {
      const ring = pose.rings[at]!;
      let to = this.rings[at];
      if (!to) {
        to = createRingMotion(ring.key, ring.outer, ring.amplitude, ring.isOn, ring.dim);
        this.rings.push(to);
      }
      to.outer = share * (hole + (ring.outer - hole) * wide);
      to.amplitude = share * ring.amplitude * deep * wide;
      to.turn = ring.turn + (at % 2 === 0 ? 2 : -2) * (values[from + TURN]! - 0.5) * TURN_REACH;
      to.isOn = seen.isOn[at]!;
      to.dim = ring.dim;
      to.muteMs = seen.muteMs[at]!;
      to.muteFrom = seen.muteFrom[at]!;
      to.arriveTurns = ring.arriveTurns;
      to.hasArrived = ring.hasArrived;
    }
  }
}
