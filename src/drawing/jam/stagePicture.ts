/**
 * The picture of a stage as it moves: its look, what moves it, and the rifffs before this one. A look is a document; each
 * of its layers adds paints to one list, so both hosts draw all of them alike.
 */
import type { KnobTurns } from '../../data/contract/live.ts';
import type { LookDocument, LookLayer } from '../../data/contract/looks.ts';
import type {
  LookGround,
  LookRoutes,
  RingDrawingName,
  StageLook,
} from '../../data/contract/stageLooks.ts';
import { composeRifff, composeRings, notchWidth } from '../composeRifff.ts';
import type { RifffModel } from '../model.ts';
import { PaintList } from '../paintList.ts';
import { numberOf, type RifffPose } from '../ringNow.ts';
import { TOKENS } from '../tokens.ts';
import { BUILT_IN_LOOKS } from './builtInLooks.ts';
import { Camera, spot, X, Y, Z } from './camera.ts';
import { flies } from './cameraBox.ts';
import { composeDots } from './dots.ts';
import { Finishes, finishLeaps } from './finish/finishes.ts';
import { composeGouged } from './gouged.ts';
import { composeHoops, MOUTH } from './hoops.ts';
import { UNTURNED } from './knobSlide.ts';
import { layFlat } from './laid.ts';
import { composeCutouts, composeTerraces } from './layered.ts';
import { type LayerFrame, LayerPose, SeenRings } from './layerPose.ts';
import { composeLetters } from './letters.ts';
import { composeGrowth, composeRibbons, type Echo, LIGHT_GROUND } from './light.ts';
import { ChangeClock, chosenAt } from './lookChanges.ts';
import {
  DENSITY,
  LIFT,
  LookFollower,
  type LookMoment,
  LookTrack,
  PARAMETERS,
} from './lookTrack.ts';
import { composeMoire } from './moire.ts';
import { composeEngraving } from './paper.ts';
import { composeEcho, composeFlight } from './passing.ts';
import { composePlates } from './plates.ts';
import { composeSheets, composeSteps } from './solids.ts';

/** What lies behind each, as `0xRRGGBB`. */
const GROUNDS: Readonly<Record<LookGround, number>> = {
  ground: numberOf(TOKENS.ground),
  night: LIGHT_GROUND,
  paper: numberOf(TOKENS.paper),
};

/** What of a look leaps where it is another one: all but what its parameters are and what moves them. */
const leapsOf = (look: LookDocument) => {
  const { ground, camera, layers, choices } = look;
  return JSON.stringify([
    ground,
    // From straight above, everything is drawn in its flat form.
    (camera?.tilt ?? 0) > 0,
    choices,
    layers.map((layer) =>
      layer.source === 'rings'
        ? [layer.drawn, layer.size, layer.wedges, layer.part]
        : [layer.source],
    ),
    finishLeaps(look),
  ]);
};

/** Drawings of many fine lines, which would shimmer if they shook with the level. */
const STILL: ReadonlySet<RingDrawingName> = new Set(['engraved', 'gouged', 'letters']);

/** Adds what one layer draws. */
function composeLayer(
  list: PaintList,
  pose: RifffPose,
  layer: LookLayer,
  density: number,
  lift: number,
  echoes: readonly Echo[],
  ground: number,
): void {
  switch (layer.source === 'rings' ? layer.drawn : layer.source) {
    case 'growth':
      composeGrowth(list, pose, density, echoes);
      break;
    case 'echo':
      composeEcho(list, pose, density, lift, ground);
      break;
    case 'flight':
      composeFlight(list, pose, density, lift, echoes, ground);
      break;
    case 'filled':
      composeRings(list, pose);
      break;
    case 'ribbons':
      composeRibbons(list, pose);
      break;
    case 'engraved':
      composeEngraving(list, pose, density);
      break;
    case 'plates':
      composePlates(list, pose, density, lift);
      break;
    case 'dots':
      composeDots(list, pose, density);
      break;
    case 'gouged':
      composeGouged(list, pose, density);
      break;
    case 'terraces':
      composeTerraces(list, pose, density, lift);
      break;
    case 'cutouts':
      composeCutouts(list, pose, lift);
      break;
    case 'screens':
      composeMoire(list, pose, density, lift, ground);
      break;
    case 'letters':
      composeLetters(list, pose, ground);
  }
}

const AT_REST = { phase: -1, stepSec: Number.NaN, isReduced: false, turnsMs: 0 };

