/** One rifff on the page: its layout, what moves in it, and its present state for the host that draws it. */
import { transport } from '../../audio/state/transport.ts';
import { categoryOf } from '../../data/contract/categories.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import type { RifffView } from '../../data/stores/places.ts';
import type { RingTouch } from '../../data/stores/touch.ts';
import { edgeAt } from '../../drawing/knives.ts';
import { layoutRings } from '../../drawing/layout.ts';
import { rifffModel } from '../../drawing/model.ts';
import { arrived, invitation, notchPhase } from '../../drawing/motion.ts';
import { ringCells } from '../../drawing/outline.ts';
import { PlainPose } from '../../drawing/plainPose.ts';
import { dragRings } from '../../drawing/reach.ts';
import {
  advanceRing,
  createRingMotion,
  dimRing,
  moveRing,
  muteRing,
  type RingMotion,
} from '../../drawing/ringMotion.ts';
import { keylinePx } from '../../drawing/ringShapes.ts';
import { PullMotion } from './pullMotion.ts';
import { SwapMotion } from './swapMotion.ts';

/** What is the same for all rifffs in a frame. */
export interface Frame {
  nowMs: number;
  /** Phase of the sound, or −1 where nothing has been played. */
  phase: number;
  turns: number;
  isPlaying: boolean;
  /** Is it held in the middle? */
  isPaused: boolean;
  /** Is it what a list plays? */
  isList: boolean;
  isReduced: boolean;
  dpr: number;
  /** Size of the window in CSS pixels. */
  width: number;
  height: number;
  /** Rows of 512 magnitudes by slot. */
  spectrum: Uint8Array;
}

/** Below this size there is no notch. */
const NOTCH_SIZE_PX = 96;
/** Where the handle of a selected ring stands, in turns. */
const HANDLE_TURNS = 1 / 6;
const DOT_RADIUS_PX = 11;
/** Smallest rifff whose selected ring has a handle, as its radius. */
const HANDLE_RADIUS_PX = 60;
/** What the outermost ring has round it when it invites, of its pitch. */
const INVITED_SHARE = 0.2;
const NO_SLOTS: readonly number[] = [];

/** A rifff in its place. */
export class RifffDrawing extends PlainPose {
  readonly id: string;
  view: RifffView;
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
  private beats = 32;
  private turnMs = 8000;
  private inviteMs = -1;
  /** Edge of the selected ring where its handle stands, 0–1. */
  private handleEdge = 1;

  constructor(id: string, view: RifffView) {
    super();
    this.id = id;
    this.view = view;
  }

  /** Does the place show something else than was taken last? */
  isStale(view: RifffView, sizePx: number, dpr: number): boolean {
    return this.shown !== view || this.sizePx !== sizePx || this.dpr !== dpr;
  }

  /** Takes what the place shows now, and its size in CSS pixels. */
  show(view: RifffView, sizePx: number, nowMs: number, frame: Frame): void {
    const isSame = view.rifff === this.view.rifff && this.model.rings.length > 0;
    const isResized = sizePx !== this.sizePx;
    const isOther = view.rifff._id !== this.view.rifff._id;
    this.view = view;
    this.shown = view;
    this.dpr = frame.dpr;
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
    this.layout = layoutRings(this.model.rings, radius, {
      isEditor: view.isEditor,
      sizePx,
      character: this.model.character,
    });
    this.matchRings(isResized || isOther, nowMs);
    this.bitePx = view.bitePx ?? 0;
    // A place that is larger than the window is cropped on purpose.
    const isCropped = sizePx > Math.min(frame.width, frame.height);
    this.reachPx = isCropped ? Number.POSITIVE_INFINITY : sizePx / 2;
    this.isUnsent = view.isUnsent === true;
    this.shapes.update(this.model, this.layout, this.bitePx, this.dpr);
    this.selected = this.indexOf(view.selected ?? -1);
    this.focused = this.indexOf(view.focused ?? -1);
    this.handleEdge = this.edgeOf(this.selected);
  }

  /**
   * Moves to the present moment.
   * @returns whether another frame is needed
   */
  update(frame: Frame, touch: RingTouch): boolean {
    const mine = touch.placeId === this.id && !this.isGoing ? touch : null;
    let isMoving = this.advanceSwap(frame);
    this.readFrame(frame);
    // By index, as in `isArriving`.
    for (let at = 0; at < this.rings.length; at++) {
      const ring = this.rings[at]!;
      if (advanceRing(ring, frame.nowMs, frame.isReduced)) isMoving = true;
      this.advanceArrival(ring, frame);
    }
    if (this.followTouch(mine, frame)) isMoving = true;
    if (this.invite(frame)) isMoving = true;
    this.pulled = this.pull.at;
    this.placeDot(mine);
    this.isDirty = isMoving;
    return isMoving || this.follows(frame);
  }

  /** Is the sound its own? */
  private hears(frame: Frame): boolean {
    return this.view.isLive && (this.view.isListed === true) === frame.isList;
  }

