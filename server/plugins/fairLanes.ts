/** Costly work a few at a time, shared fairly between those who ask for it. */
import { ApiError } from '../../src/data/contract/errors.ts';

export interface LaneOptions {
  /** Pieces of work at the same time. */
  readonly lanes: number;
  /** Of one key at the same time: with fewer than there are lanes, no key takes them all. */
  readonly lanesPerKey: number;
  /** Waiting beside them for one key, and in all: of those who are known and of strangers each. */
  readonly waitingPerKey: number;
  readonly waiting: number;
  /** Sentence for those who are told to come again. */
  readonly refusal: string;
  readonly retryAfterSec: number;
}

export interface FairLanes {
  /**
   * Does a piece of work when its key's turn comes: keys take turns, each in its own order.
   * @param isKnown of a caller who was here before: goes before all who were not, but for one turn in four
   * @throws ApiError `unavailable` with the seconds to wait when too many wait
   */
  run<T>(key: string, work: () => Promise<T>, isKnown?: boolean): Promise<T>;
}

/** Of so many turns one is for strangers first, however many of the others wait. */
const TURNS_FOR_STRANGERS = 4;

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: ApiError) => void;
}

/** Those who wait, by key. */
class Row {
  /** In the order of their turns; none is empty. */
  readonly #queues = new Map<string, Waiting[]>();
  waiting = 0;

  waitingOf(key: string): number {
    return this.#queues.get(key)?.length ?? 0;
  }

  push(key: string, one: Waiting): void {
    this.#queues.set(key, [...(this.#queues.get(key) ?? []), one]);
    this.waiting += 1;
  }

  /** Lets a key that had a turn wait behind the others. */
  toEnd(key: string): void {
    const queue = this.#queues.get(key);
    if (!queue) return;
    this.#queues.delete(key);
    this.#queues.set(key, queue);
  }

  /** Takes out the first of the next key that may begin, and puts that key behind the others. */
  shift(mayBegin: (key: string) => boolean): { key: string; one: Waiting } | undefined {
    for (const [key, [one, ...others]] of this.#queues) {
      if (!mayBegin(key)) continue;
      this.#queues.delete(key);
      if (others.length > 0) this.#queues.set(key, others);
      this.waiting -= 1;
      return { key, one: one! };
    }
    return undefined;
  }

  /** Takes out the newest of the longest queue, if more than `least` wait there: so none is ever empty. */
  dropLongerThan(least: number): Waiting | undefined {
    const longest = [...this.#queues.values()].reduce(
      (most, queue) => (queue.length > most.length ? queue : most),
      [],
    );
    if (longest.length <= Math.max(1, least)) return undefined;
    this.waiting -= 1;
    return longest.pop();
  }
}

/**
 * Lanes for work, such as one core each. Where all places to wait are taken, the key with the longest queue gives one up
 * to a key with a shorter one, so that many requests of one caller never shut out the first of another.
 */
export function createFairLanes(options: LaneOptions): FairLanes {
  const { lanes, lanesPerKey, waitingPerKey, refusal, retryAfterSec } = options;
  const running = new Map<string, number>();
  const known = new Row();
  const strangers = new Row();
  let busy = 0;
  let handed = 0;

  const refused = () => new ApiError('unavailable', refusal, { retryAfterSec });
  const runningOf = (key: string) => running.get(key) ?? 0;
  const hasLane = (key: string) => busy < lanes && runningOf(key) < lanesPerKey;

  function take(key: string): void {
    busy += 1;
    running.set(key, runningOf(key) + 1);
  }

  function leave(key: string): void {
    busy -= 1;
    if (runningOf(key) === 1) running.delete(key);
    else running.set(key, runningOf(key) - 1);
    known.toEnd(key);
    strangers.toEnd(key);
  }

  /** Gives free lanes to whose turn it is. */
  function hand(): void {
    while (busy < lanes) {
      const isForStrangers = (handed + 1) % TURNS_FOR_STRANGERS === 0;
      const [first, second] = isForStrangers ? [strangers, known] : [known, strangers];
      const next = first.shift(hasLane) ?? second.shift(hasLane);
      if (!next) return;
      handed += 1;
      take(next.key);
      next.one.begin();
    }
  }

  /** Makes room for one more of `key`. @throws ApiError */
  function makeRoom(row: Row, key: string): void {
    const own = row.waitingOf(key);
    if (own >= waitingPerKey) throw refused();
    if (row.waiting < options.waiting) return;
    const dropped = row.dropLongerThan(own + 1);
    if (!dropped) throw refused();
    dropped.refuse(refused());
  }

  return {
    async run(key, work, isKnown = false) {
      if (hasLane(key)) take(key);
      else {
        const row = isKnown ? known : strangers;
        makeRoom(row, key);
        await new Promise<void>((begin, refuse) => row.push(key, { begin, refuse }));
      }
      try {
        return await work();
      } finally {
        leave(key);
        hand();
      }
    },
  };
}