export class StagePicture {
  /** Moves of the knobs. */
  turns: KnobTurns = UNTURNED;
  /** How much their clock is ahead of the clock of the pictures, in ms. */
  turnsAheadMs = 0;
  routes: LookRoutes = {};
  echoes: readonly Echo[] = [];
  private look: LookDocument;
  private wanted: LookDocument;
  private readonly looks = new ChangeClock();
  private readonly all = new ChangeClock();
  private readonly seen = new SeenRings();
  private follower: LookFollower | null = null;
  private readonly camera = new Camera();
  private readonly finishes = new Finishes();
  /** A layer before it is laid on the ground that the camera sees. */
  private readonly flat = new PaintList();
  private lastMs = Number.NaN;
  private track: LookTrack | null = null;
  /** The look that is likely to come next, and its track, as far as it has been solved. */
  private coming: LookDocument | null = null;
  private ahead: LookTrack | null = null;
  private readonly layers: LayerPose[] = [];
  private readonly frame: { -readonly [K in keyof LayerFrame]: LayerFrame[K] } = {
    size: 1000,
    wedges: 1,
    part: 0,
    isStill: false,
  };
  /** Filled anew in every frame. */
  private readonly moment: LookMoment = { turns: UNTURNED, ...AT_REST };

  /** @param look the name of one of the house, or a document */
  constructor(look: StageLook | LookDocument = 'print') {
    this.look = typeof look === 'string' ? BUILT_IN_LOOKS[look] : look;
    this.wanted = this.look;
  }

  /** Where the hole of the rings was seen in the last picture, from its middle: x and y in CSS pixels. */
  readonly hole = new Float64Array(2);

  /** `0xRRGGBB` behind the picture. */
  get ground(): number {
    return GROUNDS[this.look.ground];
  }

  /** Can its ground be left out? Only where it is the one of the page. */
  get canBeClear(): boolean {
    return this.look.ground === 'ground';
  }

  /** Wishes for a look: it comes as soon as that is no flash; one that differs in its values alone comes at once. */
  choose(look: StageLook | LookDocument): void {
    this.wanted = typeof look === 'string' ? BUILT_IN_LOOKS[look] : look;
  }

  /** Says which look is likely to come: what moves it is solved meanwhile, a parameter a frame. Null for none. */
  prepare(look: StageLook | LookDocument | null): void {
    this.coming = typeof look === 'string' ? BUILT_IN_LOOKS[look] : look;
  }

  /**
   * Moves on to a moment. Call it before `compose`, once for each.
   *
   * @returns whether it goes on moving by itself
   */
  advance(pose: RifffPose): boolean {
    const { nowMs, isReduced, phase } = pose;
    const { moment } = this;
    moment.stepSec = (nowMs - this.lastMs) / 1000;
    moment.phase = phase;
    moment.turns = this.turns;
    moment.turnsMs = nowMs + this.turnsAheadMs;
    moment.isReduced = isReduced;
    this.lastMs = nowMs;
    const isWaiting = this.change(pose);
    const track = this.trackOf(pose.model);
    if (!this.follower) {
      this.follower = new LookFollower(track);
      moment.stepSec = Number.NaN;
    }
    const isMoving = this.follower.follow(track, moment);
    const isPanning = this.camera.follow(this.look.camera, moment.stepSec);
    this.solveAhead(pose.model);
    return isWaiting || isMoving || isPanning;
  }

  /**
   * Takes another look, at most twice a second, and rings that fell silent or sound again, half a second after the last
   * change of either. The page changes its ground with the look, so that does not wait for rings.
   *
   * @returns whether one waits
   */
  private change(pose: RifffPose): boolean {
    const { nowMs } = pose;
    if (this.wanted !== this.look && leapsOf(this.wanted) === leapsOf(this.look)) {
      // Its values go on from where they are, as slowly as they may.
      this.look = this.wanted;
    }
    const isOther = this.wanted !== this.look;
    if (isOther && this.looks.isDue(nowMs)) {
      this.look = this.wanted;
      this.follower = null;
      this.looks.changed(nowMs);
      // What waits of the rings comes with it.
      this.seen.take(pose, true);
      this.all.changed(nowMs);
    }
    const rings = this.seen.take(pose, this.all.isDue(nowMs));
    if (rings === 'changed') this.all.changed(nowMs);
    return rings === 'waits' || this.wanted !== this.look;
  }

