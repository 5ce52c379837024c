/** Rings that stand up from the ground, as a camera sees them: a hill of steps, and sheets of paper over one another. */
import { type CategorySlug, categoryOf } from '../../data/contract/categories.ts';
import { notchWidth } from '../composeRifff.ts';
import type { OutlinePose, PaintList } from '../paintList.ts';
import type { PolarOutline } from '../polar.ts';
import { mixInks, numberOf, placeRing, type RifffPose } from '../ringNow.ts';
import { circleFor } from '../ringShapes.ts';
import { TOKENS } from '../tokens.ts';
import { addBlock, type BlockInks, block, HIGH, LOW, NOTCH, WIDTH } from './blocks.ts';
import { type Camera, spot, Z } from './camera.ts';
import { traceShade } from './shade.ts';

const GROUND = numberOf(TOKENS.ground);
const PAPER = numberOf(TOKENS.paper);
const MUTED = numberOf(TOKENS.line);

const place: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
const own: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
/** Of the sheet below. */
const under: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/** Adds a disc round the middle at a height. */
function plate(
  list: PaintList,
  camera: Camera,
  radius: number,
  z: number,
  ink: number,
  dpr: number,
): void {
  own.base = radius;
  own.amplitude = 0;
  own.turn = 0;
  const paint = list.fill(list.trace(circleFor(radius * dpr), own, null), ink);
  spot[Z] = z;
  camera.place(list, paint);
}

/** Adds the hole in the top of what stands up: its rim, and what lies in it, so deep. */
function dig(
  list: PaintList,
  camera: Camera,
  radius: number,
  top: number,
  deep: number,
  rim: number,
  ink: number,
  dpr: number,
): void {
  plate(list, camera, radius, top, rim, dpr);
  camera.holeZ = top;
  plate(list, camera, radius * 0.86, top - deep, ink, dpr);
}

/** How high the tallest hill and tower are at a lift of 0 and what 1 adds, as shares of the radius. */
const [HILL, HIGHER] = [0.3, 0.5];
const [TOWER, TALLER] = [0.16, 0.5];
/** Share of that which one ring reaches; more come nearer to all of it. */
const SHARE_OF = (rings: number) => rings / (rings + 1.2);

/** Steps of a ring at a density of 0 and what 1 adds; none narrower than this, in CSS pixels. */
const [FEWEST, MORE] = [1, 1];
const LEAST_STEP_PX = 9;
const MOST_STEPS = FEWEST + MORE;
/** Share of the ink on the lowest step of a ring; on sides in the light and in the dark. */
const LOWEST_SHARE = 0.86;
const [LIT, DARK] = [0.58, 0.28];
/** Height of a ring that is silent, as a share of what it had. */
const SILENT = 0.3;
/** Height of a ring without a sound, beside one as loud as can be: 1 more. */
const QUIET = 0.5;

interface Shades {
  readonly steps: readonly BlockInks[];
  readonly silent: BlockInks;
}

const shades = new Map<CategorySlug, Shades>();

function shadesOf(category: CategorySlug): Shades {
  let kept = shades.get(category);
  if (!kept) {
    const ink = numberOf(categoryOf(category).ink);
    const lit = mixInks(GROUND, ink, LIT);
    const dark = mixInks(GROUND, ink, DARK);
    const steps = Array.from({ length: MOST_STEPS }, (_, at) => {
      const share = LOWEST_SHARE + ((1 - LOWEST_SHARE) * at) / (MOST_STEPS - 1);
      return { top: mixInks(GROUND, ink, share), lit, dark };
    });
    const silent = {
      top: MUTED,
      lit: mixInks(MUTED, ink, 0.3),
      dark: mixInks(GROUND, MUTED, 0.5),
    };
    kept = { steps, silent };
    shades.set(category, kept);
  }
  return kept;
}

const loudOf = new WeakMap<Uint8Array, number>();

/** How loud a loop is on the whole, 0–1. */
function loudness(peaks: Uint8Array): number {
  let loud = loudOf.get(peaks);
  if (loud === undefined) {
    let sum = 0;
    for (const peak of peaks) sum += peak;
    loud = sum / (255 * Math.max(1, peaks.length));
    loudOf.set(peaks, loud);
  }
  return loud;
}

/** Share of the hill's height that a ring has, before all of them are made to fill it. */
function heightOf(pose: RifffPose, at: number): number {
  const { peaks, gain } = pose.model.rings[pose.layout.rings[at]!.index]!;
  return QUIET + loudness(peaks) * Math.min(1, gain);
}

/**
 * Adds the rings of a rifff as a hill of steps, each as high as its ring is loud.
 *
 * @param density steps of a ring @param lift height; both 0–1
 */
