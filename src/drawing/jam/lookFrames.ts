/** A look in pictures at times of their own, as a video has them: no clock, so the same times give the same pictures. */

import type { KnobTurns } from '../../data/contract/live.ts';
import type { LookDocument } from '../../data/contract/looks.ts';
import type { StageLook } from '../../data/contract/stageLooks.ts';
import type { PaintList } from '../paintList.ts';
import type { RifffPose } from '../ringNow.ts';
import { BUILT_IN_LOOKS } from './builtInLooks.ts';
import { StagePicture } from './stagePicture.ts';

/** Longest step that a stage goes with the rifff, in ms: after a longer one it would lag behind (`slowly`). */
const MOST_STEP_MS = 100;

/** Knobs of a room, as pictures take them along. */
export interface FrameKnobs {
  readonly turns: KnobTurns;
  /** The moment of the moves at the first picture, whose time is 0, in ms. */
  readonly fromMs: number;
}

export class LookFrames {
  readonly look: LookDocument;
  private stage: StagePicture;
  private lastMs = Number.NaN;
  private readonly knobs: FrameKnobs | null;

  /**
   * @param look the name of one of the house, or a document
   * @param knobs null for knobs at rest
   */
  constructor(look: StageLook | LookDocument, knobs: FrameKnobs | null = null) {
    this.look = typeof look === 'string' ? BUILT_IN_LOOKS[look] : look;
    this.knobs = knobs;
    this.stage = this.begin();
  }

  private begin(): StagePicture {
    const stage = new StagePicture(this.look);
    if (this.knobs) stage.turns = this.knobs.turns;
    stage.turnsAheadMs = this.knobs?.fromMs ?? 0;
    return stage;
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
    if (stepMs < 0 || stepMs > MOST_STEP_MS) this.stage = this.begin();
    this.lastMs = pose.nowMs;
    this.stage.advance(pose);
    this.stage.compose(list, pose);
  }
}
