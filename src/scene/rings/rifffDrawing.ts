/** One rifff on the page: its layout, what moves in it, and the numbers that the shader is given. */
import { transport } from '../../audio/state/transport.ts';
import { categoryOf } from '../../data/contract/categories.ts';
import { rifffBars } from '../../data/rules/timing.ts';
import type { RifffView } from '../../data/stores/places.ts';
import type { RingTouch } from '../../data/stores/touch.ts';
import { muteLines } from '../../drawing/glyph.ts';
import { edgeAt } from '../../drawing/knives.ts';
import { gainWeight, layoutRings, type RingLayout } from '../../drawing/layout.ts';
import { type RifffModel, rifffModel } from '../../drawing/model.ts';
import { arrived, invitation, LEVEL_SHARE, muteReach, notchPhase } from '../../drawing/motion.ts';
import { ringCells } from '../../drawing/outline.ts';
import { keylineSteps } from '../../drawing/profile.ts';
import { inkIndex } from '../../drawing/tokens.ts';
import { ENVELOPE_BINS, RING_FLOATS } from './dataTextures.ts';
import type { ProfileAtlas } from './profileAtlas.ts';
import { RifffRows, writeEnvelope } from './rifffRows.ts';
import {
  advanceRing,
  createRingMotion,
  dimRing,
  moveRing,
  muteRing,
  type RingMotion,
} from './ringMotion.ts';

/** What is the same for all rifffs in a frame. */
export interface Frame {
  nowMs: number;
  /** Phase of the sound, or −1 where nothing has been played. */
  phase: number;
  turns: number;
  isPlaying: boolean;
  isReduced: boolean;
  dpr: number;
}

/** Numbers of an instance: place, state, shape, lines, dot. */
export const INSTANCE_FLOATS = 20;
/** Phase that tells the shader to follow the sound. */
const FOLLOW = -2;
/** Below this size there is no notch. */
const NOTCH_SIZE_PX = 96;
/** Where the handle of a selected ring stands, in turns. */
export const HANDLE_TURNS = 1 / 6;
const DOT_RADIUS_PX = 11;

/** A rifff in its place. */
export class RifffDrawing {
  readonly id: string;
  view: RifffView;
  /** Row in the ring texture. */
  readonly row: number;
  model: RifffModel = { id: '', rings: [] };
  layout: RingLayout = { radius: 1, hole: 0, gap: 1, weight: 1, rings: [] };
  readonly rings: RingMotion[] = [];
  /** Centre and size of the place in CSS pixels of the viewport. */
  x = 0;
  y = 0;
  sizePx = 0;
  isVisible = true;
  isDirty = true;
  /** Index in the layout of the ring that is pulled off, or −1; and by how much. */
  pulled = -1;
  pulledX = 0;
  pulledY = 0;
  private beats = 32;
  private turnMs = 8000;
  private inviteMs = -1;
  private phaseNow = -1;
  private handleEdge = 1;
  private lines = muteLines(1);
  private keylinePx = 0;
  private readonly rows: RifffRows;
  private readonly data: () => Float32Array;
  private readonly envelope: () => Uint8Array;

  constructor(
    id: string,
    view: RifffView,
    row: number,
    atlas: ProfileAtlas,
    data: () => Float32Array,
    envelope: () => Uint8Array,
  ) {
    this.id = id;
    this.view = view;
    this.row = row;
    this.rows = new RifffRows(atlas);
    this.data = data;
    this.envelope = envelope;
  }

  /** Takes what the place shows now, and its size in CSS pixels. */
  show(view: RifffView, sizePx: number, nowMs: number, frame: Frame): void {
    const isSame = view.rifff === this.view.rifff && this.model.rings.length > 0;
    const isResized = sizePx !== this.sizePx;
    const isOther = view.rifff._id !== this.view.rifff._id;
    this.view = view;
    this.sizePx = sizePx;
    this.isDirty = true;
    if (!isSame || isResized) {
      this.model = rifffModel(view.rifff, rifffBars(view.rifff));
      const { state } = view.rifff;
      const turn16ths = rifffBars(view.rifff) * state.barLength;
      this.beats = Math.max(1, turn16ths / 4);
      this.turnMs = (turn16ths / (4 * state.bps)) * 1000;
    }
    const radius = Math.max(4, sizePx / 2 - (view.marginPx ?? 0));
    this.layout = layoutRings(this.model.rings, radius, { isEditor: view.isEditor, sizePx });
    this.lines = muteLines(this.layout.radius);
    this.keylinePx = keylineSteps(this.layout.gap, true)[2];
    this.matchRings(isResized || isOther, nowMs);
    this.rows.update(this.model, this.layout, this.layout.radius * frame.dpr, view.bitePx ?? 0);
    const selected = this.indexOf(view.selected);
    const focused = this.indexOf(view.focused);
    this.rows.updateKeylines(this.model, this.layout, { selected, focused });
    this.handleEdge = this.edgeOf(selected);
  }