export function composeSteps(
  list: PaintList,
  pose: RifffPose,
  density: number,
  lift: number,
  camera: Camera,
): void {
  const { layout, rings, phase, dpr } = pose;
  let all = 0;
  for (let at = 0; at < rings.length; at++) all += heightOf(pose, at);
  const unit = (layout.radius * (HILL + HIGHER * lift) * SHARE_OF(rings.length)) / all;
  block[NOTCH] = phase;
  block[WIDTH] = notchWidth(layout.radius);
  let up = 0;
  for (let at = rings.length - 1; at >= 0; at--) {
    const { index, pitch } = layout.rings[at]!;
    const { steps, silent } = shadesOf(pose.model.rings[index]!.category);
    const isOn = rings[at]!.isOn;
    const outline = pose.shapes.get(at, 'edge');
    placeRing(pose, at, place);
    const wanted = isOn ? FEWEST + MORE * density : 1;
    const count = Math.max(1, Math.min(Math.ceil(wanted), Math.floor(pitch / LEAST_STEP_PX)));
    const step = pitch / Math.max(1, Math.min(wanted, count));
    const height = unit * heightOf(pose, at) * (isOn ? 1 : SILENT);
    own.turn = place.turn;
    for (let one = 0; one < count; one++) {
      // The last one comes by its height and its width.
      const come = Math.min(1, Math.max(0, wanted - one));
      const calm = 1 - one / count;
      own.amplitude = place.amplitude * calm;
      own.base = place.base + place.amplitude - own.amplitude - step * one - (1 - come) * step;
      block[LOW] = up;
      up += (height * come) / Math.min(wanted, count);
      block[HIGH] = up;
      const inks = isOn ? steps[Math.min(MOST_STEPS - 1, one + MOST_STEPS - count)]! : silent;
      addBlock(list, camera, list.trace(outline, own, null), inks);
    }
  }
  if (layout.hole < 0.5) return;
  const { hole } = layout;
  dig(list, camera, hole, up, hole * 0.4, mixInks(GROUND, MUTED, 0.7), GROUND, dpr);
}

/** Thickness of a sheet, as a share of the radius. */
const SHEET = 0.016;
/** Farthest that two sheets stand apart, as a share of the radius. */
const WIDEST = 0.15;
/** How far a shadow falls to the right and down for every pixel that a sheet stands over the one below. */
const [RIGHT, DOWN] = [0.62, 0.36];
/** Share of the ink in a shadow, of paper on a lit edge, and of ink on one in the dark. */
const [SHADOW, EDGE, UNDER] = [0.5, 0.5, 0.55];

const sheets = new Map<number, BlockInks>();

function sheetOf(ink: number): BlockInks {
  let kept = sheets.get(ink);
  if (!kept) {
    const [lit, dark] = [mixInks(ink, PAPER, EDGE), mixInks(GROUND, ink, UNDER)];
    kept = { top: ink, lit, dark };
    sheets.set(ink, kept);
  }
  return kept;
}

/** Adds the rings of a rifff as sheets of cut paper, one over the other. @param lift how far they stand apart, 0–1 */
export function composeSheets(
  list: PaintList,
  pose: RifffPose,
  lift: number,
  camera: Camera,
): void {
  const { layout, rings, phase, dpr } = pose;
  const thick = SHEET * layout.radius;
  const tower = layout.radius * (TOWER + TALLER * lift) * SHARE_OF(rings.length);
  const gap = Math.min(tower / rings.length, WIDEST * layout.radius);
  block[NOTCH] = phase;
  block[WIDTH] = notchWidth(layout.radius);
  let below = PAPER;
  let sheet: PolarOutline | null = null;
  // The lowest sheet stands where the picture has its middle, not its paper.
  let up = -0.5 * gap;
  for (let at = rings.length - 1; at >= 0; at--) {
    const { index } = layout.rings[at]!;
    const ink = rings[at]!.isOn
      ? numberOf(categoryOf(pose.model.rings[index]!.category).ink)
      : mixInks(PAPER, GROUND, 0.12);
    const outline = pose.shapes.get(at, 'edge');
    placeRing(pose, at, place);
    const aside = RIGHT * gap;
    const down = DOWN * gap;
    // The lowest one falls on the ground, the others on no more than the sheet below.
    const shade = sheet
      ? traceShade(list, outline, place, sheet, under, aside, down)
      : list.trace(outline, place, null);
    const shadow = list.fill(shade, mixInks(GROUND, below, SHADOW));
    shadow.x = aside;
    shadow.y = down;
    spot[Z] = up;
    camera.place(list, shadow);
    block[LOW] = up + gap;
    up += gap + thick;
    block[HIGH] = up;
    addBlock(list, camera, list.trace(outline, place, null), sheetOf(ink));
    below = ink;
    sheet = outline;
    under.base = place.base;
    under.amplitude = place.amplitude;
    under.turn = place.turn;
  }
  if (layout.hole < 0.5) return;
  const { hole } = layout;
  dig(list, camera, hole, up, hole * 0.5, mixInks(GROUND, below, SHADOW), PAPER, dpr);
}
