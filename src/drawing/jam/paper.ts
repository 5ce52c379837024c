/**
 * An engraving on paper: each ring is a bundle of lines that follow its edge and calm down inwards, as thick as it is
 * loud. Only the newest ring has its ink, on ground. Light rooms and printed programmes want this one.
 */
import { categoryOf } from '../../data/contract/categories.ts';
import type { OutlinePose, PaintList } from '../paintList.ts';
import { numberOf, placeRing, type RifffPose } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import { disc } from './stamp.ts';

const GROUND = numberOf(TOKENS.ground);
const PAPER = numberOf(TOKENS.paper);

/** Lines of a ring at a density of 0 and what 1 adds; none closer than this, in CSS pixels. */
const [FEWEST, MORE] = [2, 5];
const LEAST_STEP_PX = 5;
/** Width of a line as a share of their distance: the outermost and the innermost of a ring. */
const [THICK, THIN] = [0.56, 0.2];

const place: OutlinePose = { base: 0, amplitude: 0, turn: 0 };
const own: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/** One line: dark, then paper again inside it. */
function engrave(
  list: PaintList,
  pose: RifffPose,
  at: number,
  inset: number,
  calm: number,
  width: number,
): void {
  const outline = pose.shapes.get(at, 'edge');
  own.turn = place.turn;
  own.amplitude = place.amplitude * calm;
  // The highest edge is what moves inwards evenly.
  own.base = place.base + place.amplitude - own.amplitude - inset;
  const isCut = pose.rings[at]!.isOn;
  list.fill(list.trace(outline, own, null), GROUND).isCut = isCut;
  own.base -= width;
  list.fill(list.trace(outline, own, null), PAPER).isCut = isCut;
}

function composeRing(list: PaintList, pose: RifffPose, at: number, density: number): void {
  const { pitch, index } = pose.layout.rings[at]!;
  const ring = pose.rings[at]!;
  const model = pose.model.rings[index]!;
  placeRing(pose, at, place);
  if (model.isFresh && ring.isOn) {
    const outline = pose.shapes.get(at, 'edge');
    list.fill(list.trace(outline, place, null), GROUND).isCut = true;
    place.base -= Math.max(2, 0.05 * pitch);
    list.fill(list.trace(outline, place, null), numberOf(categoryOf(model.category).ink)).isCut =
      true;
    place.base -= Math.max(2, 0.05 * pitch);
    return;
  }
  const wanted = ring.isOn ? FEWEST + MORE * density : 1;
  const count = Math.max(1, Math.min(Math.ceil(wanted), Math.floor(pitch / LEAST_STEP_PX)));
  const step = pitch / Math.max(1, Math.min(wanted, count));
  for (let one = 0; one < count; one++) {
    const share = one / count;
    // The last one comes by its width.
    const come = Math.min(1, Math.max(0, wanted - one));
    const wide = ring.isOn ? step * (THICK + (THIN - THICK) * share) * come : 1.5;
    // One that does not fit gets thinner: if it went at once, it could flicker.
    const width = Math.min(wide, pitch - one * step);
    if (width <= 0) break;
    engrave(list, pose, at, one * step, 1 - share, width);
  }
}

/** Adds the rings of a rifff as an engraving. @param density lines in a ring, 0–1 */
export function composeEngraving(list: PaintList, pose: RifffPose, density: number): void {
  const { layout, rings, dpr } = pose;
  for (let at = rings.length - 1; at >= 0; at--) composeRing(list, pose, at, density);
  if (layout.hole < 0.5) return;
  disc(list, 0, 0, layout.hole, GROUND, dpr);
  disc(list, 0, 0, layout.hole * 0.9, PAPER, dpr);
}
