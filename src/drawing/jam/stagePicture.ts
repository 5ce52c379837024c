/**
 * The picture of a stage as it moves: its look, what moves it, and the rifffs before this one. All looks draw the same
 * data: print (the look), light (its second way of drawing), and paper, an engraving. Each is a list of paints like any
 * other, so both hosts draw them alike.
 */
import {
  LOOK_KNOBS,
  type LookRoutes,
  PLAIN_ROUTES,
  type StageLook,
} from '../../data/contract/stageLooks.ts';
import { composeRifff } from '../composeRifff.ts';
import type { RifffModel } from '../model.ts';
import type { PaintList } from '../paintList.ts';
import type { RingMotion } from '../ringMotion.ts';
import { numberOf, type RifffPose } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import { composeLight, type Echo, LIGHT_GROUND } from './light.ts';
import {
  CUT,
  createLookValues,
  DENSITY,
  followRoutes,
  type LookMoment,
  LookTrack,
  type LookValues,
  SlowChoice,
  SPREAD,
  TURN,
} from './lookParameters.ts';
import { composePaper } from './paper.ts';

/** What lies behind each, as `0xRRGGBB`. */
const LOOK_GROUNDS: Readonly<Record<StageLook, number>> = {
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
function bendRings(rings: readonly RingMotion[], hole: number, values: LookValues): void {
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
function composeLook(
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

const AT_REST = { phase: -1, stepSec: Number.NaN, isReduced: false };

export class StagePicture {
  /** Values of the knobs, 0–1; set them before each frame. */
  readonly knobs = new Float64Array(LOOK_KNOBS);
  readonly values = createLookValues();
  routes: LookRoutes = PLAIN_ROUTES;
  echoes: readonly Echo[] = [];
  private readonly look: SlowChoice<StageLook>;
  private lastMs = Number.NaN;
  private solved: { model: RifffModel; routes: LookRoutes; track: LookTrack } | null = null;
  /** Filled anew in every frame. */
  private readonly moment: LookMoment = { knobs: this.knobs, ...AT_REST };

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
    const { nowMs, isReduced, phase } = pose;
    const { moment } = this;
    moment.stepSec = (nowMs - this.lastMs) / 1000;
    moment.phase = phase;
    moment.isReduced = isReduced;
    this.lastMs = nowMs;
    const isWaiting = this.look.advance(nowMs);
    const isMoving = followRoutes(this.values, this.routes, this.trackOf(pose.model), moment);
    bendRings(rings, pose.layout.hole, this.values);
    return isWaiting || isMoving;
  }

  /** Solved anew only for another rifff or other routes. */
  private trackOf(model: RifffModel): LookTrack {
    const { routes } = this;
    if (this.solved?.model !== model || this.solved.routes !== routes) {
      this.solved = { model, routes, track: new LookTrack(model, routes) };
    }
    return this.solved.track;
  }

  /** Makes the list of the rifff by the look of now. */
  compose(list: PaintList, pose: RifffPose): void {
    composeLook(list, pose, this.look.current, this.values, this.echoes);
  }
}
