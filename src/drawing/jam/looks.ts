/**
 * The looks of the stage, all from the same data: print (the look), light (its second way of drawing), and paper, an
 * engraving. Each is a list of paints like any other, so both hosts draw them alike.
 */
import type { StageLook } from '../../data/contract/stageLooks.ts';
import { composeRifff } from '../composeRifff.ts';
import type { PaintList } from '../paintList.ts';
import type { RingMotion } from '../ringMotion.ts';
import { numberOf, type RifffPose } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import { composeLight, type Echo, LIGHT_GROUND } from './light.ts';
import { CUT, DENSITY, type LookValues, SPREAD, TURN } from './lookParameters.ts';
import { composePaper } from './paper.ts';

/** What lies behind each, as `0xRRGGBB`. */
export const LOOK_GROUNDS: Readonly<Record<StageLook, number>> = {
  print: numberOf(TOKENS.ground),
  light: LIGHT_GROUND,
  paper: numberOf(TOKENS.paper),
};

/** How much larger rings are at a spread of 1, and the depth of cuts at 0 and 1. */
const SPREAD_REACH = 0.07;
const [CUT_LOW, CUT_REACH] = [0.7, 0.6];
/** Farthest that a ring is turned out of its place, in radians; neighbours go the other way. */
const TURN_REACH = 0.5;

/** Moves rings by the values of a look. They have to be where they belong: call it once after each `advanceRing`. */
export function bendRings(rings: readonly RingMotion[], hole: number, values: LookValues): void {
  const wide = 1 + SPREAD_REACH * values[SPREAD]!;
  const deep = CUT_LOW + CUT_REACH * values[CUT]!;
  for (let at = 0; at < rings.length; at++) {
    const ring = rings[at]!;
    ring.outer = hole + (ring.outer - hole) * wide;
    ring.amplitude *= deep * wide;
    ring.turn += (at % 2 === 0 ? 2 : -2) * (values[TURN]! - 0.5) * TURN_REACH;
  }
}

/** Draws a rifff by a look. Rings have been bent. */
export function composeLook(
  list: PaintList,
  pose: RifffPose,
  look: StageLook,
  values: LookValues,
  echoes: readonly Echo[],
): void {
  if (pose.rings.length === 0 || look === 'print') composeRifff(list, pose);
  else if (look === 'light') composeLight(list, pose, values[DENSITY]!, echoes);
  else composePaper(list, pose, values[DENSITY]!);
}