  /** Gives its rows back. */
  release(): void {
    this.rows.release();
  }

  /** Sends everything again with the next frame. */
  touchAll(): void {
    this.isDirty = true;
  }

  /**
   * Moves to the present moment and writes the ring data and one instance.
   * @returns whether another frame is needed
   */
  update(frame: Frame, touch: RingTouch, instances: Float32Array, offset: number): boolean {
    const mine = touch.placeId === this.id ? touch : null;
    let isMoving = false;
    this.phaseNow = this.phase(frame);
    for (const ring of this.rings) {
      if (advanceRing(ring, frame.nowMs, frame.isReduced)) isMoving = true;
    }
    if (this.followTouch(mine, frame)) isMoving = true;
    if (this.invite(frame)) isMoving = true;
    let extent = this.layout.radius;
    for (let at = 0; at < this.rings.length; at++) {
      this.writeRing(at, mine, frame);
      const ring = this.rings[at]!;
      extent = Math.max(extent, ring.outer + 0.2 * ring.amplitude);
    }
    this.writeInstance(extent, mine, frame, instances, offset);
    const follows = this.view.isLive && frame.isPlaying && this.view.phase === undefined;
    this.isDirty = isMoving;
    return isMoving || follows;
  }

  /** Writes the ring that has been pulled off as an instance of its own. */
  writePulled(frame: Frame, from: Float32Array, at: number, to: number): void {
    from.copyWithin(to, at, at + INSTANCE_FLOATS);
    from[to] = (this.x + this.pulledX) * frame.dpr;
    from[to + 1] = (this.y + this.pulledY) * frame.dpr;
    from[to + 7] = this.pulled;
  }

  private indexOf(slot: number | undefined): number {
    if (slot === undefined || slot < 0) return -1;
    return this.layout.rings.findIndex((place) => place.slot === slot);
  }

  private edgeOf(at: number): number {
    const place = this.layout.rings[at];
    const ring = place && this.model.rings[place.index];
    if (!place || !ring) return 1;
    const { knife } = categoryOf(ring.category);
    return edgeAt(knife, ringCells(ring, place), HANDLE_TURNS);
  }

  private matchRings(isJump: boolean, nowMs: number): void {
    const before = new Map(this.rings.map((ring) => [ring.key, ring]));
    const counts = new Map<string, number>();
    const envelope = this.envelope();
    this.rings.length = 0;
    this.layout.rings.forEach((place, at) => {
      const ring = this.model.rings[place.index]!;
      const name = ring.loopId ?? `slot ${place.slot}`;
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      const key = `${name}/${count}`;
      const known = isJump ? undefined : before.get(key);
      const { solo } = this.view;
      const dim = solo !== undefined && solo >= 0 && solo !== place.slot ? 1 : 0;
      const motion = known ?? createRingMotion(key, place.outer, place.amplitude, ring.isOn, dim);
      moveRing(motion, place.outer, place.amplitude, nowMs);
      muteRing(motion, ring.isOn, this.phaseNow, nowMs);
      dimRing(motion, dim, nowMs);
      if (!this.view.arriving?.includes(place.slot)) motion.hasArrived = true;
      else if (!known) motion.hasArrived = false;
      this.rings.push(motion);
      const row = (this.row * 8 + at) * ENVELOPE_BINS;
      if (this.view.isLive || this.view.phase !== undefined) {
        writeEnvelope(ring, envelope.subarray(row, row + ENVELOPE_BINS));
      }
    });
  }

  private phase(frame: Frame): number {
    if (this.sizePx < NOTCH_SIZE_PX || this.rings.length === 0) return -1;
    if (this.view.phase !== undefined) return this.view.phase;
    if (this.view.isLive && (frame.isPlaying || transport.status === 'paused')) {
      return notchPhase(frame.phase, this.beats, frame.isReduced);
    }
    if (!this.view.isInviting || this.inviteMs < 0) return -1;
    const turned = ((frame.nowMs - this.inviteMs) / this.turnMs) % 1;
    return notchPhase(turned, this.beats, frame.isReduced);
  }

