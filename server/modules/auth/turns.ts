import { ApiError } from '../../../src/data/contract/errors.ts';

/** In whose name work waits. */
export interface Turn {
  /** Work of one lane is done in the order of its coming; lanes take turns. */
  readonly lane: string;
  /** Of somebody who was here before: goes first. */
  readonly isKnown?: boolean;
}

interface Waiting {
  start(): void;
  refuse(): void;
}

/** Work that waits, by lane; a lane that was served goes to the end of the row. */
class Lanes {
  readonly #lanes = new Map<string, Waiting[]>();
  size = 0;

  waitingIn(lane: string): number {
    return this.#lanes.get(lane)?.length ?? 0;
  }

  push(lane: string, waiting: Waiting): void {
    const found = this.#lanes.get(lane);
    if (found) found.push(waiting);
    else this.#lanes.set(lane, [waiting]);
    this.size += 1;
  }

  shift(): Waiting | undefined {
    for (const [lane, row] of this.#lanes) {
      this.#lanes.delete(lane);
      const first = row.shift();
      if (row.length > 0) this.#lanes.set(lane, row);
      this.size -= 1;
      return first;
    }
    return undefined;
  }

  /** Takes out the newest of the longest lane, if more than `least` wait there. */
  dropLongerThan(least: number): Waiting | undefined {
    let [longest, length] = ['', least];
    for (const [lane, row] of this.#lanes)
      if (row.length > length) [longest, length] = [lane, row.length];
    if (length === least) return undefined;
    this.size -= 1;
    return this.#lanes.get(longest)?.pop();
  }
}

export interface TurnBounds {
  /** Pieces of work that run at once. */
  readonly running: number;
  /** Pieces of one lane that may wait. */
  readonly waitingInLane: number;
  /** Pieces that may wait in all, of those who are known and of the others each. */
  readonly waiting: number;
}

/** Of so many turns one is for those who are not known, however many of the others wait. */
const TURNS_FOR_STRANGERS = 4;

const busy = () =>
  new ApiError('unavailable', 'Too many people sign in at this moment: try again', {
    retryAfterSec: 2,
  });

/**
 * Costly work, a few pieces at a time. Whoever brings much of it waits behind himself: lanes take turns, those who are
 * known before the others, and where too much waits the longest lane gives way first.
 */
export class FairTurns {
  readonly #bounds: TurnBounds;
  readonly #known = new Lanes();
  readonly #strangers = new Lanes();
  #running = 0;
  #served = 0;

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  /** Does `work` when it is its turn. Throws `unavailable` when too much waits before it. */
  async take<T>({ lane, isKnown = false }: Turn, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#bounds.running) this.#running += 1;
    // Whoever ends hands its place on, so the number of those that run stays as it is.
    else await this.#wait(isKnown ? this.#known : this.#strangers, lane);
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  #wait(lanes: Lanes, lane: string): Promise<void> {
    const own = lanes.waitingIn(lane);
    if (own >= this.#bounds.waitingInLane) throw busy();
    if (lanes.size >= this.#bounds.waiting) {
      const dropped = lanes.dropLongerThan(own + 1);
      if (!dropped) throw busy();
      dropped.refuse();
    }
    return new Promise((start, reject) => {
      lanes.push(lane, { start, refuse: () => reject(busy()) });
    });
  }

  #next(): Waiting | undefined {
    this.#served += 1;
    const isForStrangers = this.#served % TURNS_FOR_STRANGERS === 0;
    const [first, second] = isForStrangers
      ? [this.#strangers, this.#known]
      : [this.#known, this.#strangers];
    return first.shift() ?? second.shift();
  }
}