  /** Does it change with the sound? Small ones without a notch do not, once every ring has arrived. */
  follows(frame: Frame): boolean {
    const isHeard = this.hears(frame) && frame.isPlaying && this.view.phase === undefined;
    return isHeard && (this.sizePx >= NOTCH_SIZE_PX || this.isArriving);
  }

  private readFrame(frame: Frame): void {
    const { view } = this;
    const isHeard = this.hears(frame) && frame.isPlaying;
    this.phase = this.phaseIn(frame);
    this.isLive = view.phase !== undefined || isHeard;
    this.spectrum = isHeard ? frame.spectrum : null;
    this.nowMs = frame.nowMs;
    this.isReduced = frame.isReduced;
    this.turns = frame.turns;
    this.arrivedShare = view.phase ?? -1;
    this.failed = view.isLive && !view.isListed ? transport.failedSlots : NO_SLOTS;
  }

  /** A ring that arrives begins when the music plays, and has arrived when the notch has been all round. */
  private advanceArrival(ring: RingMotion, frame: Frame): void {
    if (ring.hasArrived || this.view.phase !== undefined) return;
    if (!this.hears(frame) || !frame.isPlaying) return;
    if (ring.arriveTurns < 0) ring.arriveTurns = frame.turns;
    if (arrived(frame.turns, ring.arriveTurns, frame.isReduced) >= 1) ring.hasArrived = true;
  }

  /** Is any ring still being cut in? */
  get isArriving(): boolean {
    // By index: asked of every rifff in every frame, an iterator each would be kilobytes.
    for (let at = 0; at < this.rings.length; at++) if (!this.rings[at]!.hasArrived) return true;
    return false;
  }

  /** The touch dot: under the finger, else the handle of the selected ring. */
  private placeDot(touch: RingTouch | null): void {
    this.dotRadius = 0;
    this.dragged = touch?.mode === 'gain' ? this.indexOfMoving(touch.slot) : -1;
    this.startGain = touch?.startGain ?? 1;
    if (touch && (touch.mode === 'gain' || touch.mode === 'pitch')) {
      this.dotX = touch.x - this.x;
      this.dotY = touch.y - this.y;
      this.dotRadius = DOT_RADIUS_PX;
      return;
    }
    const ring = this.rings[this.selected];
    if (!ring || this.layout.radius < HANDLE_RADIUS_PX) return;
    const edge = ring.outer - ring.amplitude * (1 - this.handleEdge);
    this.dotX = Math.sin(HANDLE_TURNS * 2 * Math.PI) * edge;
    this.dotY = -Math.cos(HANDLE_TURNS * 2 * Math.PI) * edge;
    this.dotRadius = DOT_RADIUS_PX;
  }

  /** May a change to `view` be drawn as a swap by the notch? */
  canSwap(view: RifffView, frame: Frame): boolean {
    const isLive = this.hears(frame) && view.isLive && view.isListed === this.view.isListed;
    const isHeard = isLive && frame.isPlaying && !frame.isReduced;
    const isFixed = this.view.phase !== undefined || view.phase !== undefined;
    const isOther = view.rifff._id !== this.view.rifff._id;
    return isOther && isHeard && !isFixed && this.isVisible && this.phase >= 0;
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
    this.rings.length = 0;
    this.layout.rings.forEach((place) => {
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
      muteRing(motion, ring.isOn, this.phase, nowMs);
      dimRing(motion, dim, nowMs);
      if (!this.view.arriving?.includes(place.slot)) motion.hasArrived = true;
      else if (!known) motion.hasArrived = false;
      this.rings.push(motion);
    });
    this.pull.at = this.rings.findIndex((ring) => ring.key === pulledKey);
  }

  private phaseIn(frame: Frame): number {
    if (this.sizePx < NOTCH_SIZE_PX || this.rings.length === 0) return -1;
    if (this.view.phase !== undefined) return this.view.phase;
    if (this.swap) return this.swap.phase;
    if (this.hears(frame) && (frame.isPlaying || frame.isPaused)) {
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
      const room = this.layout.rings[at + 1]?.pitch ?? INVITED_SHARE * place.pitch;
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
    if (touch.mode === 'gain') this.drag(at, touch.gain, frame);
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
  private indexOfMoving(slot: number): number {
    for (let at = 0; at < this.layout.rings.length; at++) {
      if (this.layout.rings[at]!.slot === slot) return at;
    }
    return -1;
  }

  /** Gives a ring the thickness of a gain, as far as the window has room round the place. */
  private drag(at: number, gain: number, { width, height, nowMs }: Frame): void {
    const { x, y, layout, sizePx } = this;
    const roomPx = Math.max(sizePx / 2, Math.min(x, y, width - x, height - y));
    const mostPx = roomPx - keylinePx(layout.gap, true);
    dragRings(this.rings, layout, at, gain, mostPx, nowMs);
  }
}
