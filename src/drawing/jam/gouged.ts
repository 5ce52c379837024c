/**
 * A woodcut of many blocks: each ring is a block of its ink with grooves cut along it, wide where it is quiet and closing
 * where it is loud, and the dark block of its edge over it.
 */
import { categoryOf } from '../../data/contract/categories.ts';
import type { OutlinePose, PaintList } from '../paintList.ts';
import { numberOf, placeRing, type RifffPose } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import { disc } from './stamp.ts';

const INK = numberOf(TOKENS.ground);
const PAPER = numberOf(TOKENS.paper);
/** Grooves of a ring at a density of 0 and what 1 adds; none closer than this, in CSS pixels. */
const [FEWEST, MORE] = [1, 4];
const LEAST_STEP_PX = 6;
/** Width of a groove as a share of their distance where the ring is quietest, and the share of it that loudness closes. */
const [WIDE, CLOSING] = [0.62, 0.86];
/** Width of the dark block as a share of the ring's pitch: where it is quietest, and what loudness adds. */
const [RIM, RIM_MORE] = [0.07, 0.2];
/** Cuts of a knife do not go on all round: pieces of a groove, and how much of each is cut. */
const [PIECES, PIECE_SHARE] = [9, 0.94];

const place: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
const own: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
const near: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/** Adds the rings of a rifff. @param density grooves in a ring, 0–1 */
export function composeGouged(list: PaintList, pose: RifffPose, density: number): void {
  const { layout, rings, dpr } = pose;
  for (let at = rings.length - 1; at >= 0; at--) {
    const { index, pitch } = layout.rings[at]!;
    const ring = rings[at]!;
    const outline = pose.shapes.get(at, 'edge');
    placeRing(pose, at, place);
    near.turn = place.turn;
    own.turn = place.turn;
    if (!ring.isOn) {
      list.fill(list.trace(outline, place, null), INK);
      place.base -= 1.5;
      list.fill(list.trace(outline, place, null), PAPER);
      continue;
    }
    const body = list.fill(list.trace(outline, place, null), INK);
    body.isCut = true;
    near.base = place.base - RIM * pitch;
    near.amplitude = place.amplitude - RIM_MORE * pitch;
    const ink = numberOf(categoryOf(pose.model.rings[index]!.category).ink);
    list.fill(list.trace(outline, near, null), ink).isCut = true;
    const wanted = FEWEST + MORE * density;
    const count = Math.max(1, Math.min(Math.ceil(wanted), Math.floor(pitch / LEAST_STEP_PX)));
    const step = pitch / (Math.max(1, Math.min(wanted, count)) + 0.6);
    for (let one = 0; one < count; one++) {
      // The last one comes by its width.
      const come = Math.min(1, Math.max(0, wanted - one));
      const width = WIDE * step * come;
      const calm = 1 - one / count;
      // Below the edge where that is lowest, so it never leaves its block.
      own.base = place.base - pitch * RIM - step * (one + 0.55);
      own.amplitude = place.amplitude * calm;
      near.base = own.base - width;
      near.amplitude = own.amplitude + CLOSING * width;
      const groove = list.fill(list.trace(outline, own, null), PAPER);
      // The block again: a band would have a hair wherever its edge leaps.
      list.fill(list.trace(outline, near, null), ink).isCut = true;
      groove.dashes = PIECES + at + one;
      groove.dashShare = PIECE_SHARE;
      groove.isCut = true;
    }
  }
  if (layout.hole < 0.5) return;
  disc(list, 0, 0, layout.hole, INK, dpr);
  disc(list, 0, 0, layout.hole * 0.86, PAPER, dpr);
}
