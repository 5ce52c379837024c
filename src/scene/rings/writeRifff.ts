/** The numbers that the shader is given for a rifff: its rings' texels and its instance. */
import { transport } from '../../audio/state/transport.ts';
import type { RingTouch } from '../../data/stores/touch.ts';
import { gainWeight } from '../../drawing/layout.ts';
import { arrived, LEVEL_SHARE, muteReach } from '../../drawing/motion.ts';
import type { RingMotion } from '../../drawing/ringMotion.ts';
import { inkIndex } from '../../drawing/tokens.ts';
import { RING_FLOATS } from './dataTextures.ts';
import { type Frame, HANDLE_TURNS, type RifffDrawing } from './rifffDrawing.ts';

/** Phase that tells the shader to follow the sound. */
const FOLLOW = -2;
const DOT_RADIUS_PX = 11;
/** State of a ring that is pulled off, alone and over the bin; the shader reads it in `mark.z`. */
const PULLED = 4;
const OVER_BIN = 5;

/** Writes what the shader needs to know of a ring. */
export function writeRing(
  drawing: RifffDrawing,
  at: number,
  touch: RingTouch | null,
  frame: Frame,
  data: Float32Array,
): void {
  const ring = drawing.rings[at]!;
  const place = drawing.layout.rings[at]!;
  const model = drawing.model.rings[place.index]!;
  const { radius } = drawing.layout;
  const to = drawing.row * 8 * RING_FLOATS + at * RING_FLOATS;
  data[to] = (ring.outer - ring.amplitude) / radius;
  data[to + 1] = ring.amplitude / radius;
  data[to + 2] = inkIndex(model.category);
  const reach = muteReach(frame.nowMs, ring.muteMs, frame.isReduced);
  const isMuted = ring.isOn ? 0 : 1;
  data[to + 4] = isMuted;
  data[to + 5] = reach < 0.5 ? 1 - isMuted : isMuted;
  data[to + 6] = reach;
  data[to + 7] = ring.muteFrom;
  const { view } = drawing;
  const isSelected = view.selected === place.slot && drawing.rows.selected !== null;
  const isFocused = view.focused === place.slot && drawing.rows.focused !== null;
  const hasFailed = view.isLive && transport.failedSlots.includes(place.slot);
  const isHatched = hasFailed || view.isUnsent === true;
  const isPulled = drawing.pull.at === at;
  data[to + 8] = ring.dim;
  data[to + 9] = isFocused ? 2 : isSelected ? 1 : 0;
  data[to + 10] = isPulled ? (touch?.isOverBin ? OVER_BIN : PULLED) : isHatched ? 1 : 0;
  data[to + 11] = ring.turn / (2 * Math.PI);
  data[to + 3] =
    (ring.outer + 0.19 * ring.amplitude + reachPx(drawing, at, isSelected || isFocused)) / radius;
  const part = drawing.rows.rings[at]!.part;
  const key = (isFocused ? drawing.rows.focused : drawing.rows.selected)?.part ?? part;
  data[to + 12] = part.x;
  data[to + 13] = part.y;
  data[to + 14] = key.x;
  data[to + 15] = key.y;
  writeArrival(drawing, ring, data, to + 16, frame);
  const isDragged = touch?.mode === 'gain' && touch.slot === place.slot;
  writeOldEdge(drawing, at, isDragged ? touch.startGain : -1, data, to + 18);
  data[to + 20] = (LEVEL_SHARE * place.pitch) / radius;
  data[to + 21] = model.repeats;
  data[to + 22] = drawing.row * 8 + at;
  data[to + 23] = place.slot;
}

/** How far outside its highest edge a ring still paints, in CSS pixels. */
function reachPx(drawing: RifffDrawing, at: number, hasKeyline: boolean): number {
  const { gap } = drawing.layout;
  const outline = at === drawing.rings.length - 1 ? (drawing.view.bitePx ?? 0) : 0;
  const line = gap + drawing.lines.outline;
  return Math.max(line, outline, hasKeyline ? drawing.keylinePx : 0) + 2;
}

