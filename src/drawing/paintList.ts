/**
 * What a rifff looks like at one moment, as shapes to be filled one over the other: the only thing that a host is
 * given. Points are CSS pixels from the rifff's centre, x right and y down. Kept and filled anew; a frame allocates
 * nothing once the list has been as long before.
 */
import type { PolarOutline } from './polar.ts';

/** One filled shape: a polygon that is seen whole from its own centre, or the band between two of them. */
export interface Paint {
  /** First point and number of points, from twelve o'clock to twelve o'clock, where the edge may jump. */
  from: number;
  count: number;
  /** First point of the hole, which has as many points at the same angles, or −1. */
  hole: number;
  /** Centre of the polygon. */
  x: number;
  y: number;
  /** Later paints cover everything inside this radius: a host may leave it out. */
  inner: number;
  /** `0xRRGGBB`. */
  ink: number;
  /** Lines at 45° over the ink: their colour or −1, their width and their distance along x. */
  hatch: number;
  hatchWidth: number;
  hatchStep: number;
  /** Part of the circle that is filled: from, and how many turns. 0 fills all, a negative number all but that. */
  sectorFrom: number;
  sectorTurns: number;
  /** Dashes round the circle, 0 for none, and the share of each that is filled. */
  dashes: number;
  dashShare: number;
  /** How far the outline has been turned, clockwise: dashes turn with it, sectors do not. */
  turn: number;
  /** Does the notch cut it? */
  isCut: boolean;
}

/** A place on the circle and what grows there: behind the notch edges swell. */
export interface Swell {
  /** Turns, or −1 for none. */
  phase: number;
  /** Rows of 512 magnitudes 0–255 and the ring's own row, or null where nothing is heard live. */
  live: Uint8Array | null;
  row: number;
  /** Highest edge that it makes, `MOST_EDGE` where there is room for it. */
  most: number;
}

/** Where and how thick an outline is now, in CSS pixels. */
export interface OutlinePose {
  /** Radius of an edge of 0, and how much farther out an edge of 1 lies. */
  base: number;
  amplitude: number;
  /** Turned clockwise by so many turns. */
  turn: number;
}

/** How far behind the notch the edge swells, in turns to a fall by e, and where it is over (the look, section 3.6). */
const SWELL_TURNS = 0.022;
const SWELL_REACH = 8;
const SWELL_SHARE = 0.34;
/** Highest edge behind the notch. */
export const MOST_EDGE = 1.18;
/** Longest step between two points of a swell, in turns. */
const SWELL_STEP = 0.005;

/** Magnitudes of a spectrum. */
const BINS = 512;
const TAU = 2 * Math.PI;
const fraction = (x: number) => x - Math.floor(x);

/** The outline that is being traced. */
const now = {
  base: 0,
  amplitude: 0,
  phase: 0,
  row: 0,
  most: MOST_EDGE,
  live: null as Uint8Array | null,
};

/**
 * What functions of a trace hand each other, in this order: as arguments these numbers would be boxed wherever a call is
 * not inlined, some hundred times a frame.
 */
const hand = new Float64Array(5);
const [TURN, EDGE, X, Y, RADIUS] = [0, 1, 2, 3, 4] as const;

/** How far the turn in `hand` lies behind the notch, in units of the swell. */
const behind = () => fraction(now.phase - hand[TURN]!) / SWELL_TURNS;

/** Makes the edge in `hand` what it is there, where that is behind the notch. */
function swellEdge(): void {
  const far = behind();
  if (far >= SWELL_REACH) return;
  const edge = hand[EDGE]!;
  const loud = now.live
    ? now.live[now.row * BINS + (Math.floor(2 + 30 * far * far) & (BINS - 1))]! / 255
    : 0;
  const grown = edge + SWELL_SHARE * (1 + 0.5 * loud) * (0.4 + edge) * Math.exp(-far);
  hand[EDGE] = Math.min(Math.max(edge, now.most), grown);
}

const createPaint = (): Paint => ({
  from: 0,
  count: 0,
  hole: -1,
  x: 0,
  y: 0,
  inner: 0,
  ink: 0,
  hatch: -1,
  hatchWidth: 0,
  hatchStep: 8,
  sectorFrom: 0,
  sectorTurns: 0,
  dashes: 0,
  dashShare: 1,
  turn: 0,
  isCut: false,
});

/** A notch at the very end of a part, as of a ring that arrives, is in it, in turns. */
const AT_END = 1e-4;

/** Does a notch at a phase cut this paint? Where only a part of the circle is filled, it has to stand in that. */
export function isNotchIn({ isCut, sectorFrom, sectorTurns }: Paint, phase: number): boolean {
  if (!isCut || phase < 0) return false;
  if (sectorTurns === 0) return true;
  const more = sectorTurns > 0 ? AT_END : -AT_END;
  const isInside = fraction(phase - sectorFrom + more) < Math.abs(sectorTurns) + 2 * more;
  return isInside === sectorTurns > 0;
}

