/** Printed by a risograph: every ring is a flat plate of its ink, a little out of register, every second one screened. */
import { categoryOf } from '../../data/contract/categories.ts';
import type { OutlinePose, PaintList } from '../paintList.ts';
import { numberOf, placeRing, type RifffPose } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import { disc, line, turnX, turnY } from './stamp.ts';

const PAPER = numberOf(TOKENS.paper);
/** Ink of a ring that is silent. */
const SILENT = numberOf(TOKENS.muted);
/** Farthest that a plate is off, as a share of the radius. */
const DRIFT = 0.035;
/** Ways that plates are off, in turns: as far from each other as three can be, no two of them along one line. */
const ANGLES = [0.11, 0.44, 0.78] as const;
/** Distance of screen lines as a share of the radius. */
const SCREEN = 0.022;
/** Share of a screened plate that is paper, at a density of 0 and 1. */
const [OPEN, CLOSE] = [0.6, 0.2];

const place: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/** Adds the rings of a rifff. @param density how full screens are @param lift how far plates are off; both 0–1 */
export function composePlates(
  list: PaintList,
  pose: RifffPose,
  density: number,
  lift: number,
): void {
  const { layout, rings, dpr } = pose;
  const drift = DRIFT * lift * layout.radius;
  for (let at = rings.length - 1; at >= 0; at--) {
    const { index, slot } = layout.rings[at]!;
    placeRing(pose, at, place);
    // Paper is left free where the plate should lie: one side of it shows, the other one is overprinted.
    if (at < rings.length - 1) {
      list.fill(list.trace(pose.shapes.get(at, 'gap'), place, null), PAPER);
    }
    const { isOn } = rings[at]!;
    const { category } = pose.model.rings[index]!;
    const ink = isOn ? numberOf(categoryOf(category).ink) : SILENT;
    const plate = list.fill(list.trace(pose.shapes.get(at, 'edge'), place, null), ink);
    const angle = ANGLES[slot % ANGLES.length]!;
    plate.x = turnX(angle, drift);
    plate.y = turnY(angle, drift);
    if (at % 2 === 0 && isOn) continue;
    plate.hatch = PAPER;
    plate.hatchStep = SCREEN * layout.radius;
    plate.hatchWidth = plate.hatchStep * (isOn ? OPEN + (CLOSE - OPEN) * density : OPEN);
  }
  list.extent += drift;
  if (layout.hole >= 0.5) disc(list, 0, 0, layout.hole, PAPER, dpr);
  composeSlit(list, pose);
}

/** Adds the notch as a slit of what lies behind, for looks that are laid over one another out of place. */
export function composeSlit(list: PaintList, pose: RifffPose): void {
  const { phase, notchWidth, notchInk } = list;
  if (phase < 0) return;
  const { radius, hole } = pose.layout;
  const near = hole > 0 ? hole : 0;
  const far = 1.06 * radius;
  line(
    list,
    turnX(phase, near),
    turnY(phase, near),
    turnX(phase, far),
    turnY(phase, far),
    notchWidth,
    notchInk,
  );
}
