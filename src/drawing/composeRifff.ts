/** A rifff at one moment as paints, from the outside in (the look, section 3). What every host draws. */
import { muteLines } from './glyph.ts';
import { gainWeight } from './layout.ts';
import { isSafeTurn } from './model.ts';
import {
  MOST_EDGE,
  type OutlinePose,
  type Paint,
  type PaintList,
  type Swell,
} from './paintList.ts';
import { highestEdge } from './reach.ts';
import {
  coveredRadius,
  inGround,
  numberOf,
  placeRing,
  type RifffPose,
  RingNow,
  reachOf,
} from './ringNow.ts';
import { circleFor } from './ringShapes.ts';
import { TOKENS } from './tokens.ts';

const GROUND = numberOf(TOKENS.ground);
const PAPER = numberOf(TOKENS.paper);
const EDGE = numberOf(TOKENS.edge);
const TAU = 2 * Math.PI;
const MUTED_HATCH_SHARE = 0.62;
const DOT_RIM_PX = 4;
const DASH_PX = 4;

const circlePose: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
const ringPose: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
const swell: Swell = { phase: -1, live: null, row: 0, most: MOST_EDGE };
const ringNow = new RingNow();
const outside = new RingNow();

/** Width of the notch for a rifff of a radius, both in CSS pixels. */
export function notchWidth(radiusPx: number): number {
  return Math.min(26, Math.max(1.5, 0.034 * radiusPx));
}

function circle(list: PaintList, radius: number, ink: number, dpr: number): Paint {
  circlePose.base = radius;
  return list.fill(list.trace(circleFor(radius * dpr), circlePose, null), ink);
}

/** Dashes of so many pixels on and off round a circle, a whole number of them. */
function dash(paint: Paint, radius: number, on: number, off: number): void {
  paint.dashes = Math.max(3, Math.floor((TAU * radius) / (on + off)));
  paint.dashShare = on / (on + off);
}

/** An empty rifff: a dashed circle. */
function composeEmpty(list: PaintList, pose: RifffPose): void {
  const { radius } = pose.layout;
  const line = circle(list, radius, EDGE, pose.dpr);
  line.hole = list.traceHole(line.from, radius - 2);
  dash(line, radius, 8, 8);
}

/** The outline of a muted or coming ring where it hugs the ring inside it, then the gap. */
function composeGap(list: PaintList, pose: RifffPose, at: number): void {
  const valley = Math.max(0, ringPose.base - 1);
  if (outside.isOutlined) {
    const from = list.trace(pose.shapes.get(at, 'outer'), ringPose, swell);
    for (let part = 0; part < outside.parts; part++) {
      if (outside.sounds[part]) continue;
      const line = list.fill(from, outside.ink, valley);
      line.sectorFrom = outside.from[part]!;
      line.sectorTurns = outside.turns[part]!;
    }
    if (outside.isPartial) {
      const line = list.fill(from, outside.ink, valley);
      dash(line, ringPose.base, DASH_PX, DASH_PX);
      notIn(line, outside);
    }
  }
  list.fill(list.trace(pose.shapes.get(at, 'gap'), ringPose, swell), GROUND, valley);
}

/** Only where a ring has not arrived yet. */
function notIn(paint: Paint, ring: RingNow): void {
  if (ring.parts === 0) return;
  paint.sectorFrom = ring.from[0]!;
  paint.sectorTurns = -ring.turns[0]!;
}

function composeKeyline(list: PaintList, pose: RifffPose, at: number): void {
  const isFocus = at === pose.focused;
  if (!isFocus && at !== pose.selected) return;
  const { shapes, layout } = pose;
  const valley = Math.max(0, ringPose.base - 1);
  const last = shapes.get(at, isFocus ? 'focus2' : 'key2');
  list.fill(list.trace(last, ringPose, swell), GROUND, valley);
  const middle = shapes.get(at, isFocus ? 'focus1' : 'key1');
  const paper = list.fill(list.trace(middle, ringPose, swell), PAPER, valley);
  if (isFocus) dash(paper, layout.radius, 0.045 * layout.radius, 0.03 * layout.radius);
  list.fill(list.trace(shapes.get(at, 'key0'), ringPose, swell), GROUND, valley);
}

function composeBody(list: PaintList, pose: RifffPose, at: number): void {
  const { shapes, layout } = pose;
  const edge = list.trace(shapes.get(at, 'edge'), ringPose, swell);
  const inner = coveredRadius(pose, at);
  const whole = list.pointCount;
  if (ringNow.isPartial) {
    list.fill(edge, GROUND, inner);
    const line = list.fill(edge, ringNow.ink, inner);
    dash(line, ringPose.base, DASH_PX, DASH_PX);
    notIn(line, ringNow);
    const inside = list.fill(list.trace(shapes.get(at, 'line'), ringPose, swell), GROUND, inner);
    notIn(inside, ringNow);
  }
  for (let part = 0; part < ringNow.parts; part++) {
    const body = list.fill(edge, ringNow.ink, inner);
    body.count = whole - edge;
    body.sectorFrom = ringNow.from[part]!;
    body.sectorTurns = ringNow.turns[part]!;
    if (ringNow.sounds[part]) composeSounding(pose, at, body);
    else composeMuted(list, pose, at, body);
  }
  if (!ringNow.isOn && at === 0 && layout.hole > 0) {
    const { outline } = muteLines(layout.radius);
    const away = layout.hole + layout.gap;
    circle(list, away + outline, ringNow.ink, pose.dpr);
    circle(list, away - outline, GROUND, pose.dpr);
  }
}