  /** The first visit: turns silently, a ring thickens and settles. @returns whether it goes on */
  private invite(frame: Frame): boolean {
    if (!this.view.isInviting || frame.isPlaying) {
      this.inviteMs = -1;
      return false;
    }
    if (this.inviteMs < 0) this.inviteMs = frame.nowMs;
    const { ring: at, share } = invitation(frame.nowMs - this.inviteMs, this.rings.length);
    const ring = this.rings[at];
    const place = this.layout.rings[at];
    if (ring && place && !frame.isReduced) {
      const room = this.layout.rings[at + 1]?.pitch ?? place.pitch * 0.5;
      ring.outer += share * Math.min(0.3 * place.pitch, 0.3 * room);
    }
    return true;
  }

  /** Lets the ring under the finger follow it. @returns whether something still moves */
  private followTouch(touch: RingTouch | null, frame: Frame): boolean {
    const at = touch ? this.indexOfMoving(touch.slot) : -1;
    const ring = this.rings[at];
    this.pulled = -1;
    if (!touch || !ring) return false;
    if (touch.mode === 'gain') this.drag(at, touch.gain, frame.nowMs);
    else if (touch.mode === 'pitch') {
      ring.turn = touch.turn;
      ring.fromTurn = touch.turn;
      ring.turnMs = frame.nowMs;
    } else if (touch.mode === 'pull') {
      this.pulled = at;
      this.pulledX = touch.offsetX;
      this.pulledY = touch.offsetY;
    } else return false;
    return true;
  }

  private indexOfMoving(slot: number): number {
    for (let at = 0; at < this.layout.rings.length; at++) {
      if (this.layout.rings[at]!.slot === slot) return at;
    }
    return -1;
  }

  /** Gives a ring the thickness of a gain with the sum of weights frozen; those outside it move along. */
  private drag(at: number, gain: number, nowMs: number): void {
    const place = this.layout.rings[at]!;
    const room = this.layout.radius - this.layout.hole;
    const pitch = (room * gainWeight(gain)) / this.layout.weight;
    const shift = pitch - place.pitch;
    for (let index = at; index < this.rings.length; index++) {
      const ring = this.rings[index]!;
      const own = this.layout.rings[index]!;
      ring.outer = own.outer + shift;
      if (index === at) ring.amplitude = (own.amplitude * pitch) / own.pitch;
      ring.fromOuter = ring.outer;
      ring.fromAmplitude = ring.amplitude;
      ring.movedMs = nowMs;
    }
  }

  private writeRing(at: number, touch: RingTouch | null, frame: Frame): void {
    const data = this.data();
    const ring = this.rings[at]!;
    const place = this.layout.rings[at]!;
    const model = this.model.rings[place.index]!;
    const { radius } = this.layout;
    const to = this.row * 8 * RING_FLOATS + at * RING_FLOATS;
    data[to] = (ring.outer - ring.amplitude) / radius;
    data[to + 1] = ring.amplitude / radius;
    data[to + 2] = inkIndex(model.category);
    const reach = muteReach(frame.nowMs, ring.muteMs, frame.isReduced);
    const isMuted = ring.isOn ? 0 : 1;
    data[to + 4] = isMuted;
    data[to + 5] = reach < 0.5 ? 1 - isMuted : isMuted;
    data[to + 6] = reach;
    data[to + 7] = ring.muteFrom;
    const { view } = this;
    const isSelected = view.selected === place.slot && this.rows.selected !== null;
    const isFocused = view.focused === place.slot && this.rows.focused !== null;
    const hasFailed = view.isLive && transport.failedSlots.includes(place.slot);
    const isPulled = this.pulled === at;
    data[to + 8] = ring.dim;
    data[to + 9] = isFocused ? 2 : isSelected ? 1 : 0;
    data[to + 10] = isPulled ? (touch?.isOverBin ? 5 : 4) : hasFailed ? 1 : 0;
    data[to + 11] = ring.turn / (2 * Math.PI);
    data[to + 3] =
      (ring.outer + 0.19 * ring.amplitude + this.reach(at, isSelected || isFocused)) / radius;
    const part = this.rows.rings[at]!.part;
    const key = (isFocused ? this.rows.focused : this.rows.selected)?.part ?? part;
    data[to + 12] = part.x;
    data[to + 13] = part.y;
    data[to + 14] = key.x;
    data[to + 15] = key.y;
    this.writeArrival(ring, data, to + 16, frame);
    const isDragged = touch?.mode === 'gain' && touch.slot === place.slot;
    this.writeOldEdge(at, isDragged ? touch.startGain : -1, data, to + 18);
    data[to + 20] = (LEVEL_SHARE * place.pitch) / radius;
    data[to + 21] = model.repeats;
    data[to + 22] = this.row * 8 + at;
    data[to + 23] = place.slot;
  }

