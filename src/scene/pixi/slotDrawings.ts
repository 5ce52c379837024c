/** Slots in the list: a ring laid flat with its notch, and the level of a row of the telemetry. */
import type { Graphics } from 'pixi.js';
import { MASTER_ROW, telemetryRef } from '../../audio/engine/telemetry.ts';
import { transport } from '../../audio/state/transport.ts';
import { categoryOf } from '../../data/contract/categories.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { Lane } from '../../data/stores/lanes.ts';
import { touch } from '../../data/stores/touch.ts';
import type { RingModel } from '../../drawing/model.ts';
import { notchPhase } from '../../drawing/motion.ts';
import { stripFill } from '../../drawing/strip.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import {
  addBlock,
  type Box,
  CUT,
  type FlatDrawing,
  isSameBox,
  type Layers,
  type Moment,
  NO_BOX,
  Picture,
  placeBlock,
} from './flatDrawing.ts';
import { laneContext, laneRing, meterContext, meterShare } from './laneShapes.ts';

const NOTCH_PX = 4;
const MARK_PX = 2;
/** Fall of a meter, in shares of its scale per second. */
const FALL_PER_SEC = 1.4;
const BEATS_PER_BAR = 4;

/** A ring laid flat: its thickness follows the finger, its notch the music. */
export class SlotLaneDrawing implements FlatDrawing {
  isMoving = false;
  private box: Box = NO_BOX;
  private rifff: Rifff | undefined;
  private row = -1;
  private ring: RingModel | undefined;
  private readonly picture: Picture;
  private readonly notch: Graphics;

  constructor(layers: Layers) {
    this.picture = new Picture(layers);
    this.notch = addBlock(layers.cuts, layers.unit, CUT);
  }

  shape(lane: Lane, box: Box): boolean {
    if (lane.kind !== 'lane') return false;
    const isSame = this.rifff === lane.rifff && this.row === lane.row && isSameBox(box, this.box);
    if (isSame) return false;
    this.rifff = lane.rifff;
    this.row = lane.row;
    this.box = box;
    this.ring = laneRing(lane.rifff, lane.row);
    const hasShape = this.ring && box.w > 0 && box.h > 0;
    this.picture.show(hasShape ? laneContext(this.ring!, box.w, box.h) : null, box.x, box.y);
    return true;
  }

  move({ isReduced }: Moment): boolean {
    const { ring, picture, notch, box } = this;
    const { isPlaying, phase, bars } = telemetryRef.current;
    this.isMoving = isPlaying || transport.status === 'playing';
    if (!ring || !picture.isShown) {
      const wasThere = notch.visible;
      notch.visible = false;
      return wasThere;
    }
    const isDragged = touch.mode === 'gain' && touch.slot === ring.slot;
    const scale = isDragged ? stripFill(touch.gain) / stripFill(ring.gain) : 1;
    const hasNotch = ring.isOn && (isPlaying || transport.status === 'paused');
    const at = notchPhase(phase, bars * BEATS_PER_BAR, isReduced);
    const x = box.x + at * box.w - NOTCH_PX / 2;
    const isSame =
      picture.tall === scale && notch.visible === hasNotch && (!hasNotch || notch.x === x);
    if (isSame) return false;
    picture.squeeze(scale, box.y, box.h);
    if (hasNotch) placeBlock(notch, x, box.y - 2, NOTCH_PX, box.h + 4);
    else notch.visible = false;
    return true;
  }

  destroy(): void {
    this.picture.destroy();
    this.notch.destroy();
  }
}

/** A level with its highest mark; both fall when it gets quiet. */
export class MeterDrawing implements FlatDrawing {
  isMoving = false;
  private box: Box = NO_BOX;
  private rifff: Rifff | undefined;
  private row = -1;
  private shown = 0;
  private peak = 0;
  private readonly picture: Picture;
  private readonly bar: Graphics;
  private readonly mark: Graphics;

  constructor(layers: Layers) {
    this.picture = new Picture(layers);
    this.bar = addBlock(layers.overlay, layers.unit, TOKENS.paper);
    this.mark = addBlock(layers.overlay, layers.unit, TOKENS.paper);
  }

  shape(lane: Lane, box: Box): boolean {
    if (lane.kind !== 'meter') return false;
    const isSame = this.rifff === lane.rifff && this.row === lane.row && isSameBox(box, this.box);
    if (isSame) return false;
    this.rifff = lane.rifff;
    this.row = lane.row;
    const ring = laneRing(lane.rifff, lane.row);
    this.bar.tint = lane.row >= MASTER_ROW || !ring ? TOKENS.paper : categoryOf(ring.category).ink;
    const hasSize = box.w > 0 && box.h > 0;
    const isSameSize = box.w === this.box.w && box.h === this.box.h;
    if (hasSize && isSameSize) this.picture.place(box.x, box.y);
    else this.picture.show(hasSize ? meterContext(box.w, box.h) : null, box.x, box.y);
    this.box = box;
    this.placeLevel();
    return true;
  }

  move({ seconds }: Moment): boolean {
    const telemetry = telemetryRef.current;
    const fall = FALL_PER_SEC * seconds;
    const level = meterShare(telemetry.levels[this.row] ?? 0);
    const shown = Math.max(level, this.shown - fall);
    const peak = Math.max(meterShare(telemetry.peaks[this.row] ?? 0), this.peak - fall / 2);
    this.isMoving = shown > 0 || peak > 0;
    if (shown === this.shown && peak === this.peak) return false;
    this.shown = shown;
    this.peak = peak;
    this.placeLevel();
    return true;
  }

  private placeLevel(): void {
    const { shown, peak } = this;
    const { x, y, w, h } = this.box;
    if (w >= h) {
      placeBlock(this.bar, x, y, w * shown, h);
      placeBlock(this.mark, x + Math.max(0, w * peak - MARK_PX), y, MARK_PX, h);
    } else {
      placeBlock(this.bar, x, y + h * (1 - shown), w, h * shown);
      placeBlock(this.mark, x, y + h * (1 - peak), w, MARK_PX);
    }
    this.mark.visible &&= peak > 0;
  }

  destroy(): void {
    this.picture.destroy();
    this.bar.destroy();
    this.mark.destroy();
  }
}
