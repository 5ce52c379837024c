/** What a rifff shows at one moment, and what follows for each of its rings. */
import { categoryOf } from '../data/contract/categories.ts';
import type { RingLayout } from './layout.ts';
import type { RifffModel } from './model.ts';
import { arrived, LEVEL_SHARE, muteReach } from './motion.ts';
import type { OutlinePose } from './paintList.ts';
import type { RingMotion } from './ringMotion.ts';
import { keylinePx, type RingShapes } from './ringShapes.ts';
import { TOKENS } from './tokens.ts';

/** What is shown of a rifff now. Lengths in CSS pixels, phases and places in turns. */
export interface RifffPose {
  readonly model: RifffModel;
  readonly layout: RingLayout;
  readonly rings: readonly RingMotion[];
  readonly shapes: Pick<RingShapes, 'get' | 'curve'>;
  /** Where the notch is, or −1. */
  readonly phase: number;
  /** Do rings thicken with their level, and swell by what is heard? */
  readonly isLive: boolean;
  /** Rows of 512 magnitudes by slot; null where nothing is heard. */
  readonly spectrum: Uint8Array | null;
  readonly nowMs: number;
  readonly isReduced: boolean;
  /** Turns of the sound so far: what arrives is cut in by the notch. */
  readonly turns: number;
  /** A ring that arrives stands still so far round, in turns; −1 where it follows the sound. */
  readonly arrivedShare: number;
  /** Indices of the layout; −1 for none. */
  readonly selected: number;
  readonly focused: number;
  /** The ring that is off its place: only its dashed outline stays. */
  readonly pulled: number;
  /** The ring that is dragged and the gain it had, or −1. */
  readonly dragged: number;
  readonly startGain: number;
  /** Slots whose sound is missing, and whether all of it is not on the server yet: hatched over. */
  readonly failed: readonly number[];
  readonly isUnsent: boolean;
  /** Ground round the outline. */
  readonly bitePx: number;
  /** Radius of the picture that the rifff has: what moves stays within it, as far as the rings at rest do. */
  readonly reachPx: number;
  /** Touch dot from the centre; radius 0 for none. */
  readonly dotX: number;
  readonly dotY: number;
  readonly dotRadius: number;
  /** Device pixels per CSS pixel: how fine circles are. */
  readonly dpr: number;
}

/** How much ground the rings beside a solo take. */
const DIM_SHARE = 0.85;

/** `#RRGGBB` as a number. */
export const numberOf = (colour: string) => Number.parseInt(colour.slice(1), 16);

/** One ink moved towards another by a share, 0–1; both `0xRRGGBB`. */
export function mixInks(from: number, to: number, share: number): number {
  const red = ((from >> 16) & 255) + (((to >> 16) & 255) - ((from >> 16) & 255)) * share;
  const green = ((from >> 8) & 255) + (((to >> 8) & 255) - ((from >> 8) & 255)) * share;
  const blue = (from & 255) + ((to & 255) - (from & 255)) * share;
  return (Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue);
}

const GROUND = numberOf(TOKENS.ground);

/** Ink mixed into the ground; 1 is all ink. */
export const inGround = (ink: number, share: number): number =>
  share >= 1 ? ink : mixInks(GROUND, ink, share);

const inks = new Map<string, number>();

function inkOf(category: string): number {
  let ink = inks.get(category);
  if (ink === undefined) {
    ink = numberOf(categoryOf(category).ink);
    inks.set(category, ink);
  }
  return ink;
}

/** How a ring looks now: up to two parts of the circle, each sounding or muted; where none is it is only an outline. */
export class RingNow {
  ink = 0;
  isOn = true;
  /** Does it show an outline anywhere: muted, or still to come? */
  isOutlined = false;
  /** Is it still to come, or away, in a part of the circle? */
  isPartial = false;
  /** How many parts there are, and each: does it sound, from where, how many turns (as in `Paint`). */
  parts = 0;
  readonly sounds = [true, true];
  readonly from = [0, 0];
  readonly turns = [0, 0];

