/** A rifff as a look draws it, through one turn, as SVG: what posters of shares with a look and loops of looks are made of. */
import type { LookDocument } from '../../../src/data/contract/looks.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { css } from '../../../src/drawing/canvas.ts';
import { LookFrames } from '../../../src/drawing/jam/lookFrames.ts';
import { PICTURE_PHASE, pictureRings } from '../../../src/drawing/jam/lookReach.ts';
import { layoutRings } from '../../../src/drawing/layout.ts';
import { type RifffModel, rifffModel } from '../../../src/drawing/model.ts';
import { PaintList } from '../../../src/drawing/paintList.ts';
import { PlainPose } from '../../../src/drawing/plainPose.ts';
import { paintsSvg } from '../../../src/drawing/svgPaints.ts';

export interface Turn {
  /** Width and height of each picture in CSS pixels: looks draw less where that is little. */
  readonly sizePx: number;
  /** Device pixels for each of them. */
  readonly dpr: number;
  readonly frames: number;
  /** At most 0.1 s for each picture (`LookFrames`). */
  readonly sec: number;
}

/**
 * The same rifff at the tempo at which one turn lasts so many seconds. What keeps looks from flashing is counted in seconds:
 * a turn that was only shown faster would be faster than that.
 */
function lasting(model: RifffModel, sec: number): RifffModel {
  return {
    ...model,
    rings: model.rings.map((ring) => ({ ...ring, passSec: sec / ring.repeats })),
  };
}

/** Each picture of one turn, whose end meets its beginning. It begins where looks stand still on pages. */
export function* lookTurn(
  rifff: Rifff,
  look: LookDocument,
  { sizePx, dpr, frames, sec }: Turn,
): Generator<string> {
  const model = lasting(rifffModel(rifff, rifffBars(rifff)), sec);
  const pictures = new LookFrames(look);
  const diameter = pictureRings(look) * sizePx;
  const pose = new PlainPose();
  const options = { sizePx: diameter, character: model.character };
  pose.lay(model, layoutRings(model.rings, diameter / 2, options), dpr);
  pose.isLive = true;
  pose.reachPx = diameter / 2;
  const list = new PaintList();
  for (let frame = 0; frame < frames; frame++) {
    pose.phase = (PICTURE_PHASE + frame / frames) % 1;
    pose.nowMs = (1000 * sec * frame) / frames;
    pictures.compose(list, pose);
    yield paintsSvg(list, sizePx, css(pictures.ground));
  }
}
