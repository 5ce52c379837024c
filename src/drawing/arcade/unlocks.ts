/**
 * What combinations of a run bring to the crowd: how everyone moves on the beat of the music. Only places, sizes and
 * fog change, for ink says which loops a rifff holds; a beat of the pulse comes two and a half times a second at most,
 * so nothing flashes. Each visual says for one disc at one beat where it stands; the sum of all of them is held within
 * what the ground between discs allows.
 */
import { categoryOf, LIBRARY_CATEGORIES } from '../../data/contract/categories.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { clamp } from '../layout.ts';
import { type CrowdCamera, type CrowdView, columnX, FAR_FOG, roomAt } from './crowd.ts';
import type { CrowdFocus } from './placing.ts';

/** A disc of the crowd, and what the visuals make of it. Filled and read again and again: nothing is allocated. */
export interface MovedDisc {
  /** Beats of the pulse since the music began. */
  beat: number;
  /** Its place of the ground, and how far that is to the right and away from where one looks. */
  row: number;
  column: number;
  across: number;
  away: number;
  /** Ink of its outermost ring, 0 to 8: the eight categories of the library, then any other. */
  colour: number;
  /** Right and down in radii, growth, and share of its fog that goes; visuals add to them. */
  right: number;
  down: number;
  growth: number;
  clear: number;
}

/**
 * Adds what a visual does with a disc at its beat: numbers that are handed on would be boxed, a thousand times a frame.
 */
type Visual = (disc: MovedDisc) => void;

const COLOURS = LIBRARY_CATEGORIES.length + 1;
/** From an unlock until it is whole. */
const SHOWN_SEC = 0.6;
/** At most a disc moves by so many of its radii, and grows or shrinks by such a share. */
const MOST_MOVED = 0.42;
const MOST_GROWN = 0.22;
const MOST_SHRUNK = 0.12;
/** A still picture shows this beat: something of every visual can be seen then. */
const STILL_BEAT = 0.25;
const TAU = 2 * Math.PI;

const isOdd = (n: number) => (n & 1) === 1;
const share = (beat: number) => beat - Math.floor(beat);
/** Up and down between two beats: on the beat it lands. */
const hop = (beat: number) => 4 * share(beat) * (1 - share(beat));
const wave = (beats: number) => Math.sin(TAU * beats);
/** A soft bump round 0, one turn wide. */
const bump = (turn: number) => {
  const x = share(turn);
  return x < 0.5 ? 0.5 - 0.5 * Math.cos(2 * TAU * x) : 0;
};
/** Which colour a beat has. */
const colourAt = (beat: number) => ((Math.floor(beat) % COLOURS) + COLOURS) % COLOURS;

/** By the id of `rules/arcade/unlocks.ts`. */
export const UNLOCK_VISUALS: Readonly<Record<string, Visual>> = {
  /** Two halves of the crowd answer each other: one hops, then the other. */
  'rhythm-section'(disc) {
    if (isOdd(disc.column) === isOdd(Math.floor(disc.beat))) disc.down -= 0.2 * hop(disc.beat);
  },
  /** Rows nod one after the other, away from the viewer. */
  'streak-3'(disc) {
    disc.down += 0.12 * wave(disc.beat / 2 - disc.row / 4);
  },
  /** Rows sway against each other. */
  'streak-5'(disc) {
    disc.right += (isOdd(disc.row) ? 0.16 : -0.16) * wave(disc.beat / 4);
  },
  /** A wave of people who rise goes round the stadium. */
  'streak-8'(disc) {
    const rise = bump(disc.beat / 8 - disc.column / 16);
    disc.down -= 0.34 * rise;
    disc.growth += 0.1 * rise;
  },
  /** Neighbours turn to each other in twos, then to those on their other side. */
  strangers(disc) {
    disc.right += (isOdd(disc.column) ? -0.2 : 0.2) * wave(disc.beat / 8 + 1 / 8);
  },
  /** One colour after the other comes out of the distance. */
  rainbow(disc) {
    if (disc.colour !== colourAt(disc.beat) || disc.away <= 0) return;
    disc.clear += 1;
    disc.growth += 0.12 * hop(disc.beat);
  },
  /** The fog is gone, and one colour after the other hops. */
  'all-colours'(disc) {
    disc.clear += 1;
    if (disc.colour !== colourAt(disc.beat)) return;
    disc.down -= 0.24 * hop(disc.beat);
    disc.growth += 0.08 * hop(disc.beat);
  },
  /** All breathe as one, once in two bars. */
  'one-key'(disc) {
    disc.growth += 0.07 * wave(disc.beat / 8 + 1 / 16);
  },
  /** Rings of people rise round whom one looks at, from the middle outwards. */
  'full-house'(disc) {
    const far = Math.sqrt(disc.across * disc.across + 1.44 * disc.away * disc.away);
    disc.growth += 0.14 * bump(disc.beat / 4 - far / 8);
  },
  /** All land at once, exactly on the beat: larger then, and back before the next. */
  'dead-centre'(disc) {
    const rest = Math.max(0, 1 - 1.6 * share(disc.beat));
    disc.growth += 0.09 * rest * rest;
  },
  /** Everybody stands up, clear of the fog, and stays so. */
  brief(disc) {
    disc.down -= 0.22 + 0.05 * hop(disc.beat / 2);
    disc.growth += 0.1;
    disc.clear += 1;
  },
};