  /** How far outside its highest edge a ring still paints, in CSS pixels. */
  private reach(at: number, hasKeyline: boolean): number {
    const { gap } = this.layout;
    const outline = at === this.rings.length - 1 ? (this.view.bitePx ?? 0) : 0;
    const line = gap + this.lines.outline;
    return Math.max(line, outline, hasKeyline ? this.keylinePx : 0) + 2;
  }

  private writeArrival(ring: RingMotion, data: Float32Array, to: number, frame: Frame): void {
    data[to] = 0;
    data[to + 1] = 2;
    if (ring.hasArrived) return;
    if (this.view.phase !== undefined) {
      data[to + 1] = this.view.phase;
      return;
    }
    if (!this.view.isLive || !frame.isPlaying) return;
    if (ring.arriveTurns < 0) ring.arriveTurns = frame.turns;
    const share = arrived(frame.turns, ring.arriveTurns, frame.isReduced);
    if (share >= 1) ring.hasArrived = true;
    else {
      data[to] = ring.arriveTurns - Math.floor(ring.arriveTurns);
      data[to + 1] = share;
    }
  }

  private writeOldEdge(at: number, startGain: number, data: Float32Array, to: number): void {
    data[to] = -1;
    data[to + 1] = 0;
    if (startGain < 0) return;
    const place = this.layout.rings[at]!;
    const room = this.layout.radius - this.layout.hole;
    const pitch = (room * gainWeight(startGain)) / this.layout.weight;
    const amplitude = (place.amplitude * pitch) / place.pitch;
    data[to] = (place.outer - place.pitch + pitch - amplitude) / this.layout.radius;
    data[to + 1] = amplitude / this.layout.radius;
  }

  private writeInstance(
    extent: number,
    touch: RingTouch | null,
    frame: Frame,
    out: Float32Array,
    at: number,
  ): void {
    const { dpr } = frame;
    const { layout, view } = this;
    const isEmpty = this.rings.length === 0;
    const room = Math.max(DOT_RADIUS_PX + 6, view.bitePx ?? 0) + 4;
    const { lines } = this;
    const follows = view.phase === undefined && view.isLive && frame.isPlaying && !frame.isReduced;
    out[at] = this.x * dpr;
    out[at + 1] = this.y * dpr;
    out[at + 2] = layout.radius * dpr;
    out[at + 3] = (extent + room) * dpr;
    out[at + 4] = follows && this.phaseNow >= 0 ? FOLLOW : this.phaseNow;
    out[at + 5] = this.rings.length;
    out[at + 6] = (view.bitePx ?? 0) * dpr;
    out[at + 7] = isEmpty ? -2 : -1;
    out[at + 8] = layout.hole * dpr;
    out[at + 9] = layout.gap * dpr;
    out[at + 10] = this.rows.samples;
    out[at + 11] = this.row;
    out[at + 12] = lines.outline * dpr;
    out[at + 13] = lines.hatch * dpr;
    out[at + 14] = lines.step * dpr;
    const isLive = view.phase !== undefined || (view.isLive && frame.isPlaying);
    out[at + 15] = (isLive ? 1 : 0) + (touch?.mode === 'gain' ? 2 : 0);
    this.writeDot(touch, dpr, out, at + 16);
  }

  private writeDot(touch: RingTouch | null, dpr: number, out: Float32Array, at: number): void {
    out[at] = 0;
    out[at + 1] = 0;
    out[at + 2] = 0;
    out[at + 3] = dpr;
    if (touch && (touch.mode === 'gain' || touch.mode === 'pitch')) {
      out[at] = (touch.x - this.x) * dpr;
      out[at + 1] = (touch.y - this.y) * dpr;
      out[at + 2] = DOT_RADIUS_PX * dpr;
      return;
    }
    const { selected } = this.view;
    if (selected === undefined || selected < 0 || this.layout.radius < 60) return;
    const ring = this.rings[this.indexOfMoving(selected)];
    if (!ring) return;
    const edge = ring.outer - ring.amplitude * (1 - this.handleEdge);
    const angle = HANDLE_TURNS * 2 * Math.PI;
    out[at] = Math.sin(angle) * edge * dpr;
    out[at + 1] = -Math.cos(angle) * edge * dpr;
    out[at + 2] = DOT_RADIUS_PX * dpr;
  }
}
