/**
 * Rings as things that lie over one another, seen from above: terraces of a hill, and paper cut out with hard shadows.
 * The flat forms of looks with depth.
 */
import { type CategorySlug, categoryOf } from '../../data/contract/categories.ts';
import type { OutlinePose, PaintList } from '../paintList.ts';
import { mixInks, numberOf, placeRing, type RifffPose } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import { composeSlit } from './plates.ts';
import { disc } from './stamp.ts';

const GROUND = numberOf(TOKENS.ground);
const PAPER = numberOf(TOKENS.paper);
const MUTED = numberOf(TOKENS.line);

const place: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
const own: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/** Terraces of a ring at a density of 0 and what 1 adds; none narrower than this, in CSS pixels. */
const [FEWEST, MORE] = [2, 3];
const LEAST_TERRACE_PX = 7;
const MOST_TERRACES = FEWEST + MORE;
/** Share of the ink on the lowest terrace of a ring, and on a wall. */
const [LOW, WALL] = [0.66, 0.26];
/** How far the top of the hill is lifted, as a share of the radius. */
const HEIGHT = 0.16;

interface Shades {
  readonly tops: Int32Array;
  readonly wall: number;
}

const shades = new Map<CategorySlug, Shades>();

function shadesOf(category: CategorySlug): Shades {
  let kept = shades.get(category);
  if (!kept) {
    const ink = numberOf(categoryOf(category).ink);
    const tops = Int32Array.from({ length: MOST_TERRACES }, (_, at) =>
      mixInks(GROUND, ink, LOW + ((1 - LOW) * at) / (MOST_TERRACES - 1)),
    );
    kept = { tops, wall: mixInks(GROUND, ink, WALL) };
    shades.set(category, kept);
  }
  return kept;
}

/** Adds the rings of a rifff as terraces. @param density terraces of a ring @param lift height; both 0–1 */
export function composeTerraces(
  list: PaintList,
  pose: RifffPose,
  density: number,
  lift: number,
): void {
  const { layout, rings, dpr } = pose;
  const height = (HEIGHT * lift * layout.radius) / Math.max(1, rings.length);
  let up = 0;
  for (let at = rings.length - 1; at >= 0; at--) {
    const { index, pitch } = layout.rings[at]!;
    const { tops, wall } = shadesOf(pose.model.rings[index]!.category);
    const isOn = rings[at]!.isOn;
    const outline = pose.shapes.get(at, 'edge');
    placeRing(pose, at, place);
    const wanted = isOn ? FEWEST + MORE * density : 1;
    const count = Math.max(1, Math.min(Math.ceil(wanted), Math.floor(pitch / LEAST_TERRACE_PX)));
    const step = pitch / Math.max(1, Math.min(wanted, count));
    own.turn = place.turn;
    for (let one = 0; one < count; one++) {
      // The last one comes by its height and its width.
      const come = Math.min(1, Math.max(0, wanted - one));
      const calm = 1 - one / count;
      own.amplitude = place.amplitude * calm;
      own.base = place.base + place.amplitude - own.amplitude - step * one - (1 - come) * step;
      const rise = (height * come) / count;
      const foot = list.fill(list.trace(outline, own, null), isOn ? wall : GROUND);
      foot.y = -up;
      up += rise;
      const top = list.again(foot, isOn ? tops[Math.min(one, MOST_TERRACES - 1)]! : MUTED);
      top.y = -up;
    }
  }
  list.extent += up;
  if (layout.hole >= 0.5) disc(list, 0, -up, layout.hole, GROUND, dpr);
  composeSlit(list, pose);
}

/** How far the highest layer stands over the ground, as a share of the radius, and where its shadow falls. */
const DEPTH = 0.05;
const [RIGHT, DOWN] = [0.62, 0.78];
/** Share of the ink in a shadow. */
const SHADOW = 0.42;
/** Width of the lit edge of a sheet, as a share of the radius. */
const SHEET = 0.006;
const LIT = 0.45;

/** Adds the rings of a rifff as sheets of cut paper. @param lift how far they stand apart, 0–1 */
export function composeCutouts(list: PaintList, pose: RifffPose, lift: number): void {
  const { layout, rings, dpr } = pose;
  const depth = DEPTH * lift * layout.radius;
  const sheet = Math.max(1, SHEET * layout.radius);
  let below = PAPER;
  for (let at = rings.length - 1; at >= 0; at--) {
    const { index } = layout.rings[at]!;
    const ink = rings[at]!.isOn
      ? numberOf(categoryOf(pose.model.rings[index]!.category).ink)
      : mixInks(PAPER, GROUND, 0.12);
    const outline = pose.shapes.get(at, 'edge');
    placeRing(pose, at, place);
    const from = list.trace(outline, place, null);
    const shadow = list.fill(from, mixInks(GROUND, below, SHADOW));
    shadow.x = RIGHT * depth;
    shadow.y = DOWN * depth;
    const edge = list.again(shadow, mixInks(ink, PAPER, LIT));
    edge.x = -RIGHT * sheet;
    edge.y = -DOWN * sheet;
    list.again(shadow, ink);
    below = ink;
  }
  list.extent += depth;
  if (layout.hole >= 0.5) {
    disc(list, 0, 0, layout.hole, mixInks(GROUND, PAPER, SHADOW), dpr);
    disc(list, RIGHT * depth * 0.6, DOWN * depth * 0.6, layout.hole * 0.94, PAPER, dpr);
  }
  composeSlit(list, pose);
}