  /** Solved anew only for another rifff, another look or other routes. */
  private trackOf(model: RifffModel): LookTrack {
    const { look, routes, track, ahead } = this;
    if (track?.isOf(model, look, routes)) return track;
    const next = ahead?.isOf(model, look, routes) ? ahead : new LookTrack(model, look, routes);
    this.track = next.solve();
    this.ahead = null;
    return next;
  }

  /** All of it in the frame in which the look changes made that frame a long one. */
  private solveAhead(model: RifffModel): void {
    const { look, routes } = this;
    const next = this.wanted === look ? this.coming : this.wanted;
    if (!next || next === look) return;
    if (!this.ahead?.isOf(model, next, routes)) this.ahead = new LookTrack(model, next, routes);
    this.ahead.solveNext();
  }

  /** Makes the list of the rifff by the look of now. */
  compose(list: PaintList, pose: RifffPose): void {
    if (pose.rings.length === 0 || !this.follower) {
      composeRifff(list, pose);
      return;
    }
    const { values } = this.follower;
    list.begin(pose.phase, notchWidth(pose.layout.radius), this.ground);
    const { layers } = this.look;
    const isFlight = flies(this.look);
    this.camera.aim(pose);
    this.hole.fill(0);
    for (let at = 0; at < layers.length; at++) {
      const layer = layers[at]!;
      let own = this.layers[at];
      if (!own) {
        own = new LayerPose();
        this.layers.push(own);
      }
      const from = at * PARAMETERS;
      own.take(pose, this.seen, values, from, this.frameOf(pose, at));
      const [density, lift] = [values[from + DENSITY]!, values[from + LIFT]!];
      if (this.camera.isFlat) {
        composeLayer(list, own, layer, density, lift, this.echoes, this.ground);
      } else if (isFlight) this.composeOnWay(list, own, layer, density, lift);
      else this.composeLeaning(list, own, layer, density, lift);
    }
    if (!this.camera.isFlat && !isFlight) {
      spot[X] = 0;
      spot[Y] = 0;
      spot[Z] = this.camera.holeZ;
      this.camera.find();
      this.hole[0] = spot[X]!;
      this.hole[1] = spot[Y]!;
    }
    this.finishes.apply(list, pose, this.look, values, this.ground);
  }

  /** Adds a layer of a look that flies: rings stand where hoops of their size are. */
  private composeOnWay(
    list: PaintList,
    own: LayerPose,
    layer: LookLayer,
    density: number,
    lift: number,
  ): void {
    const { camera, echoes, ground } = this;
    if (layer.source === 'flight') {
      composeHoops(list, own, density, lift, echoes, ground, camera);
      return;
    }
    const first = list.size;
    composeLayer(list, own, layer, density, lift, echoes, ground);
    if (layer.source !== 'rings') return;
    const aside = 1 - layer.size / 1000 / MOUTH;
    this.hole[0] = camera.way[0]! * aside;
    this.hole[1] = camera.way[1]! * aside;
    for (let at = first; at < list.size; at++) {
      list.paints[at]!.x += camera.way[0]! * aside;
      list.paints[at]!.y += camera.way[1]! * aside;
    }
  }

  /** Adds a layer that leans: what has a height stands up, everything else lies on the ground. */
  private composeLeaning(
    list: PaintList,
    own: LayerPose,
    layer: LookLayer,
    density: number,
    lift: number,
  ): void {
    const { camera, echoes, ground, flat } = this;
    const drawn = layer.source === 'rings' ? layer.drawn : layer.source;
    if (drawn === 'terraces') composeSteps(list, own, density, lift, camera);
    else if (drawn === 'cutouts') composeSheets(list, own, lift, camera);
    else {
      flat.begin(list.phase, list.notchWidth, ground);
      composeLayer(flat, own, layer, density, lift, echoes, ground);
      layFlat(list, flat, camera);
    }
  }

  /** How a layer stands now. The same object for all of them. */
  private frameOf(pose: RifffPose, at: number): LayerFrame {
    const { layers, choices } = this.look;
    const layer = layers[at]!;
    const isRings = layer.source === 'rings';
    const { frame } = this;
    frame.size = isRings ? layer.size : 1000;
    frame.wedges = isRings ? layer.wedges : 1;
    frame.part = isRings ? layer.part : 0;
    frame.isStill = isRings && STILL.has(layer.drawn);
    const phase = pose.isReduced ? -1 : pose.phase;
    for (let one = 0; one < choices.length; one++) {
      const { layer: of, value, everyBars, of: all } = choices[one]!;
      if (of === at) frame[value] = chosenAt(pose.model, everyBars, all, phase);
    }
    return frame;
  }
}
