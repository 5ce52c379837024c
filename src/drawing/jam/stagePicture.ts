/** The picture of a stage as it moves: its look, what moves it, and the rifffs before this one. */
import { type LookRoutes, PLAIN_ROUTES, type StageLook } from '../../data/contract/stageLooks.ts';
import type { PaintList } from '../paintList.ts';
import type { RingMotion } from '../ringMotion.ts';
import type { RifffPose } from '../ringNow.ts';
import type { Echo } from './light.ts';
import { createLookInputs, createLookValues, followRoutes, SlowChoice } from './lookParameters.ts';
import { bendRings, composeLook, LOOK_GROUNDS } from './looks.ts';

export class StagePicture {
  /** What is heard and turned; fill it before each frame. */
  readonly inputs = createLookInputs();
  readonly values = createLookValues();
  routes: LookRoutes = PLAIN_ROUTES;
  echoes: readonly Echo[] = [];
  private readonly look: SlowChoice<StageLook>;
  private lastMs = Number.NaN;

  constructor(look: StageLook = 'print') {
    this.look = new SlowChoice(look);
  }

  /** The look that is drawn now. */
  get currentLook(): StageLook {
    return this.look.current;
  }

  /** `0xRRGGBB` behind the picture. */
  get ground(): number {
    return LOOK_GROUNDS[this.look.current];
  }

  /** Wishes for a look: it comes as soon as that is no flash. */
  choose(look: StageLook): void {
    this.look.wish(look);
  }

  /**
   * Moves on to a moment and bends the rings, which have to be where they belong.
   *
   * @returns whether it goes on moving by itself
   */
  advance(rings: readonly RingMotion[], pose: RifffPose): boolean {
    const { nowMs, isReduced } = pose;
    const stepSec = Number.isNaN(this.lastMs) ? 0 : (nowMs - this.lastMs) / 1000;
    this.lastMs = nowMs;
    const isWaiting = this.look.advance(nowMs);
    const isMoving = followRoutes(this.values, this.routes, this.inputs, stepSec, isReduced);
    bendRings(rings, pose.layout.hole, this.values);
    return isWaiting || isMoving;
  }

  /** Makes the list of the rifff by the look of now. */
  compose(list: PaintList, pose: RifffPose): void {
    composeLook(list, pose, this.look.current, this.values, this.echoes);
  }
}
