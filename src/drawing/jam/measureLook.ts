/** What a look does with a rifff, measured on its own picture: flashes, and how much there is to draw. */
import type { LookDocument } from '../../data/contract/looks.ts';
import { CanvasPainter, css } from '../canvas.ts';
import { FlashSeries } from '../flashes.ts';
import { layoutRings } from '../layout.ts';
import type { RifffModel } from '../model.ts';
import { PaintList } from '../paintList.ts';
import { PlainPose } from '../plainPose.ts';
import { turnSec } from './lookSources.ts';
import { stageFrame } from './stageFrame.ts';
import { StagePicture } from './stagePicture.ts';

/** A stage of 16:9 in CSS pixels, and pixels of the measured picture for each: four by four make a place of the measure. */
const [WIDTH, HEIGHT] = [960, 540];
const SCALE = 0.2;
const RATE = 60;
/** Longer turns are measured in their first part. */
const LONGEST_SEC = 8;

export interface LookMeasure {
  /** Most flashes within a second, general or red (`flashes.ts`); three are allowed. */
  readonly flashes: number;
  /** Points of the picture that has most of them, as a multiple of the plain print of the same rifff. */
  readonly cost: number;
}

/** A rifff as it sounds, with all its rings there. @param radius of the rings, in CSS pixels */
export function poseOf(model: RifffModel, radius: number): PlainPose {
  const pose = new PlainPose();
  pose.lay(model, layoutRings(model.rings, radius), 1);
  for (const ring of pose.rings) ring.hasArrived = true;
  pose.isLive = true;
  return pose;
}

/** Points that a picture is filled from. */
export function pointsOf(list: PaintList): number {
  let points = 0;
  for (let at = 0; at < list.size; at++) points += list.paints[at]!.count;
  return points;
}

/** Plays a rifff once through a look, picture by picture. @yields after each of them, so that the caller may stop */
export function* measureLook(
  look: LookDocument,
  model: RifffModel,
): Generator<undefined, LookMeasure> {
  const canvas = new OffscreenCanvas(WIDTH * SCALE, HEIGHT * SCALE);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const painter = new CanvasPainter(context);
  const series = new FlashSeries();
  const list = new PaintList();
  const seconds = turnSec(model);
  const frames = Math.ceil(RATE * Math.min(LONGEST_SEC, seconds));
  const { x, y, radius } = stageFrame(look, WIDTH, HEIGHT, false);
  const [pose, plainPose] = [poseOf(model, radius), poseOf(model, radius)];
  const [picture, plain] = [new StagePicture(look), new StagePicture('print')];
  let [points, plainPoints] = [1, 1];
  for (let frame = 0; frame < frames; frame++) {
    for (const one of [pose, plainPose]) {
      one.nowMs = (frame * 1000) / RATE;
      one.phase = (frame / RATE / seconds) % 1;
    }
    plain.advance(plainPose);
    plain.compose(list, plainPose);
    plainPoints = Math.max(plainPoints, pointsOf(list));
    picture.advance(pose);
    picture.compose(list, pose);
    points = Math.max(points, pointsOf(list));
    context.fillStyle = css(picture.ground);
    context.fillRect(0, 0, canvas.width, canvas.height);
    painter.draw(list, x * SCALE, y * SCALE, SCALE);
    series.addImage(context.getImageData(0, 0, canvas.width, canvas.height));
    yield;
  }
  return { flashes: series.most, cost: points / plainPoints };
}
