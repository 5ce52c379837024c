/** A look in pictures at times of their own, as a video has them: no clock, so the same times give the same pictures. */
import type { LookDocument } from '../../data/contract/looks.ts';
import type { StageLook } from '../../data/contract/stageLooks.ts';
import type { PaintList } from '../paintList.ts';
import type { RifffPose } from '../ringNow.ts';
import { BUILT_IN_LOOKS } from './builtInLooks.ts';
import { StagePicture } from './stagePicture.ts';

/** Longest step that a stage goes with the rifff, in ms: after a longer one it would lag behind (`slowly`). */
const MOST_STEP_MS = 100;

export class LookFrames {
  readonly look: LookDocument;
  private stage: StagePicture;
  private lastMs = Number.NaN;

  /** @param look the name of one of the house, or a document */
  constructor(look: StageLook | LookDocument) {
    this.look = typeof look === 'string' ? BUILT_IN_LOOKS[look] : look;
    this.stage = new StagePicture(this.look);
  }

  /** `0xRRGGBB` behind the picture. */
  get ground(): number {
    return this.stage.ground;
  }

  /**
   * Makes the list of a moment. A moment that follows the last one goes on from there. Any other one is drawn as by a
   * stage that was just opened.
   *
   * @param pose at the phase and the `nowMs` of the moment
   */
  compose(list: PaintList, pose: RifffPose): void {
    const stepMs = pose.nowMs - this.lastMs;
    if (stepMs < 0 || stepMs > MOST_STEP_MS) this.stage = new StagePicture(this.look);
    this.lastMs = pose.nowMs;
    this.stage.advance(pose);
    this.stage.compose(list, pose);
  }
}