  /** Reads the ring at an index of the layout. */
  read(pose: RifffPose, at: number): void {
    const ring = pose.rings[at]!;
    const { category } = pose.model.rings[pose.layout.rings[at]!.index]!;
    this.ink = inGround(inkOf(category), 1 - DIM_SHARE * ring.dim);
    this.isOn = ring.isOn;
    this.parts = 0;
    const share = arrivedShare(pose, ring, at);
    const reach = muteReach(pose.nowMs, ring.muteMs, pose.isReduced);
    this.isPartial = share < 1;
    if (share < 1) {
      const start = pose.arrivedShare >= 0 ? 0 : ring.arriveTurns;
      if (share > 0) this.add(ring.isOn, start - Math.floor(start), share);
    } else if (reach >= 0.5) this.add(ring.isOn, 0, 0);
    else {
      const turns = Math.max(1e-4, 2 * reach);
      this.add(!ring.isOn, ring.muteFrom - reach, -turns);
      this.add(ring.isOn, ring.muteFrom - reach, turns);
    }
    this.isOutlined = share < 1 || !ring.isOn || reach < 0.5;
  }

  private add(sounds: boolean, from: number, turns: number): void {
    this.sounds[this.parts] = sounds;
    this.from[this.parts] = from;
    this.turns[this.parts] = turns;
    this.parts += 1;
  }
}

function arrivedShare(pose: RifffPose, ring: RingMotion, at: number): number {
  if (at === pose.pulled) return 0;
  if (ring.hasArrived) return 1;
  if (pose.arrivedShare >= 0) return pose.arrivedShare;
  return ring.arriveTurns < 0 ? 1 : arrived(pose.turns, ring.arriveTurns, pose.isReduced);
}

/** How far a ring has swollen in thickness with its level, in CSS pixels. */
function thickness(pose: RifffPose, at: number): number {
  if (!pose.isLive || pose.phase < 0) return 0;
  const place = pose.layout.rings[at]!;
  const { repeats } = pose.model.rings[place.index]!;
  const curve = pose.shapes.curve(at);
  const bin = (pose.phase * repeats - Math.floor(pose.phase * repeats)) * curve.length - 0.5;
  const first = Math.floor(bin);
  const low = curve[(first + 256) & 255]!;
  const high = curve[(first + 1) & 255]!;
  const level = (low + (high - low) * (bin - first)) / 255;
  return (level * 2 - 1) * LEVEL_SHARE * place.pitch;
}

/** Radius that the edge of a ring may have: beside it stand its keyline, or the gap to the next one. */
export function reachOf({ layout, reachPx, focused, selected }: RifffPose, at: number): number {
  if (at === focused) return reachPx - keylinePx(layout.gap, true);
  if (at === selected) return reachPx - keylinePx(layout.gap, false);
  return at < layout.rings.length - 1 ? reachPx - layout.gap : reachPx;
}

/** Where the edge of a ring is now. */
export function placeRing(pose: RifffPose, at: number, out: OutlinePose): void {
  const ring = pose.rings[at]!;
  const free = Math.max(0, reachOf(pose, at) - ring.outer);
  out.base = ring.outer - ring.amplitude + Math.min(free, thickness(pose, at));
  out.amplitude = ring.amplitude;
  out.turn = ring.turn / (2 * Math.PI);
}

/** Inner radius that the ring below covers whatever it does, in CSS pixels. */
export function coveredRadius(pose: RifffPose, at: number): number {
  const below = pose.rings[at - 1];
  if (!below) return Math.max(0, pose.layout.hole - 1);
  const shake = LEVEL_SHARE * pose.layout.rings[at - 1]!.pitch;
  return Math.max(0, below.outer - below.amplitude - shake - 1);
}