/** Lets a paint lie where another one does and be filled as that is: all but its points, its ink and its notch. */
export function copyFill(to: Paint, of: Paint): void {
  to.x = of.x;
  to.y = of.y;
  to.hatch = of.hatch;
  to.hatchWidth = of.hatchWidth;
  to.hatchStep = of.hatchStep;
  to.sectorFrom = of.sectorFrom;
  to.sectorTurns = of.sectorTurns;
  to.dashes = of.dashes;
  to.dashShare = of.dashShare;
  to.turn = of.turn;
}

export class PaintList {
  /** x and y of every point. */
  points = new Float32Array(2 * 2048);
  /** Turns of every point, before its shape was turned. */
  turns = new Float32Array(2048);
  pointCount = 0;
  /** The first `size` of these are in use. */
  readonly paints: Paint[] = [];
  size = 0;
  /** Phase of the notch in turns or −1, its width in CSS pixels, and what is seen in it, as `0xRRGGBB`. */
  phase = -1;
  notchWidth = 0;
  notchInk = 0;
  /** Farthest point from the rifff's centre, in CSS pixels. */
  extent = 0;
  /** Part of the circle that is drawn at all, as in `Paint`: for a change of rifff. */
  clipFrom = 0;
  clipTurns = 0;
  /** Is the ground to be left out, where it lies over inks too? */
  isClear = false;
  /** Points of the longest shape. */
  longest = 0;
  /** Turn of the outline that was traced last. */
  private traced = 0;

  /** Begins a new picture. @param notchInk what lies behind the picture, which is seen in its notch */
  begin(phase: number, notchWidth: number, notchInk = 0): void {
    this.pointCount = 0;
    this.size = 0;
    this.phase = phase;
    this.notchWidth = notchWidth;
    this.notchInk = notchInk;
    this.extent = 0;
    this.longest = 0;
    this.clipFrom = 0;
    this.clipTurns = 0;
    this.isClear = false;
  }

  /** Adds a paint of the points from `from` to the last one, round the rifff's centre. */
  fill(from: number, ink: number, inner = 0): Paint {
    let paint = this.paints[this.size];
    if (!paint) {
      paint = createPaint();
      this.paints.push(paint);
    }
    this.size += 1;
    paint.from = from;
    paint.count = this.pointCount - from;
    paint.ink = ink;
    paint.inner = inner;
    return this.reset(paint);
  }

  /** Adds a paint of the same points as another one. */
  again(other: Paint, ink: number): Paint {
    const paint = this.fill(other.from, ink, other.inner);
    paint.count = other.count;
    return paint;
  }

  private reset(paint: Paint): Paint {
    paint.hole = -1;
    paint.x = 0;
    paint.y = 0;
    paint.hatch = -1;
    paint.sectorFrom = 0;
    paint.sectorTurns = 0;
    paint.dashes = 0;
    paint.dashShare = 1;
    paint.turn = this.traced;
    paint.isCut = false;
    if (paint.count > this.longest) this.longest = paint.count;
    return paint;
  }

  /**
   * Adds the points of an outline where it is now.
   *
   * @param swell where it swells, or null
   * @returns index of its first point
   */
  trace(outline: PolarOutline, pose: OutlinePose, swell: Swell | null): number {
    const from = this.pointCount;
    this.traced = pose.turn;
    // A swell adds points behind the notch, and two at it.
    this.reserve(outline.count + Math.ceil((SWELL_REACH * SWELL_TURNS) / SWELL_STEP) + 8);
    if (swell && swell.phase >= 0) this.traceSwollen(outline, pose, swell);
    else this.tracePlain(outline, pose);
    if (pose.turn !== 0) this.rotate(from, pose.turn);
    return from;
  }

  private tracePlain(outline: PolarOutline, pose: OutlinePose): void {
    const { count, turns, x, y, edge, away } = outline;
    const { points } = this;
    const base = pose.base;
    let to = this.pointCount;
    let extent = this.extent;
    for (let at = 0; at < count; at++) {
      const radius = Math.max(0, base + pose.amplitude * edge[at]! + away[at]!);
      if (radius > extent) extent = radius;
      points[2 * to] = x[at]! * radius;
      points[2 * to + 1] = y[at]! * radius;
      this.turns[to] = turns[at]!;
      to += 1;
    }
    this.extent = extent;
    this.pointCount = to;
  }

  private traceSwollen(outline: PolarOutline, pose: OutlinePose, swell: Swell): void {
    const { count, turns, x, y, edge, away } = outline;
    now.base = pose.base;
    now.amplitude = pose.amplitude;
    now.live = swell.live;
    now.row = swell.row;
    now.most = swell.most;
    now.phase = fraction(swell.phase - pose.turn);
    let wasBehind = false;
    for (let at = 0; at < count; at++) {
      hand[TURN] = turns[at]!;
      const isNear = behind() < SWELL_REACH;
      if (at > 0 && (isNear || wasBehind) && turns[at]! > turns[at - 1]!)
        this.traceBetween(outline, at);
      wasBehind = isNear;
      hand[TURN] = turns[at]!;
      hand[EDGE] = edge[at]!;
      if (isNear) swellEdge();
      hand[X] = x[at]!;
      hand[Y] = y[at]!;
      hand[RADIUS] = now.base + now.amplitude * hand[EDGE]! + away[at]!;
      this.put();
    }
  }

