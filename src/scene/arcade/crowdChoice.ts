/** Which picture each disc of the crowd has in a frame, and what stands beside it: the same for both hosts. */
import { telemetryRef } from '../../audio/engine/telemetry.ts';
import type { SeenCrowd, ShownCrowd } from '../../data/stores/arcade.ts';
import { LEVELS, levelOf, pictureAt } from './crowdLevels.ts';

/** Discs at most. */
export const MOST_DISCS = 240;
/** Below this radius there is no notch (the look, "Small"). */
const NOTCH_RADIUS_PX = 48;

/** A picture of one rifff at one level. */
export interface CrowdPicture {
  /** Radius that it was made for, in CSS pixels. */
  readonly radius: number;
  readonly bytes: number;
  /** Frame in which it was last shown. */
  shownIn: number;
}

export class CrowdChoice<P extends CrowdPicture> {
  seen: SeenCrowd = NOBODY;
  /** Discs to be drawn, the first of them farthest away. */
  count = 0;
  /** Frames so far. */
  frames = 0;
  /** Picture of each disc, or null while there is none. */
  readonly shown: (P | null)[] = new Array<P | null>(MOST_DISCS).fill(null);
  /** Level that each disc should have. */
  readonly wanted = new Int16Array(MOST_DISCS);
  /** Share of its ink that each disc has lost, by its row and by what a mission asks for. */
  readonly fog = new Float32Array(MOST_DISCS);
  /** Where the notch of each stands, in turns; −1 for none. */
  readonly phase = new Float32Array(MOST_DISCS);
  /** All that there are, by `pictureAt`. */
  pictures: (P | null)[] = [];

  /** Takes another field: there is no picture of it yet. */
  take(rifffs: number): void {
    this.pictures = new Array<P | null>(rifffs * LEVELS.length).fill(null);
    this.shown.fill(null);
    this.count = 0;
  }

  /** Chooses for every disc. Allocates nothing. */
  choose(crowd: ShownCrowd, isReduced: boolean): void {
    const { seen } = crowd;
    const { isPlaying, phase, turns, bars } = telemetryRef.current;
    const position = isReduced
      ? Math.floor((turns + phase) * bars * 4) / 4
      : (turns + phase) * bars;
    this.frames += 1;
    this.seen = seen;
    this.count = Math.min(MOST_DISCS, seen.count - (crowd.hasPlace ? 1 : 0));
    for (let at = 0; at < this.count; at++) {
      const rifff = seen.rifff[at]!;
      const level = levelOf(seen.full[at]!);
      const picture = this.nearestTo(rifff, level);
      this.wanted[at] = level;
      this.shown[at] = picture;
      if (picture) picture.shownIn = this.frames;
      this.fog[at] = 1 - (1 - seen.fog[at]!) * crowd.ink[rifff]!;
      const hasNotch = isPlaying && crowd.heard[rifff] === 1 && seen.radius[at]! >= NOTCH_RADIUS_PX;
      const turn = position / crowd.bars[rifff]!;
      this.phase[at] = hasNotch ? turn - Math.floor(turn) : -1;
    }
  }

  /** The picture of a level, or of the one nearest to it. */
  private nearestTo(rifff: number, level: number): P | null {
    const first = pictureAt(rifff, 0);
    for (let off = 0; off < LEVELS.length; off++) {
      const larger = level + off < LEVELS.length ? this.pictures[first + level + off] : null;
      if (larger) return larger;
      const smaller = level - off >= 0 ? this.pictures[first + level - off] : null;
      if (smaller) return smaller;
    }
    return null;
  }
}

const NOBODY: SeenCrowd = {
  count: 0,
  rifff: new Int16Array(0),
  x: new Float32Array(0),
  y: new Float32Array(0),
  radius: new Float32Array(0),
  full: new Float32Array(0),
  fog: new Float32Array(0),
};
