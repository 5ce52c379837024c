/**
 * What passes round a rifff: its own edge, sent outwards by every beat, and a flight through the rifffs before it. Both
 * follow from the place in the turn alone, and no line comes faster than is safe to see.
 */
import { categoryOf } from '../../data/contract/categories.ts';
import type { RifffModel, RingModel } from '../model.ts';
import type { OutlinePose, PaintList } from '../paintList.ts';
import { inGround, numberOf, type RifffPose } from '../ringNow.ts';
import type { Echo } from './light.ts';
import { turnSec } from './lookSources.ts';

/**
 * Shortest time between two lines, in seconds: each place sees one come and go, which is one flash. Rings of a flight are
 * wide, so fewer of them leave room for what else a look does.
 */
const [LINE_SEC, RING_SEC] = [0.5, 0.75];

const outer: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
const inner: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/**
 * How many times something may happen in one turn, so that it is never faster than is safe.
 *
 * @param wanted how often it would happen
 * @param leastSec shortest time between two of them
 * @returns `wanted` or a half, a quarter … of it; 0 where a turn is too short for one
 */
export function timesInTurn(model: RifffModel, wanted: number, leastSec: number): number {
  const most = turnSec(model) / leastSec;
  let times = wanted;
  while (times > most) times /= 2;
  return times >= 1 ? Math.floor(times) : 0;
}

/** Lines at a density of 0 and what 1 adds. */
const [FEWEST, MORE] = [2, 6];
/** Where lines begin and end, as shares of the radius, and the width of the newest. */
const [FROM, TO] = [0.66, 1.12];
const WIDTH = 0.03;
const MOST_LOUD = 64;

/** How loud a ring is at a place in the turn, 0–255. */
function loudAt({ peaks, repeats }: RingModel, phase: number): number {
  const pass = phase * repeats;
  return peaks[Math.floor((pass - Math.floor(pass)) * peaks.length)] ?? 0;
}

/**
 * The ring that begins most at a beat: that is louder there than a sixteenth before. Where none does, they take turns.
 *
 * @param times beats in one turn
 */
function begunAt({ rings }: RifffModel, beat: number, times: number): number {
  let begun = beat % rings.length;
  let most = 0;
  for (let at = 0; at < rings.length; at++) {
    const ring = rings[at]!;
    if (!ring.isOn) continue;
    const rise = loudAt(ring, (beat + 0.05) / times) - loudAt(ring, (beat + times - 0.25) / times);
    if (rise > most) {
      most = rise;
      begun = at;
    }
  }
  return begun;
}

/** Inks of the lines of a rifff, by the beat that sent them. */
const inksOf = new WeakMap<RifffModel, Int32Array>();

function lineInks(model: RifffModel, times: number): Int32Array {
  let inks = inksOf.get(model);
  if (inks?.length !== Math.max(1, times)) {
    inks = Int32Array.from({ length: Math.max(1, times) }, (_, beat) => {
      const at = begunAt(model, beat, Math.max(1, times));
      return numberOf(categoryOf(model.rings[at]!.category).ink);
    });
    inksOf.set(model, inks);
  }
  return inks;
}

/**
 * Adds the last beats as edges of the rifff outside one another, the newest innermost.
 *
 * @param density how many, 0–1
 * @param lift how wide the lines are, 0–1
 * @param ground what lies between them, `0xRRGGBB`
 */
export function composeEcho(
  list: PaintList,
  pose: RifffPose,
  density: number,
  lift: number,
  ground: number,
): void {
  const { layout, model, phase, isReduced } = pose;
  const last = layout.rings.length - 1;
  const times = timesInTurn(model, Math.min(MOST_LOUD, model.beats ?? 8), LINE_SEC);
  const inks = lineInks(model, times);
  const place = phase < 0 || isReduced ? 0 : phase * times;
  const share = place - Math.floor(place);
  const wanted = FEWEST + MORE * density;
  const ring = pose.rings[last]!;
  const calm = 0.7 * (ring.amplitude / Math.max(1, ring.outer)) * layout.radius;
  const outline = pose.shapes.get(last, 'edge');
  // From the outside in: a line ends where the next one inside it begins.
  for (let at = Math.ceil(wanted) + 1; at >= 0; at--) {
    const far = (at + share) / (wanted + 1);
    if (far > 1) continue;
    const radius = layout.radius * (FROM + (TO - FROM) * far);
    // It comes at its full width and leaves as a hairline.
    const width = layout.radius * WIDTH * (0.4 + lift) * (1 - far) ** 1.4 + 1;
    outer.amplitude = calm * (1 - 0.5 * far);
    outer.base = radius - outer.amplitude;
    outer.turn = ring.turn / (2 * Math.PI);
    inner.amplitude = outer.amplitude;
    inner.base = outer.base - width;
    inner.turn = outer.turn;
    const beat = Math.floor(place) - at;
    const ink = inks[((beat % inks.length) + inks.length) % inks.length]!;
    list.fill(list.trace(outline, outer, null), ink);
    list.fill(list.trace(outline, inner, null), ground);
  }
}

