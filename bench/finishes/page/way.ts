/** What every way of drawing is asked, and what all of them are given. */
import type { StageLook } from '../../../src/data/contract/stageLooks.ts';
import { StagePicture } from '../../../src/drawing/jam/stagePicture.ts';
import type { PaintList } from '../../../src/drawing/paintList.ts';
import { referenceRifff } from '../../../tests/gpu/musicalPeaks.ts';
import { poseOf } from '../../../tests/support/sampleStage.ts';

export const WIDTH = 1280;
export const HEIGHT = 720;
export const RADIUS = 330;
export const pose = poseOf(referenceRifff(), RADIUS);

/** The picture of a look at a moment of a rifff that plays: eight seconds a turn. */
export function movie(look: StageLook, isClear: boolean): (list: PaintList, sec: number) => void {
  const picture = new StagePicture(look);
  pose.isLive = true;
  return (list, sec) => {
    pose.nowMs = 1000 * sec;
    pose.turns = sec / 8;
    pose.phase = pose.turns % 1;
    picture.advance(pose);
    picture.compose(list, pose);
    list.isClear = isClear;
  };
}

export interface Way {
  readonly canvas: HTMLCanvasElement;
  /** Shows the pictures of this look; left out, the way has its own. */
  readonly look: StageLook;
  readonly isClear: boolean;
  draw(list: PaintList): void;
  /** Waits for the last pixel. */
  finish(): void;
}

export function newCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.style.cssText = `display:block;width:${WIDTH}px;height:${HEIGHT}px`;
  document.body.append(canvas);
  return canvas;
}

/** @returns what waits until a chip is done, as a picture that is read has to be there */
export function finishOf(gl: WebGL2RenderingContext): () => void {
  const pixel = new Uint8Array(4);
  return () => {
    gl.finish();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  };
}
