/**
 * What the knobs of a room add to one parameter of a look, at any moment: solved from their moves alone. So who was there,
 * who comes late and who seeks have the same number for the same moment.
 */
import type { Knobs, KnobTurns } from '../../data/contract/live.ts';

/** A value that trembles is calmed by its mean over so many seconds: lines that shake by a hair would shimmer. */
export const CALM_SEC = 0.15;
/** Nearer than this it has arrived. */
const ARRIVED = 1e-4;

/** Knobs that were never turned. */
export const UNTURNED: KnobTurns = { start: [], moves: [] };

const within = (value: number, least: number) => Math.min(1, Math.max(least, value));

/** How far a knob moves a parameter, −1 to 1. */
export interface Turned {
  /** 0 for the first. */
  readonly knob: number;
  readonly amount: number;
}

/**
 * A parameter follows its knobs in straight lines, as fast as is safe, and is calmed. Both have a formula between two
 * moves, so a moment is found from the last move before it. What is solved is kept; it never changes an answer.
 */
export class KnobSlide {
  private readonly of: readonly Turned[];
  private readonly mostPerSec: number;
  private turns = UNTURNED;
  /** Moves at whose times it is solved. */
  private solved = 0;
  /** Where it is at the time of each move, the first at the beginning: as it slides, and calmed. */
  private readonly slid: number[] = [];
  private readonly calm: number[] = [];
  /** Where the knobs want it from each move on. */
  private readonly wanted: number[] = [];
  /** Where each knob of `of` stands after each move, move after move. */
  private readonly values: number[] = [];
  private slidNow = 0;
  private calmNow = 0;
  /** Was it on its way at the moment that was asked for last, or is a move still to come? */
  isMoving = false;

  /** @param mostPerSec farthest that it may go in a second */
  constructor(of: readonly Turned[], mostPerSec: number) {
    this.of = of;
    this.mostPerSec = mostPerSec;
    this.begin();
  }

  /** What the knobs add, −1 to 1. @param atMs by the clock of the moves */
  at(turns: KnobTurns, atMs: number): number {
    if (turns !== this.turns) this.take(turns);
    const { moves } = turns;
    let last = moves.length;
    while (last > 0 && moves[last - 1]!.atMs > atMs) last -= 1;
    for (let move = this.solved; move < last; move++) this.solve(move);
    const to = this.wanted[last]!;
    // Before its first move it is at rest.
    const sec = last === 0 ? 0 : (atMs - moves[last - 1]!.atMs) / 1000;
    this.go(this.slid[last]!, this.calm[last]!, to, sec);
    const hasArrived = Math.abs(to - this.calmNow) <= ARRIVED;
    this.isMoving = !hasArrived || last < moves.length;
    return hasArrived ? to : this.calmNow;
  }

  /** Takes other moves; what they have in common with those before stays solved. */
  private take(turns: KnobTurns): void {
    const before = this.turns;
    this.turns = turns;
    if (turns.start !== before.start) {
      this.begin();
      return;
    }
    let same = 0;
    while (same < this.solved && turns.moves[same] === before.moves[same]) same += 1;
    this.solved = same;
  }

  private begin(): void {
    this.solved = 0;
    this.stand(0, this.turns.start);
    this.slid[0] = this.wanted[0]!;
    this.calm[0] = this.wanted[0]!;
  }

  /** Turns the knobs from where they stood. @param after number of moves up to then */
  private stand(after: number, knobs: Knobs): void {
    const { of, values } = this;
    let to = 0;
    for (let one = 0; one < of.length; one++) {
      const { knob, amount } = of[one]!;
      const before = after === 0 ? 0 : values[(after - 1) * of.length + one]!;
      const value = knobs[knob] ?? before;
      values[after * of.length + one] = Number.isFinite(value) ? within(value, 0) : 0;
      to += amount * values[after * of.length + one]!;
    }
    // More than the whole way would only take longer to come back.
    this.wanted[after] = within(to, -1);
  }

  private solve(move: number): void {
    const { moves } = this.turns;
    const { atMs, knobs } = moves[move]!;
    const sec = move === 0 ? 0 : (atMs - moves[move - 1]!.atMs) / 1000;
    this.go(this.slid[move]!, this.calm[move]!, this.wanted[move]!, sec);
    this.slid[move + 1] = this.slidNow;
    this.calm[move + 1] = this.calmNow;
    this.stand(move + 1, knobs);
    this.solved = move + 1;
  }

  /**
   * Goes on from a moment for so many seconds. A mean that runs behind a straight line `u + r·t` is
   * `u + r·t − r·c + (y − u + r·c) · exp(−t / c)`, for a mean over `c` seconds that began at `y`.
   */
  private go(slid: number, calm: number, to: number, sec: number): void {
    const arriveSec = Math.abs(to - slid) / this.mostPerSec;
    const perSec = Math.sign(to - slid) * this.mostPerSec;
    const goSec = Math.min(sec, arriveSec);
    const lag = perSec * CALM_SEC;
    const onLine = slid + perSec * goSec;
    const calmThen = onLine - lag + (calm - slid + lag) * Math.exp(-goSec / CALM_SEC);
    this.slidNow = sec < arriveSec ? onLine : to;
    this.calmNow =
      sec < arriveSec ? calmThen : to + (calmThen - to) * Math.exp((arriveSec - sec) / CALM_SEC);
  }
}
