/**
 * Living light with paints alone: a ring at rest is a dim drawing of its sound, the hand lights what it has just passed,
 * and the light dies away behind it. Earlier rifffs stand round it as growth rings.
 */
import { CATEGORIES, type CategorySlug } from '../../data/contract/categories.ts';
import { isSafeTurn } from '../model.ts';
import type { OutlinePose, Paint, PaintList } from '../paintList.ts';
import { mixInks, numberOf, type RifffPose } from '../ringNow.ts';
import { LIGHT_TOKENS } from '../tokens.ts';
import { disc, FROM, hoop, line, partOf, sector, TURNS, turnX, turnY } from './stamp.ts';

/** The ground of this look, and its paper. */
export const LIGHT_GROUND = numberOf(LIGHT_TOKENS.ground);
const PAPER = numberOf(LIGHT_TOKENS.paper);
const INKS: Partial<Record<CategorySlug, number>> = Object.fromEntries(
  Object.entries(LIGHT_TOKENS.inks).map(([slug, ink]) => [slug, numberOf(ink)]),
);

/** Brightness of a ring at rest while it plays, and while nothing does. */
const [REST_PLAYING, REST_IDLE] = [0.34, 0.7];
/** Pieces that the light behind the hand is divided into, and where each ends, in turns behind it. */
const STEPS = 14;
const REACH_TURNS = 0.62;
/** Half width of a ribbon as a share of its pitch, its thinnest line, and the body inside it. */
const RIBBON = { fill: 0.47, leastPx: 0.75, body: 0.58 };
const MOST_ECHOES = 14;

/** A rifff before this one: its outermost ring. */
export interface Echo {
  readonly pose: RifffPose;
  readonly category: CategorySlug;
}

const outer: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
const inner: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/** The ink of a category in this look. */
export function lightInk(category: CategorySlug): number {
  return (
    INKS[category] ??
    (category === '?' ? numberOf(LIGHT_TOKENS.unknown) : numberOf(CATEGORIES[category].ink))
  );
}

/** End of a piece of the light, in turns behind the hand: short ones near it. */
const stepEnd = (step: number) => REACH_TURNS * (step / STEPS) ** 2;

/** Brightness of what the hand passed so many turns ago, 0–1 (the look in light, section 4). */
export function lightAfter(age: number, rest: number): number {
  const comet = 0.5 * Math.exp(-13 * age) + 0.5 * Math.exp(-2.6 * age);
  return Math.min(1, rest + (1 - rest) * Math.min(1.1, 1.35 * comet));
}

/** Where each piece of the light behind the hand ends, in turns behind it, and the first one begins. */
const ENDS = Float64Array.from({ length: STEPS + 1 }, (_, step) => stepEnd(step));

/** Colour of a ring's line where it is so bright: embers stay warm, and only the newest light goes towards paper. */
function inkAt(ink: number, light: number, age: number): number {
  const lit = mixInks(ink, PAPER, Math.min(0.62, 0.42 * Math.exp(-24 * age)));
  return mixInks(LIGHT_GROUND, lit, 0.3 + 0.7 * light);
}

/** Colours of a category's ribbon and of the body in it, at rest while it plays, idle, silent, and piece by piece. */
interface Inks {
  readonly line: number;
  readonly playing: readonly [sheet: number, body: number];
  readonly idle: readonly [sheet: number, body: number];
  readonly silent: readonly [sheet: number, body: number];
  readonly sheets: Int32Array;
  readonly bodies: Int32Array;
}

const atRest = (ink: number, rest: number) =>
  [inkAt(ink, 0.6 * rest, 1), inkAt(ink, rest, 1)] as const;

/** The light of a piece goes by its middle. */
const middleOf = (step: number) => (ENDS[step]! + ENDS[step + 1]!) / 2;

function piecesOf(ink: number, share: number): Int32Array {
  return Int32Array.from({ length: STEPS }, (_, step) => {
    const age = middleOf(step);
    return inkAt(ink, share * lightAfter(age, REST_PLAYING), age);
  });
}

const kept = new Map<CategorySlug, Inks>();

/** Mixed once for each category: numbers handed from call to call in every frame would be boxed, some hundreds of them. */
function inksOf(category: CategorySlug): Inks {
  let inks = kept.get(category);
  if (!inks) {
    const ink = lightInk(category);
    inks = {
      line: mixInks(LIGHT_GROUND, ink, 0.55),
      playing: atRest(ink, REST_PLAYING),
      idle: atRest(ink, REST_IDLE),
      silent: atRest(ink, 0),
      sheets: piecesOf(ink, 0.62),
      bodies: piecesOf(ink, 1),
    };
    kept.set(category, inks);
  }
  return inks;
}

