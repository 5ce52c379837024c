/** Screened: rings are nothing but dots, and the area of a dot is the edge of the ring there. */
import { categoryOf } from '../../data/contract/categories.ts';
import type { OutlinePose, PaintList } from '../paintList.ts';
import type { PolarOutline } from '../polar.ts';
import { mixInks, numberOf, type RifffPose } from '../ringNow.ts';
import { circleFor } from '../ringShapes.ts';
import { TOKENS } from '../tokens.ts';

const GROUND = numberOf(TOKENS.ground);
/** Most dots of a rifff: with the rings' other paints they stay within what a picture may have. */
const MOST_DOTS = 540;
/** Size of dots at a density of 0, and what 1 adds: their number stays, for that could only leap. */
const [SPARSE, FULLER] = [0.72, 0.4];
/** Widest row as a share of the radius, and the narrowest in CSS pixels. */
const WIDEST = 0.1;
const LEAST_ROW_PX = 7;
/** Radius of a dot as a share of half the distance of dots: where the edge is lowest, and highest. */
const [SMALL, LARGE] = [0.36, 1.02];
/** A dot of a ring that is silent. */
const SILENT = 0.12;
/** How far behind the hand dots are larger, in turns to a fall by e, and how much. */
const [NEAR_TURNS, NEAR_SHARE] = [0.03, 0.35];
/** Share of a silent ring's ink. */
const DIM = 0.45;
const SAMPLES = 256;
const LEAST_DOT_PX = 0.4;
/** One circle does for all dots: it is fine enough for one of this radius. */
const LARGEST_DOT_PX = 16;
const TAU = 2 * Math.PI;

const sampled = new WeakMap<PolarOutline, Float32Array>();

/** The edge at equal angles, 0–1: the highest of each piece of the circle. */
function samplesOf(outline: PolarOutline): Float32Array {
  let samples = sampled.get(outline);
  if (!samples) {
    samples = new Float32Array(SAMPLES);
    let next = 0;
    for (let at = 0; at < SAMPLES; at++) {
      const end = (at + 1) / SAMPLES;
      let highest = outline.edge[Math.min(next, outline.count - 1)]!;
      while (next < outline.count && outline.turns[next]! <= end) {
        highest = Math.max(highest, outline.edge[next]!);
        next += 1;
      }
      samples[at] = highest;
    }
    sampled.set(outline, samples);
  }
  return samples;
}

/** Rows of a ring: as many as keep dots from being discs, and from being specks. */
const rowsOf = (pitch: number, radius: number) =>
  Math.max(1, Math.min(Math.ceil(pitch / (WIDEST * radius)), Math.floor(pitch / LEAST_ROW_PX)));

/** Dots round a row of a ring, so many that they stand as far from each other as rows do. */
const dotsOf = (radius: number, step: number) =>
  Math.max(6, Math.round((2 * Math.PI * radius) / step));

/** Distance of dots as a share of a row's, the least at which all of them are within what a picture may have. */
function spacing(pose: RifffPose): number {
  let all = 0;
  for (let at = 0; at < pose.rings.length; at++) {
    const { outer, pitch } = pose.layout.rings[at]!;
    const rows = rowsOf(pitch, pose.layout.radius);
    all += rows * dotsOf(outer - pitch / 2, pitch / rows);
  }
  return Math.max(1, all / MOST_DOTS);
}

/** Where a dot is and how large: as arguments these numbers would be boxed, once for each of hundreds. */
const spot = new Float64Array(3);
const [X, Y, RADIUS] = [0, 1, 2] as const;
const round: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/** Adds the dot in `spot`, unless it is a speck. */
function addDot(list: PaintList, circle: PolarOutline, ink: number): void {
  if (spot[RADIUS]! < LEAST_DOT_PX) return;
  const { extent } = list;
  round.base = spot[RADIUS]!;
  const paint = list.fill(list.trace(circle, round, null), ink);
  paint.x = spot[X]!;
  paint.y = spot[Y]!;
  list.extent = extent;
}

/** Adds the rings of a rifff. @param density how large dots are, 0–1 */
export function composeDots(list: PaintList, pose: RifffPose, density: number): void {
  const { layout, rings, phase, dpr, isReduced } = pose;
  const wide = spacing(pose);
  const full = SPARSE + FULLER * density;
  const circle = circleFor(LARGEST_DOT_PX * dpr);
  let reach = 0;
  for (let at = rings.length - 1; at >= 0; at--) {
    const ring = rings[at]!;
    const { pitch, index, amplitude, outer } = layout.rings[at]!;
    const model = pose.model.rings[index]!;
    const own = numberOf(categoryOf(model.category).ink);
    const ink = ring.isOn ? own : mixInks(GROUND, own, DIM);
    const samples = samplesOf(pose.shapes.get(at, 'edge'));
    const rows = rowsOf(pitch, pose.layout.radius);
    const step = pitch / rows;
    // As deep as the look cuts: shallow ones leave dots that differ little.
    const deep = Math.min(1, ring.amplitude / Math.max(1, amplitude));
    const turn = ring.turn / (2 * Math.PI);
    reach = Math.max(reach, ring.outer + step);
    for (let row = 0; row < rows; row++) {
      const radius = ring.outer - step * (row + 0.5);
      const count = dotsOf(outer - step * (row + 0.5), step * wide);
      const half = 0.5 * Math.min(step, (2 * Math.PI * radius) / count);
      for (let dot = 0; dot < count; dot++) {
        // Rows stand between each other, as in a screen.
        const share = (dot + 0.5 * (row % 2)) / count;
        const edge = 1 - deep * (1 - samples[Math.floor(share * SAMPLES) % SAMPLES]!);
        let size = ring.isOn ? Math.sqrt(SMALL ** 2 + (LARGE ** 2 - SMALL ** 2) * edge) : SILENT;
        const place = share + turn;
        if (phase >= 0 && ring.isOn && !isReduced) {
          const behind = phase - place - Math.floor(phase - place);
          size *= 1 + NEAR_SHARE * Math.exp(-behind / NEAR_TURNS);
        }
        spot[X] = Math.sin(TAU * place) * radius;
        spot[Y] = -Math.cos(TAU * place) * radius;
        spot[RADIUS] = half * size * full;
        addDot(list, circle, ink);
      }
    }
  }
  list.extent = Math.max(list.extent, reach);
}