  /** Points between one of an outline and the one before it, behind the notch and on both sides of it. */
  private traceBetween(outline: PolarOutline, at: number): void {
    const before = outline.turns[at - 1]!;
    const step = outline.turns[at]! - before;
    const parts = Math.ceil(step / SWELL_STEP);
    const notch = (now.phase - before) / step;
    let isAhead = !(notch > 0 && notch < 1);
    for (let part = 1; part <= parts; part++) {
      const share = part / parts;
      if (!isAhead && notch <= share) {
        hand[TURN] = now.phase;
        this.putBetween(outline, at, true);
        hand[TURN] = now.phase;
        this.putBetween(outline, at, false);
        isAhead = true;
      }
      if (part === parts) break;
      hand[TURN] = before + step * share;
      this.putBetween(outline, at, true);
    }
  }

  /** Adds the point at the turn in `hand`, between two of an outline. */
  private putBetween({ turns, edge, away }: PolarOutline, at: number, swells: boolean): void {
    const share = (hand[TURN]! - turns[at - 1]!) / (turns[at]! - turns[at - 1]!);
    hand[EDGE] = edge[at - 1]! + (edge[at]! - edge[at - 1]!) * share;
    if (swells) swellEdge();
    const out = away[at - 1]! + (away[at]! - away[at - 1]!) * share;
    hand[X] = Math.sin(hand[TURN]! * TAU);
    hand[Y] = -Math.cos(hand[TURN]! * TAU);
    hand[RADIUS] = now.base + now.amplitude * hand[EDGE]! + out;
    this.put();
  }

  /** Adds the point in `hand`. */
  private put(): void {
    const to = this.pointCount;
    const radius = Math.max(0, hand[RADIUS]!);
    if (2 * to + 2 > this.points.length) this.reserve(64);
    this.points[2 * to] = hand[X]! * radius;
    this.points[2 * to + 1] = hand[Y]! * radius;
    this.turns[to] = hand[TURN]!;
    if (radius > this.extent) this.extent = radius;
    this.pointCount = to + 1;
  }

  /** Adds the point at a turn and so far out. */
  private putAt(turn: number, radius: number): void {
    hand[TURN] = turn;
    hand[X] = Math.sin(turn * TAU);
    hand[Y] = -Math.cos(turn * TAU);
    hand[RADIUS] = radius;
    this.put();
  }

  /** Adds, for each of the points from `from` on, one at the same angle with this radius. @returns the first */
  traceHole(from: number, radius: number, count = this.pointCount - from): number {
    const hole = this.pointCount;
    this.reserve(count);
    for (let at = 0; at < count; at++) {
      this.putAt(this.turns[from + at]!, radius);
    }
    return hole;
  }

  /** Adds, for each point of a paint, the one of another outline at the same angle. @returns the first */
  traceUnder({ from, count }: Paint, outline: PolarOutline, pose: OutlinePose): number {
    const hole = this.pointCount;
    this.reserve(count);
    let next = 0;
    for (let at = 0; at < count; at++) {
      const turn = this.turns[from + at]!;
      while (next < outline.count - 1 && outline.turns[next]! < turn) next += 1;
      const last = Math.max(0, next - 1);
      const step = outline.turns[next]! - outline.turns[last]!;
      const share = step > 0 ? (turn - outline.turns[last]!) / step : 0;
      const edge = outline.edge[last]! + (outline.edge[next]! - outline.edge[last]!) * share;
      const away = outline.away[last]! + (outline.away[next]! - outline.away[last]!) * share;
      this.putAt(turn, pose.base + pose.amplitude * edge + away);
    }
    return hole;
  }

  private rotate(from: number, turn: number): void {
    const sine = Math.sin(turn * TAU);
    const cosine = Math.cos(turn * TAU);
    const { points } = this;
    for (let at = from; at < this.pointCount; at++) {
      const x = points[2 * at]!;
      const y = points[2 * at + 1]!;
      points[2 * at] = x * cosine - y * sine;
      points[2 * at + 1] = x * sine + y * cosine;
    }
  }

  /** Makes room for so many more points. */
  reserve(count: number): void {
    const need = this.pointCount + count;
    if (need <= this.turns.length) return;
    const room = Math.max(need, 2 * this.turns.length);
    const points = new Float32Array(2 * room);
    points.set(this.points);
    this.points = points;
    const turns = new Float32Array(room);
    turns.set(this.turns);
    this.turns = turns;
  }
}