/** Rings of a flight at a density of 0 and what 1 adds; each is so much smaller than the one before it. */
const [NEAREST, FARTHER] = [5, 7];
const RATIO = 0.78;
/** The largest ring, as a share of the radius, and how thick a ring is as a share of its own. */
const MOUTH = 1.3;
const [THIN, THICK] = [0.1, 0.18];
/** Depth of cuts in the flight, as a share of a ring's radius. */
const CUTS = 0.09;
/** Share of the ink of the nearest and the farthest ring. */
const [NEAR, FAR] = [1, 0.28];
const MOST_RIFFFS = 8;
/** Bars of a turn whose bars are not known. */
const FLIGHT_BARS = 4;
/** How far each ring is turned against the one before it, in turns. */
const TWIST = 0.02;

/** How many rings a flight has passed, and how many rifffs it passes before they come again. */
export const flown = new Float64Array(2);
export const [PLACE, SEEN] = [0, 1] as const;

/** Finds where a flight is now, and puts it into `flown`. @param before how many rifffs there were before this one */
export function flightAt({ model, phase, isReduced }: RifffPose, before: number): void {
  const rifffs = Math.min(MOST_RIFFFS, before + 1);
  const wanted = rifffs * Math.ceil((model.bars ?? FLIGHT_BARS) / rifffs);
  const times = timesInTurn(model, wanted, RING_SEC);
  // A whole number of times through all that are seen in one turn: its end meets its beginning.
  let seen = Math.max(1, Math.min(rifffs, times));
  while (times % seen !== 0) seen -= 1;
  flown[PLACE] = phase < 0 || isReduced ? 0 : phase * times;
  flown[SEEN] = seen;
}

/**
 * Adds a flight through the rifff and those before it, one ring for each: rings come out of the middle and pass by.
 *
 * @param density how many rings are seen
 * @param lift how thick they are; both 0–1
 * @param ground what lies between them, `0xRRGGBB`
 */
export function composeFlight(
  list: PaintList,
  pose: RifffPose,
  density: number,
  lift: number,
  echoes: readonly Echo[],
  ground: number,
): void {
  const { layout, model } = pose;
  flightAt(pose, echoes.length);
  const place = flown[PLACE]!;
  const seen = flown[SEEN]!;
  const share = place - Math.floor(place);
  const count = NEAREST + FARTHER * density;
  const thick = THIN + (THICK - THIN) * lift;
  for (let at = 0; at < Math.ceil(count); at++) {
    const scale = MOUTH * RATIO ** (at - share);
    const radius = layout.radius * scale;
    // The last one comes by its thickness.
    const come = Math.min(1, Math.max(0, count - at + share - 1));
    const rifff = (((at + Math.floor(place)) % seen) + seen) % seen;
    const echo = rifff > 0 ? echoes[rifff - 1]! : null;
    const of = echo?.pose ?? pose;
    const last = of.layout.rings.length - 1;
    if (last < 0) continue;
    const category = echo?.category ?? model.rings[layout.rings[last]!.index]!.category;
    const outline = of.shapes.get(last, 'edge');
    outer.amplitude = CUTS * radius;
    outer.base = radius - outer.amplitude;
    outer.turn = TWIST * (at - share);
    inner.amplitude = outer.amplitude;
    inner.base = outer.base - thick * radius * come;
    inner.turn = outer.turn;
    const depth = Math.min(1, Math.max(0, (at - share) / count));
    const ink = inGround(numberOf(categoryOf(category).ink), NEAR + (FAR - NEAR) * depth);
    list.fill(list.trace(outline, outer, null), ink);
    list.fill(list.trace(outline, inner, null), ground);
  }
}