/** The notch cuts what sounds: not a ring that a solo has silenced. */
function composeSounding(pose: RifffPose, at: number, body: Paint): void {
  const { layout, rings, failed, isUnsent } = pose;
  body.isCut = rings[at]!.dim < 0.5;
  if (!isUnsent && !failed.includes(layout.rings[at]!.slot)) return;
  const { step } = muteLines(layout.radius);
  body.hatch = GROUND;
  body.hatchWidth = 0.5 * step;
  body.hatchStep = 1.5 * step;
}

function composeMuted(list: PaintList, pose: RifffPose, at: number, body: Paint): void {
  const { hatch, step } = muteLines(pose.layout.radius);
  const from = list.trace(pose.shapes.get(at, 'line'), ringPose, null);
  const inside = list.fill(from, GROUND, body.inner);
  inside.sectorFrom = body.sectorFrom;
  inside.sectorTurns = body.sectorTurns;
  inside.hatch = inGround(ringNow.ink, MUTED_HATCH_SHARE);
  inside.hatchWidth = hatch;
  inside.hatchStep = step;
}

/** The edge that a dragged ring had, as a dashed line. */
function composeOldEdge(list: PaintList, pose: RifffPose): void {
  const { layout, dragged, startGain } = pose;
  const place = layout.rings[dragged];
  if (!place) return;
  const pitch = ((layout.radius - layout.hole) * gainWeight(startGain)) / layout.weight;
  ringPose.amplitude = (place.amplitude * pitch) / place.pitch;
  ringPose.base = place.outer - place.pitch + pitch - ringPose.amplitude;
  ringPose.turn = 0;
  const line = list.fill(list.trace(pose.shapes.get(dragged, 'oldOut'), ringPose, null), GROUND);
  line.hole = list.traceUnder(line, pose.shapes.get(dragged, 'oldIn'), ringPose);
  dash(line, layout.radius, 5, 5);
}

function composeDot(list: PaintList, pose: RifffPose): void {
  if (pose.dotRadius <= 0) return;
  for (let rim = DOT_RIM_PX; rim >= 0; rim -= DOT_RIM_PX) {
    const dot = circle(list, pose.dotRadius + rim, rim > 0 ? GROUND : PAPER, pose.dpr);
    dot.x = pose.dotX;
    dot.y = pose.dotY;
    const far = Math.hypot(dot.x, dot.y) + pose.dotRadius + rim;
    list.extent = Math.max(list.extent, far);
  }
}

/** Where the ring swells, by the sound of its own slot. */
function aim(pose: RifffPose, at: number): void {
  placeRing(pose, at, ringPose);
  swell.phase = ringNow.isOn && isSafeTurn(pose.model) ? pose.phase : -1;
  swell.row = pose.layout.rings[at]!.slot;
  swell.live = pose.spectrum;
  const { base, amplitude } = ringPose;
  swell.most = highestEdge(reachOf(pose, at) - base - amplitude, amplitude);
}

/** Makes the list of a rifff at this moment. Allocates nothing while nothing but time changes. */
export function composeRifff(list: PaintList, pose: RifffPose): void {
  list.begin(pose.phase, notchWidth(pose.layout.radius), GROUND);
  if (pose.rings.length === 0) composeEmpty(list, pose);
  else composeRings(list, pose);
}

/** Adds the rings of a rifff, of which there is at least one, to a list. */
export function composeRings(list: PaintList, pose: RifffPose): void {
  const { rings, layout } = pose;
  for (let at = rings.length - 1; at >= 0; at--) {
    const isLast = at === rings.length - 1;
    ringNow.read(pose, at);
    aim(pose, at);
    if (!isLast) {
      outside.read(pose, at + 1);
      composeGap(list, pose, at);
    } else if (pose.bitePx > 0) {
      list.fill(
        list.trace(pose.shapes.get(at, 'bite'), ringPose, swell),
        GROUND,
        ringPose.base - 1,
      );
    }
    composeKeyline(list, pose, at);
    composeBody(list, pose, at);
  }
  if (layout.hole >= 0.5) circle(list, layout.hole, GROUND, pose.dpr);
  composeOldEdge(list, pose);
  composeDot(list, pose);
}

/** The ring that has been pulled off, alone, with a rim of ground. */
export function composePulled(list: PaintList, pose: RifffPose, isOverBin: boolean): void {
  const at = pose.pulled;
  const { shapes, layout } = pose;
  list.begin(-1, 0);
  if (!pose.rings[at]) return;
  ringNow.read(pose, at);
  placeRing(pose, at, ringPose);
  const gap = list.fill(list.trace(shapes.get(at, 'gap'), ringPose, null), GROUND);
  const edge = shapes.get(at, 'edge');
  const body = list.fill(
    list.trace(edge, ringPose, null),
    ringNow.isOn ? ringNow.ink : inGround(ringNow.ink, 0.5),
  );
  if (isOverBin) {
    const { step } = muteLines(layout.radius);
    body.hatch = GROUND;
    body.hatchWidth = 3;
    body.hatchStep = 3 * step;
  }
  if (at === 0) {
    gap.hole = list.traceHole(gap.from, Math.max(0, layout.hole - layout.gap), gap.count);
    body.hole = list.traceHole(body.from, layout.hole, body.count);
    return;
  }
  placeRing(pose, at - 1, ringPose);
  gap.hole = list.traceUnder(gap, shapes.get(at - 1, 'edge'), ringPose);
  body.hole = list.traceUnder(body, shapes.get(at - 1, 'gap'), ringPose);
}
