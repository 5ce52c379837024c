/** A flight with a camera: rings as hoops at real distances, whose insides are seen, along a way that bends aside. */
import { categoryOf } from '../../data/contract/categories.ts';
import type { OutlinePose, PaintList } from '../paintList.ts';
import type { PolarOutline } from '../polar.ts';
import { inGround, numberOf, type RifffPose } from '../ringNow.ts';
import type { Camera } from './camera.ts';
import type { Echo } from './light.ts';
import { flightAt, flown, PLACE, SEEN } from './passing.ts';

/** Radius of a hoop where it leaves the picture, as a share of the rings'; it stands one length before the eye there. */
export const MOUTH = 1.62;
/** Hoops at a density of 0 and what 1 adds. */
const [FEWEST, MORE] = [5, 6];
/** How far they stand apart, and how long they are at a lift of 0 and what 1 adds, in those lengths. */
const APART = 0.54;
const [SHORT, LONGER] = [0.16, 0.22];
/** Width of the rim, and depth of cuts, as shares of a hoop's radius. */
const RIM = 0.045;
const CUTS = 0.08;
/** Share of the ink on the nearest and the farthest rim, and of that on the nearer and the farther half inside. */
const [NEAR, FAR] = [1, 0.34];
const [FRONT, BACK] = [0.6, 0.34];
/** How far each is turned against the one before it, in turns. */
const TWIST = 0.02;

const outer: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/** What a circle of a hoop is: how far away, and how wide beside the hoop. As arguments these would be boxed. */
const circle = new Float64Array(2);
const [DISTANCE, WIDE] = [0, 1] as const;

/** Fills what is in `circle`. */
function addCircle(
  list: PaintList,
  radius: number,
  outline: PolarOutline,
  ink: number,
  { way }: Camera,
): void {
  // Nothing is nearer than the picture: there a hoop passes out of it.
  const scale = Math.min(MOUTH, (MOUTH * circle[WIDE]!) / circle[DISTANCE]!);
  const aside = 1 - 1 / Math.max(1, circle[DISTANCE]!);
  outer.amplitude = CUTS * scale * radius;
  outer.base = scale * radius - outer.amplitude;
  const paint = list.fill(list.trace(outline, outer, null), ink);
  paint.x = way[0]! * aside;
  paint.y = way[1]! * aside;
}

/**
 * Adds a flight through the rifff and those before it: hoops come from afar and pass by.
 *
 * @param density how many are seen
 * @param lift how long they are; both 0–1
 * @param ground what lies between them, `0xRRGGBB`
 */
export function composeHoops(
  list: PaintList,
  pose: RifffPose,
  density: number,
  lift: number,
  echoes: readonly Echo[],
  ground: number,
  camera: Camera,
): void {
  const { layout, model } = pose;
  flightAt(pose, echoes.length);
  const place = flown[PLACE]!;
  const seen = flown[SEEN]!;
  const share = place - Math.floor(place);
  const count = FEWEST + MORE * density;
  for (let at = -1; at < Math.ceil(count); at++) {
    const near = 1 + (at + 1 - share) * APART;
    // The last one comes by its length and its rim.
    const come = Math.min(1, Math.max(0, count - at + share - 1));
    const far = near + (SHORT + LONGER * lift) * come;
    if (far <= 1 || come === 0) continue;
    const rifff = (((at + Math.floor(place)) % seen) + seen) % seen;
    const echo = rifff > 0 ? echoes[rifff - 1]! : null;
    const of = echo?.pose ?? pose;
    const last = of.layout.rings.length - 1;
    if (last < 0) continue;
    const category = echo?.category ?? model.rings[layout.rings[last]!.index]!.category;
    const outline = of.shapes.get(last, 'edge');
    const ink = numberOf(categoryOf(category).ink);
    const fog = NEAR + (FAR - NEAR) * Math.min(1, Math.max(0, (near - 1) / (count * APART)));
    outer.turn = TWIST * (at - share) + camera.way[2]!;
    circle[DISTANCE] = near;
    circle[WIDE] = 1;
    addCircle(list, layout.radius, outline, inGround(ink, fog), camera);
    circle[WIDE] = 1 - RIM * come;
    addCircle(list, layout.radius, outline, inGround(ink, fog * FRONT), camera);
    circle[DISTANCE] = (near + far) / 2;
    addCircle(list, layout.radius, outline, inGround(ink, fog * BACK), camera);
    circle[DISTANCE] = far;
    addCircle(list, layout.radius, outline, ground, camera);
  }
  list.extent += Math.hypot(camera.way[0]!, camera.way[1]!);
}