function writeArrival(
  drawing: RifffDrawing,
  ring: RingMotion,
  data: Float32Array,
  to: number,
  frame: Frame,
): void {
  data[to] = 0;
  data[to + 1] = 2;
  if (ring.hasArrived) return;
  if (drawing.view.phase !== undefined) {
    data[to + 1] = drawing.view.phase;
    return;
  }
  if (!drawing.view.isLive || !frame.isPlaying) return;
  if (ring.arriveTurns < 0) ring.arriveTurns = frame.turns;
  const share = arrived(frame.turns, ring.arriveTurns, frame.isReduced);
  if (share >= 1) ring.hasArrived = true;
  else {
    data[to] = ring.arriveTurns - Math.floor(ring.arriveTurns);
    data[to + 1] = share;
  }
}

/** The edge that a ring had before it was dragged; none for a negative gain. */
function writeOldEdge(
  drawing: RifffDrawing,
  at: number,
  startGain: number,
  data: Float32Array,
  to: number,
): void {
  data[to] = -1;
  data[to + 1] = 0;
  if (startGain < 0) return;
  const place = drawing.layout.rings[at]!;
  const room = drawing.layout.radius - drawing.layout.hole;
  const pitch = (room * gainWeight(startGain)) / drawing.layout.weight;
  const amplitude = (place.amplitude * pitch) / place.pitch;
  data[to] = (place.outer - place.pitch + pitch - amplitude) / drawing.layout.radius;
  data[to + 1] = amplitude / drawing.layout.radius;
}

/** Writes the instance of a rifff. `extent` is its largest edge in CSS pixels. */
export function writeInstance(
  drawing: RifffDrawing,
  extent: number,
  touch: RingTouch | null,
  frame: Frame,
  out: Float32Array,
  at: number,
): void {
  const { dpr } = frame;
  const { layout, view } = drawing;
  const isEmpty = drawing.rings.length === 0;
  const room = Math.max(DOT_RADIUS_PX + 6, view.bitePx ?? 0) + 4;
  const { lines } = drawing;
  const { swap } = drawing;
  const isSteady = view.isLive && frame.isPlaying && !frame.isReduced;
  const follows = view.phase === undefined && isSteady && !swap;
  out[at] = drawing.x * dpr;
  out[at + 1] = drawing.y * dpr;
  out[at + 2] = layout.radius * dpr;
  out[at + 3] = (extent + room) * dpr;
  out[at + 4] = follows && drawing.phaseNow >= 0 ? FOLLOW : drawing.phaseNow;
  out[at + 5] = drawing.rings.length;
  out[at + 6] = (view.bitePx ?? 0) * dpr;
  out[at + 7] = isEmpty ? -2 : -1;
  out[at + 8] = layout.hole * dpr;
  out[at + 9] = layout.gap * dpr;
  out[at + 10] = drawing.rows.samples;
  out[at + 11] = drawing.row;
  out[at + 12] = lines.outline * dpr;
  out[at + 13] = lines.hatch * dpr;
  out[at + 14] = lines.step * dpr;
  const isLive = view.phase !== undefined || (view.isLive && frame.isPlaying);
  out[at + 15] = (isLive ? 1 : 0) + (touch?.mode === 'gain' ? 2 : 0);
  writeDot(drawing, touch, dpr, out, at + 16);
  // What comes is drawn where the notch has passed, what goes where it has not: all but that.
  out[at + 20] = swap ? swap.from : 0;
  out[at + 21] = swap ? Math.max(1e-6, swap.share) * (drawing.isGoing ? -1 : 1) : 0;
}

/** The touch dot: under the finger, else the handle of the selected ring. */
function writeDot(
  drawing: RifffDrawing,
  touch: RingTouch | null,
  dpr: number,
  out: Float32Array,
  at: number,
): void {
  out[at] = 0;
  out[at + 1] = 0;
  out[at + 2] = 0;
  out[at + 3] = dpr;
  if (touch && (touch.mode === 'gain' || touch.mode === 'pitch')) {
    out[at] = (touch.x - drawing.x) * dpr;
    out[at + 1] = (touch.y - drawing.y) * dpr;
    out[at + 2] = DOT_RADIUS_PX * dpr;
    return;
  }
  const { selected } = drawing.view;
  if (selected === undefined || selected < 0 || drawing.layout.radius < 60) return;
  const ring = drawing.rings[drawing.indexOfMoving(selected)];
  if (!ring) return;
  const edge = ring.outer - ring.amplitude * (1 - drawing.handleEdge);
  const angle = HANDLE_TURNS * 2 * Math.PI;
  out[at] = Math.sin(angle) * edge * dpr;
  out[at + 1] = -Math.cos(angle) * edge * dpr;
  out[at + 2] = DOT_RADIUS_PX * dpr;
}