/** A ribbon round the ring's middle: as wide as it is loud there. */
function ribbon(list: PaintList, pose: RifffPose, at: number, share: number, ink: number): Paint {
  const place = pose.layout.rings[at]!;
  const ring = pose.rings[at]!;
  const gain = Math.min(1.22, Math.max(0.14, (pose.model.rings[place.index]?.gain ?? 1) ** 0.75));
  const half =
    RIBBON.fill * place.pitch * gain * share * (ring.amplitude / Math.max(1, place.amplitude));
  const middle = ring.outer - place.pitch / 2;
  outer.base = middle + RIBBON.leastPx;
  outer.amplitude = half;
  outer.turn = ring.turn / (2 * Math.PI);
  inner.base = middle - RIBBON.leastPx;
  inner.amplitude = -half;
  inner.turn = outer.turn;
  const outline = pose.shapes.get(at, 'edge');
  const paint = list.fill(list.trace(outline, outer, null), ink);
  paint.hole = list.trace(outline, inner, null);
  return paint;
}

function composeRibbon(list: PaintList, pose: RifffPose, at: number): void {
  const place = pose.layout.rings[at]!;
  const ring = pose.rings[at]!;
  const inks = inksOf(pose.model.rings[place.index]!.category);
  if (!ring.isOn) {
    hoop(list, 0, 0, ring.outer - place.pitch / 2, 1.15, inks.line, pose.dpr);
    return;
  }
  const isSilent = ring.dim >= 0.5;
  const isLit = pose.phase >= 0 && !isSilent && !pose.isReduced && isSafeTurn(pose.model);
  const rest = isLit ? inks.playing : isSilent ? inks.silent : inks.idle;
  const sheet = ribbon(list, pose, at, 1, rest[0]);
  const body = ribbon(list, pose, at, RIBBON.body, rest[1]);
  if (!isLit) return;
  for (let step = STEPS - 1; step >= 0; step--) {
    sector[FROM] = pose.phase - ENDS[step + 1]!;
    sector[TURNS] = ENDS[step + 1]! - ENDS[step]!;
    composePiece(list, sheet, inks.sheets[step]!);
    composePiece(list, body, inks.bodies[step]!);
  }
}

/** The piece of a ribbon that is in `sector`, in another colour. */
function composePiece(list: PaintList, whole: Paint, ink: number): void {
  const piece = list.again(whole, ink);
  piece.hole = whole.hole;
  partOf(list, piece);
}

/**
 * Adds earlier rifffs as hairlines outside, each a little later round, so that the light leaves as a spiral.
 *
 * @param density how many, 0–1
 */
export function composeGrowth(
  list: PaintList,
  pose: RifffPose,
  density: number,
  echoes: readonly Echo[],
): void {
  const shown = density * MOST_ECHOES;
  const count = Math.min(echoes.length, Math.ceil(shown));
  for (let at = 0; at < count; at++) {
    const { pose: other, category } = echoes[at]!;
    const last = other.layout.rings.length - 1;
    if (last < 0) continue;
    // The last one comes and goes by its width, for a number of lines would leap.
    const width = 1.4 * Math.min(1, shown - at);
    outer.base = pose.layout.radius * (1.12 + 0.062 * at + 0.003 * at * at);
    outer.amplitude = 0.035 * pose.layout.radius;
    outer.turn = -0.011 * (at + 1);
    inner.base = outer.base - width;
    inner.amplitude = outer.amplitude;
    inner.turn = outer.turn;
    const outline = other.shapes.get(last, 'edge');
    const shade = mixInks(LIGHT_GROUND, lightInk(category), 0.62 * 0.93 ** at);
    const paint = list.fill(list.trace(outline, outer, null), shade);
    paint.hole = list.trace(outline, inner, null);
  }
}

/** Adds the rings of a rifff as ribbons of light, with the hand and the core. */
export function composeRibbons(list: PaintList, pose: RifffPose): void {
  const { layout, phase, dpr } = pose;
  for (let at = pose.rings.length - 1; at >= 0; at--) composeRibbon(list, pose, at);
  const core = Math.max(3, 0.5 * layout.hole);
  disc(list, 0, 0, core, PAPER, dpr);
  disc(list, 0, 0, core * 0.62, LIGHT_GROUND, dpr);
  disc(list, 0, 0, core * 0.26, PAPER, dpr);
  if (phase < 0) return;
  const far = layout.radius * 1.05;
  const near = layout.hole;
  const ink = PAPER;
  const x = turnX(phase, far);
  const y = turnY(phase, far);
  line(list, turnX(phase, near), turnY(phase, near), x, y, 1.4, ink);
  disc(list, x, y, 5, PAPER, dpr);
}