/** Colour of a rifff, 0 to 8: that of its newest loop, which is its outermost ring. */
export function colourOf({ loops, state }: Rifff): number {
  const outer = state.playback.findLast(({ slot }) => slot.current)?.slot.current;
  const loop = loops.find(({ _id }) => _id === outer?.currentLoop);
  const { slug } = categoryOf(outer?.category ?? loop?.category);
  const index = (LIBRARY_CATEGORIES as readonly string[]).indexOf(slug);
  return index < 0 ? COLOURS - 1 : index;
}

/** The discs that are moved: those of `CrowdTable`. */
interface MovedCrowd {
  readonly count: number;
  readonly rifff: ArrayLike<number>;
  readonly row: ArrayLike<number>;
  readonly column: ArrayLike<number>;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  readonly fog: Float32Array;
}

/** The visuals that are shown together. */
export class UnlockedVisuals {
  private readonly ids: string[] = [];
  private readonly visuals: Visual[] = [];
  private readonly ageSec: number[] = [];
  /** Halves, so that engines keep room for numbers that are not whole. */
  private readonly disc: MovedDisc = {
    beat: 0.5,
    row: 0.5,
    column: 0.5,
    across: 0.5,
    away: 0.5,
    colour: 0,
    right: 0.5,
    down: 0.5,
    growth: 0.5,
    clear: 0.5,
  };

  /** Shows a visual from now on. An unknown id, and one that is shown, change nothing. */
  add(id: string): void {
    const visual = Object.hasOwn(UNLOCK_VISUALS, id) && UNLOCK_VISUALS[id];
    if (!visual || this.ids.includes(id)) return;
    this.ids.push(id);
    this.visuals.push(visual);
    this.ageSec.push(0);
  }

  /** Shows none. */
  clear(): void {
    this.ids.length = 0;
    this.visuals.length = 0;
    this.ageSec.length = 0;
  }

  /** Is there anything to be seen? */
  get isShown(): boolean {
    return this.ids.length > 0;
  }

  /** Time goes by: what came newly goes on appearing. */
  age(sec: number): void {
    for (let at = 0; at < this.ageSec.length; at++) this.ageSec[at]! += Math.max(0, sec);
  }

  /**
   * Moves every disc but the one in the clearing to where it stands at a beat. Allocates nothing.
   *
   * @param colours of the rifffs by their index, as `colourOf` has them
   * @param beat of the pulse, from the beginning of the music
   * @param isStill one picture that does not move, whole at once
   */
  move(
    crowd: MovedCrowd,
    view: CrowdView,
    camera: CrowdCamera,
    focus: CrowdFocus,
    colours: Uint8Array,
    beat: number,
    isStill: boolean,
  ): void {
    const { disc, visuals, ageSec } = this;
    const count = focus.rifff >= 0 ? crowd.count - 1 : crowd.count;
    disc.beat = isStill ? STILL_BEAT : beat;
    for (let index = 0; index < count; index++) {
      disc.row = crowd.row[index]!;
      disc.column = crowd.column[index]!;
      disc.across = columnX(disc.row, disc.column) - camera.x;
      disc.away = disc.row - camera.depth;
      disc.colour = colours[crowd.rifff[index]!]!;
      let right = 0;
      let down = 0;
      let growth = 0;
      let clear = 0;
      for (let n = 0; n < visuals.length; n++) {
        disc.right = 0;
        disc.down = 0;
        disc.growth = 0;
        disc.clear = 0;
        visuals[n]!(disc);
        const time = isStill ? 1 : Math.min(1, ageSec[n]! / SHOWN_SEC);
        const shown = time * time * (3 - 2 * time);
        right += shown * disc.right;
        down += shown * disc.down;
        growth += shown * disc.growth;
        clear = Math.max(clear, shown * disc.clear);
      }
      const radius = crowd.radius[index]!;
      const x = crowd.x[index]! + radius * clamp(right, -MOST_MOVED, MOST_MOVED);
      const y = crowd.y[index]! + radius * clamp(down, -MOST_MOVED, MOST_MOVED);
      let grown = radius * (1 + clamp(growth, -MOST_SHRUNK, MOST_GROWN));
      if (focus.open > 0) {
        // The clearing and the words under it stay free.
        const room = Math.max(0, roomAt(view, x, y));
        grown += (Math.min(grown, room) - grown) * focus.open;
      }
      crowd.x[index] = x;
      crowd.y[index] = y;
      crowd.radius[index] = grown;
      // The haze stays: beyond the farthest row discs go on coming out of the ground.
      const fog = crowd.fog[index]!;
      const haze = Math.max(0, (fog - FAR_FOG) / (1 - FAR_FOG));
      crowd.fog[index] = fog + (haze - fog) * clear;
    }
  }
}
