/**
 * Touches of rings by people in the room, as traces that leave: a stroke of paper along the ring, which grows thinner and
 * shorter until it is gone. Energy is geometry here too, so nothing is transparent.
 */
import type { PaintList } from '../paintList.ts';
import { numberOf, type RifffPose } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import type { RoomTouch } from './room.ts';
import { arc, disc, turnX, turnY } from './stamp.ts';

const PAPER = numberOf(TOKENS.paper);
const GROUND = numberOf(TOKENS.ground);

/** How long a trace is seen, in milliseconds. */
export const TRACE_MS = 1800;
/** Traces kept; the oldest makes room. A frame draws no more than this. */
export const MOST_TRACES = 24;
/** A fresh trace: its length in turns, its width and the radius of its head as shares of the ring's pitch, the most, the rim. */
const STROKE = { length: 0.035, widthShare: 0.16, mostPx: 7, rimPx: 2 };

interface Trace {
  rifffId: string;
  slot: number;
  turn: number;
  depth: number;
  atMs: number;
}

/** The last touches of a room. */
export class Traces {
  private readonly kept: Trace[] = Array.from({ length: MOST_TRACES }, () => ({
    rifffId: '',
    slot: 0,
    turn: 0,
    depth: 0,
    atMs: Number.NEGATIVE_INFINITY,
  }));
  private next = 0;

  /** Takes a touch. @param atMs when it was, by the clock that `compose` is given */
  add({ rifffId, slot, turn, depth }: RoomTouch, atMs: number): void {
    const trace = this.kept[this.next]!;
    this.next = (this.next + 1) % MOST_TRACES;
    trace.rifffId = rifffId;
    trace.slot = slot;
    trace.turn = turn;
    trace.depth = depth;
    trace.atMs = atMs;
  }

  /** Draws what is left of them on the rings of a rifff. @returns whether any will be there in the next frame */
  compose(list: PaintList, pose: RifffPose, rifffId: string, nowMs: number): boolean {
    let isMoving = false;
    // Oldest first, so that the newest lies on top.
    for (let step = 0; step < MOST_TRACES; step++) {
      const trace = this.kept[(this.next + step) % MOST_TRACES]!;
      const age = (nowMs - trace.atMs) / TRACE_MS;
      if (!(age >= 0 && age < 1) || trace.rifffId !== rifffId) continue;
      isMoving = true;
      composeTrace(list, pose, trace, age);
    }
    return isMoving;
  }
}

/** Index in the layout of a slot, or −1; without allocating. */
function indexOf(pose: RifffPose, slot: number): number {
  for (let at = 0; at < pose.layout.rings.length; at++) {
    if (pose.layout.rings[at]!.slot === slot) return at;
  }
  return -1;
}

function composeTrace(list: PaintList, pose: RifffPose, trace: Trace, age: number): void {
  const at = indexOf(pose, trace.slot);
  const place = pose.layout.rings[at];
  const ring = pose.rings[at];
  if (!place || !ring) return;
  const left = (1 - age) ** 2;
  const width = Math.min(STROKE.mostPx, STROKE.widthShare * place.pitch) * left;
  if (width < 0.4) return;
  const radius = ring.outer - place.pitch * (1 - trace.depth);
  const length = STROKE.length * (0.35 + 0.65 * left);
  const from = trace.turn - length;
  const rim = STROKE.rimPx / (2 * Math.PI * Math.max(1, radius));
  arc(list, radius, width + 2 * STROKE.rimPx, from - rim, length + rim, GROUND, pose.dpr);
  arc(list, radius, width, from, length, PAPER, pose.dpr);
  const x = turnX(trace.turn, radius);
  const y = turnY(trace.turn, radius);
  disc(list, x, y, width + STROKE.rimPx, GROUND, pose.dpr);
  disc(list, x, y, width, PAPER, pose.dpr);
}
