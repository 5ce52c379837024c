/** A run while it is played: inputs come at any time and become moves that the rules allow. */
import type { ArcadeMode, Mission, Move } from '../../contract/arcade.ts';
import { ARCADE_MOVES_MAX } from '../../contract/constants.ts';
import type { FieldIndex } from './field.ts';
import {
  type ArcadeState,
  isState,
  MOVE_GAP_MS,
  type MoveFault,
  PLACE_GAP_MS,
  play,
  REACH_MS,
  startOf,
} from './game.ts';

type WithoutTime<T> = T extends { t: number } ? Omit<T, 't'> : never;
/** A move before it has its time. */
export type Wish = WithoutTime<Move>;

/** Why nothing became of a wish. */
export type WishFault = MoveFault | 'too many moves';

/**
 * The earliest time at which the rules take a wish, in ms of the run: a hand takes a moment from move to move, from
 * rifff to rifff, and from taking to placing.
 */
export function earliestMs({ t, last, reached }: ArcadeState, wish: Wish): number {
  const next = last === null ? 0 : t + MOVE_GAP_MS;
  if (wish.do === 'place' && last === 'grab') return Math.max(next, t + PLACE_GAP_MS);
  const isElsewhere = wish.do === 'grab' && reached !== null && reached.rifff !== wish.rifff;
  return isElsewhere ? Math.max(next, reached.t + REACH_MS) : next;
}

/** A run with its moves, from its beginning on. */
export class Run {
  readonly index: FieldIndex;
  private current: ArcadeState;
  private readonly made: Move[] = [];

  constructor(mission: Mission, index: FieldIndex, mode: ArcadeMode) {
    this.index = index;
    this.current = startOf(mission, mode);
  }

  /** The state after the moves; another object after each. */
  get state(): ArcadeState {
    return this.current;
  }

  /** Every move so far, with whole milliseconds, as the server takes them. */
  get moves(): readonly Move[] {
    return this.made;
  }

  /**
   * Makes a move, as early from `t` on as the rules let it be.
   *
   * @param t ms since the run began; a part of one is rounded
   * @returns why nothing came of it, or null
   */
  wish(wish: Wish, t: number): WishFault | null {
    // The last one is kept for the end.
    if (wish.do !== 'end' && this.made.length >= ARCADE_MOVES_MAX - 1) return 'too many moves';
    const at = Math.max(0, Math.round(t), earliestMs(this.current, wish));
    return this.make({ ...wish, t: at } as Move);
  }

  /** Makes a move at its own time, for instance one of a run that was played. @returns why not, or null */
  make(move: Move): MoveFault | null {
    const next = play(this.current, this.index, move);
    if (!isState(next)) return next;
    this.current = next;
    this.made.push(move);
    return null;
  }
}
