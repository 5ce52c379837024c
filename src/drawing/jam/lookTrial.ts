/** Plays a look through what makes looks flash, picture by picture, without a browser. */
import type { LookDocument } from '../../data/contract/looks.ts';
import type { LookRoutes, StageLook } from '../../data/contract/stageLooks.ts';
import { fillPaints } from '../fillPaints.ts';
import type { RifffModel, RingModel } from '../model.ts';
import { PaintList } from '../paintList.ts';
import type { PlainPose } from '../plainPose.ts';
import { advanceRing } from '../ringMotion.ts';
import type { Echo } from './light.ts';
import { turnSec } from './lookSources.ts';
import { pointsOf, poseOf } from './measureLook.ts';
import { stageFrame } from './stageFrame.ts';
import { StagePicture } from './stagePicture.ts';

/** Pictures in a second. */
export const TRIAL_RATE = 60;
/** A stage of a trial, and its pictures. */
export interface TrialStage {
  /** Of the pictures, in pixels. */
  readonly width: number;
  readonly height: number;
}
/** Shorter side of every stage in CSS pixels. */
const CSS_PX = 900;
/** A square: it shows more of the rings than a wide one. */
export const squareStage = (side: number): TrialStage => ({ width: side, height: side });

export interface Trial {
  readonly model: RifffModel;
  /** Rifffs before it. */
  readonly echoes: readonly Echo[];
  /** What moves the look besides its own document. */
  readonly routes?: LookRoutes;
  /** Turns knobs, mutes rings or wishes for another look; asked before each picture, from 0 on. */
  readonly before: (frame: number, picture: StagePicture, pose: PlainPose) => void;
}

/** A moment of a trial; good until the next one. */
export interface TrialMoment {
  /** Points that its picture is filled from. */
  readonly points: number;
  /**
   * Fills its picture as a stage shows it. One of another shape than the trial's has its rings as large as they would be
   * there.
   *
   * @param pixels `0xRRGGBB`, row after row
   */
  readonly fill: (pixels: Uint32Array, stage: TrialStage) => void;
}

/** A picture of a trial: `0xRRGGBB`, row after row; good until the next one. */
export interface TrialPicture extends TrialMoment {
  readonly pixels: Uint32Array;
}

const burstBytes = (bins: number, passSec: number, period: number) =>
  Uint8Array.from({ length: bins }, (_, at) =>
    Math.floor((((at / bins) * passSec * TRIAL_RATE) / period) % 2) ? 0 : 255,
  );

/** A ring as long as its rifff that is loud and silent in turns, for `period` pictures each. */
export function burstRing(ring: RingModel, passSec: number, period: number): RingModel {
  const band = burstBytes(256, passSec, period);
  const bands = Uint8Array.from({ length: 4 * 256 }, (_, at) => band[at % 256]!);
  return { ...ring, bands, repeats: 1, passSec };
}

/** A stage in CSS pixels, and how many pixels each of those has. */
function frameOf(look: StageLook | LookDocument, { width, height }: TrialStage) {
  const scale = Math.min(width, height) / CSS_PX;
  return { scale, ...stageFrame(look, width / scale, height / scale, false) };
}

/**
 * Plays a look through a trial at 60 moments a second.
 *
 * @yields each of them; the same object every time
 */
export function* playMoments(
  look: StageLook | LookDocument,
  { model, echoes, routes, before }: Trial,
  stage: TrialStage,
  frames: number,
): Generator<TrialMoment> {
  const picture = new StagePicture(look);
  if (routes) picture.routes = routes;
  picture.echoes = echoes;
  const { radius } = frameOf(look, stage);
  const pose = poseOf(model, radius);
  const list = new PaintList();
  const moment = {
    points: 0,
    fill: (pixels: Uint32Array, shown: TrialStage) => {
      const frame = frameOf(look, shown);
      const larger = frame.radius / radius;
      const [x, y] = [frame.x / larger, frame.y / larger];
      fillPaints(pixels.fill(picture.ground), shown.width, list, x, y, frame.scale * larger);
    },
  };
  const seconds = turnSec(model);
  for (let frame = 0; frame < frames; frame++) {
    pose.nowMs = (frame * 1000) / TRIAL_RATE;
    pose.phase = (frame / TRIAL_RATE / seconds) % 1;
    before(frame, picture, pose);
    for (const ring of pose.rings) advanceRing(ring, pose.nowMs, false);
    picture.advance(pose);
    picture.compose(list, pose);
    moment.points = pointsOf(list);
    yield moment;
  }
}

/** The same with the picture of each moment. @yields each of them; the same pixels every time */
export function* playTrial(
  look: StageLook | LookDocument,
  trial: Trial,
  stage: TrialStage,
  frames: number,
): Generator<TrialPicture> {
  const pixels = new Uint32Array(stage.width * stage.height);
  for (const { points, fill } of playMoments(look, trial, stage, frames)) {
    fill(pixels, stage);
    yield { pixels, points, fill };
  }
}
