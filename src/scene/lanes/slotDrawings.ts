/** Slots in the list: a ring laid flat with its notch, and the level of a row of the telemetry. */

import { MASTER_ROW, telemetryRef } from '../../audio/engine/telemetry.ts';
import { transport } from '../../audio/state/transport.ts';
import { categoryOf } from '../../data/contract/categories.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import type { Lane } from '../../data/stores/lanes.ts';
import { touch } from '../../data/stores/touch.ts';
import { type RingModel, rifffModel } from '../../drawing/model.ts';
import { notchPhase } from '../../drawing/motion.ts';
import { stripFill, stripPolygon } from '../../drawing/strip.ts';
import { mixColours, TOKENS } from '../../drawing/tokens.ts';
import {
  BEATS_PER_BAR,
  type Box,
  isSameBox,
  type LaneDrawing,
  type Moment,
  NO_BOX,
  Notch,
  polygon,
  Still,
} from './laneDrawing.ts';

const MARK_PX = 2;
const HATCH_STEP_PX = 5;
const EDGE_PX = 1.5;
/** Fall of a meter, in shares of its scale per second. */
const FALL_PER_SEC = 1.4;
/** Marks of a meter in dB below full scale. */
const TICKS_DB = [-24, -18, -12, -6] as const;
/** Range of a meter: silence of the engine to full scale. */
const METER_FLOOR_DB = -36;

/** The ring of a slot, or undefined when the slot is free. */
function laneRing(rifff: Rifff, slot: number): RingModel | undefined {
  return rifffModel(rifff, rifffBars(rifff)).rings.find((ring) => ring.slot === slot);
}

/** A ring laid flat: filled with its ink, or outlined and hatched when muted. */
function fillLane(context: CanvasRenderingContext2D, ring: RingModel, { w, h }: Box): void {
  const { ink } = categoryOf(ring.category);
  const path = polygon(stripPolygon(ring, w, h));
  context.fillStyle = ink;
  if (ring.isOn) {
    context.fill(path);
    return;
  }
  context.clip(path);
  context.beginPath();
  for (let x = -h; x < w; x += HATCH_STEP_PX) {
    context.moveTo(x, 0);
    context.lineTo(x + h, h);
  }
  context.lineWidth = 1;
  context.strokeStyle = mixColours(TOKENS.ground, ink, 0.62);
  context.stroke();
  // Inside the clip half of the line is seen.
  context.lineWidth = 2 * EDGE_PX;
  context.strokeStyle = ink;
  context.stroke(path);
}

/** A ring laid flat: its thickness follows the finger, its notch the music. */
export class SlotLaneDrawing implements LaneDrawing {
  isMoving = false;
  box = NO_BOX;
  private rifff: Rifff | undefined;
  private row = -1;
  private ring: RingModel | undefined;
  private tall = 1;
  private readonly notch = new Notch();
  private readonly still = new Still();

  shape(lane: Lane, box: Box): boolean {
    if (lane.kind !== 'lane') return false;
    const isSame = this.rifff === lane.rifff && this.row === lane.row && isSameBox(box, this.box);
    if (isSame) return false;
    this.rifff = lane.rifff;
    this.row = lane.row;
    this.box = box;
    const ring = laneRing(lane.rifff, lane.row);
    this.ring = ring;
    this.still.set(ring ? (context) => fillLane(context, ring, box) : null, box);
    return true;
  }

  move({ isReduced }: Moment): boolean {
    const { ring, box } = this;
    const { isList, phase, bars } = telemetryRef.current;
    // Lanes are of what the player plays.
    const isPlaying = telemetryRef.current.isPlaying && !isList;
    this.isMoving = isPlaying || transport.status === 'playing';
    const isDragged = ring && touch.mode === 'gain' && touch.slot === ring.slot;
    const tall = isDragged ? stripFill(touch.gain) / stripFill(ring.gain) : 1;
    const hasNotch = ring?.isOn && (isPlaying || transport.status === 'paused');
    const at = hasNotch ? notchPhase(phase, bars * BEATS_PER_BAR, isReduced) : Number.NaN;
    const isMoved = this.notch.move(box, at);
    if (tall === this.tall && !isMoved) return false;
    this.tall = tall;
    return true;
  }

  paint(context: CanvasRenderingContext2D, resolution: number): void {
    this.still.paint(context, this.box, resolution, this.tall);
    this.notch.cut(context, this.box);
  }
}

/** Where a linear level stands on a meter: 0 at −36 dB and below, 1 at full scale. */
function meterShare(level: number): number {
  if (level <= 0) return 0;
  const db = 20 * Math.log10(level);
  return Math.min(1, Math.max(0, 1 - db / METER_FLOOR_DB));
}

/** A level with its highest mark; both fall when it gets quiet. The longer side of its box is its scale. */
export class MeterDrawing implements LaneDrawing {
  isMoving = false;
  box = NO_BOX;
  private rifff: Rifff | undefined;
  private row = -1;
  private ink: string = TOKENS.paper;
  private shown = 0;
  private peak = 0;

  shape(lane: Lane, box: Box): boolean {
    if (lane.kind !== 'meter') return false;
    const isSame = this.rifff === lane.rifff && this.row === lane.row && isSameBox(box, this.box);
    if (isSame) return false;
    this.rifff = lane.rifff;
    this.row = lane.row;
    const ring = laneRing(lane.rifff, lane.row);
    this.ink = lane.row >= MASTER_ROW || !ring ? TOKENS.paper : categoryOf(ring.category).ink;
    this.box = box;
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
    return true;
  }

  paint(context: CanvasRenderingContext2D): void {
    const { shown, peak, ink } = this;
    const { x, y, w, h } = this.box;
    const isFlat = w >= h;
    /** A part of the scale, from one share to another. */
    const part = (tint: string, from: number, px: number) => {
      context.fillStyle = tint;
      if (isFlat) context.fillRect(x + from, y, px, h);
      else context.fillRect(x, y + h - from - px, w, px);
    };
    const long = Math.max(w, h);
    part(TOKENS.line, 0, long);
    for (const db of TICKS_DB)
      part(TOKENS.ground, Math.round(long * meterShare(10 ** (db / 20))), 1);
    part(ink, 0, long * shown);
    if (peak > 0) part(TOKENS.paper, Math.max(0, long * peak - MARK_PX), MARK_PX);
  }
}
