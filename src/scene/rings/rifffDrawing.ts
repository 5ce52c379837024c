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
import { invitation, notchPhase } from '../../drawing/motion.ts';
import { ringCells } from '../../drawing/outline.ts';
import { keylineSteps } from '../../drawing/profile.ts';
import {
  advanceRing,
  createRingMotion,
  dimRing,
  moveRing,
  muteRing,
  type RingMotion,
} from '../../drawing/ringMotion.ts';
import { ENVELOPE_BINS } from './dataTextures.ts';
import type { ProfileAtlas } from './profileAtlas.ts';
import { PullMotion } from './pullMotion.ts';
import { RifffRows, writeEnvelope } from './rifffRows.ts';
import { SwapMotion } from './swapMotion.ts';
import { writeInstance, writeRing } from './writeRifff.ts';

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

/** Numbers of an instance: place, state, shape, lines, dot, clip. */
export const INSTANCE_FLOATS = 24;
/** Below this size there is no notch. */
const NOTCH_SIZE_PX = 96;
/** Where the handle of a selected ring stands, in turns. */
export const HANDLE_TURNS = 1 / 6;

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
  /** The ring that is off its place. */
  readonly pull = new PullMotion();
  /** The change of rifff that goes on here, and whether this is what it takes away. */
  swap: SwapMotion | null = null;
  isGoing = false;
  private shown: RifffView | null = null;
  private shownDpr = 0;
  private beats = 32;
  private turnMs = 8000;
  private inviteMs = -1;
  /** Phase of the notch in this frame, −1 for none. */
  phaseNow = -1;
  /** Edge of the selected ring where its handle stands, 0–1. */
  handleEdge = 1;
  lines = muteLines(1);
  /** Width of a keyline in CSS pixels. */
  keylinePx = 0;
  readonly rows: RifffRows;
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

  /** Does the place show something else than was taken last? */
  isStale(view: RifffView, sizePx: number, dpr: number): boolean {
    return this.shown !== view || this.sizePx !== sizePx || this.shownDpr !== dpr;
  }

  /** Takes what the place shows now, and its size in CSS pixels. */
  show(view: RifffView, sizePx: number, nowMs: number, frame: Frame): void {
    const isSame = view.rifff === this.view.rifff && this.model.rings.length > 0;
    const isResized = sizePx !== this.sizePx;
    const isOther = view.rifff._id !== this.view.rifff._id;
    this.view = view;
    this.shown = view;
    this.shownDpr = frame.dpr;
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
    const mine = touch.placeId === this.id && !this.isGoing ? touch : null;
    let isMoving = this.advanceSwap(frame);
    this.phaseNow = this.phase(frame);
    for (const ring of this.rings) {
      if (advanceRing(ring, frame.nowMs, frame.isReduced)) isMoving = true;
    }
    if (this.followTouch(mine, frame)) isMoving = true;
    if (this.invite(frame)) isMoving = true;
    let extent = this.layout.radius;
    for (let at = 0; at < this.rings.length; at++) {
      writeRing(this, at, mine, frame, this.data());
      const ring = this.rings[at]!;
      extent = Math.max(extent, ring.outer + 0.2 * ring.amplitude);
    }
    writeInstance(this, extent, mine, frame, instances, offset);
    const follows = this.view.isLive && frame.isPlaying && this.view.phase === undefined;
    this.isDirty = isMoving;
    return isMoving || follows;
  }

  /** Writes the ring that has been pulled off as an instance of its own. */
  writePulled(frame: Frame, from: Float32Array, at: number, to: number): void {
    from.copyWithin(to, at, at + INSTANCE_FLOATS);
    from[to] = (this.x + this.pull.x) * frame.dpr;
    from[to + 1] = (this.y + this.pull.y) * frame.dpr;
    from[to + 7] = this.pull.at;
  }

  /** May a change to `view` be drawn as a swap by the notch? */
  canSwap(view: RifffView, frame: Frame): boolean {
    const isHeard = this.view.isLive && view.isLive && frame.isPlaying && !frame.isReduced;
    const isFixed = this.view.phase !== undefined || view.phase !== undefined;
    const isOther = view.rifff._id !== this.view.rifff._id;
    return isOther && isHeard && !isFixed && this.isVisible && this.phaseNow >= 0;
  }

  /** Begins to come in over what is `going`, which stays until the notch has passed it. */
  beginSwap(going: RifffDrawing, frame: Frame): void {
    const { bps } = this.view.rifff.state;
    const swap = new SwapMotion(Math.max(0, frame.phase), frame.turns, frame.nowMs, 1000 / bps);
    this.swap = swap;
    going.swap = swap;
    going.isGoing = true;
    going.pull.forget();
  }

  /** Moves the change of rifff on. @returns whether it goes on */
  advanceSwap({ phase, turns, nowMs, isPlaying, isReduced }: Frame): boolean {
    const { swap } = this;
    if (!swap) return false;
    const goesOn = isPlaying && !isReduced && swap.advance(phase, turns, nowMs);
    if (!goesOn) this.swap = null;
    return goesOn;
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
    const pulledKey = this.rings[this.pull.at]?.key;
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
    this.pull.at = this.rings.findIndex((ring) => ring.key === pulledKey);
  }

  private phase(frame: Frame): number {
    if (this.sizePx < NOTCH_SIZE_PX || this.rings.length === 0) return -1;
    if (this.view.phase !== undefined) return this.view.phase;
    if (this.swap) return this.swap.phase;
    if (this.view.isLive && (frame.isPlaying || transport.status === 'paused')) {
      return notchPhase(frame.phase, this.beats, frame.isReduced);
    }
    if (!this.view.isInviting || this.inviteMs < 0) return -1;
    const turned = ((frame.nowMs - this.inviteMs) / this.turnMs) % 1;
    return turned;
  }

  /**
   * The first visit: turns silently, a ring thickens and settles. Where less motion is asked for nothing does.
   * @returns whether it goes on
   */
  private invite(frame: Frame): boolean {
    if (!this.view.isInviting || frame.isPlaying || frame.isReduced) {
      this.inviteMs = -1;
      return false;
    }
    if (this.inviteMs < 0) this.inviteMs = frame.nowMs;
    const { ring: at, share } = invitation(frame.nowMs - this.inviteMs, this.rings.length);
    const ring = this.rings[at];
    const place = this.layout.rings[at];
    if (ring && place) {
      const room = this.layout.rings[at + 1]?.pitch ?? place.pitch * 0.5;
      ring.outer += share * Math.min(0.3 * place.pitch, 0.3 * room);
    }
    return true;
  }

  /** Lets the ring under the finger follow it. @returns whether something still moves */
  private followTouch(touch: RingTouch | null, frame: Frame): boolean {
    const at = touch ? this.indexOfMoving(touch.slot) : -1;
    const ring = this.rings[at];
    const isReturning = touch?.mode !== 'pull' && this.pull.letGo(frame.nowMs, frame.isReduced);
    if (!touch || !ring) return isReturning;
    if (touch.mode === 'gain') this.drag(at, touch.gain, frame.nowMs);
    else if (touch.mode === 'pitch') {
      ring.turn = touch.turn;
      ring.fromTurn = touch.turn;
      ring.turnMs = frame.nowMs;
    } else if (touch.mode === 'pull') {
      this.pull.hold(at, touch);
    } else return isReturning;
    return true;
  }

  /** Index in the layout of a slot, or −1; without allocating. */
  indexOfMoving(slot: number): number {
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
}
