/** Costly work a few at a time, shared fairly between those who ask for it. */
import { ApiError } from '../../src/data/contract/errors.ts';

export interface LaneOptions {
  /** Pieces of work at the same time. */
  readonly lanes: number;
  /** Of one key at the same time: with fewer than there are lanes, nobody takes them all. */
  readonly lanesPerKey: number;
  /** Waiting beside them for one key, and in all. */
  readonly waitingPerKey: number;
  readonly waiting: number;
  /** Sentence for those who are told to come again. */
  readonly refusal: string;
  readonly retryAfterSec: number;
}

export interface FairLanes {
  /**
   * Does a piece of work when its key's turn comes: keys take turns, each in its own order.
   * @throws ApiError `unavailable` with the seconds to wait when too many wait
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: ApiError) => void;
}

/**
 * Lanes for work, such as one core each. Where all places to wait are taken, the key with the longest queue gives one up
 * to a key with a shorter one, so that many requests of one caller never shut out the first of another.
 */
export function createFairLanes(options: LaneOptions): FairLanes {
  const { lanes, lanesPerKey, waitingPerKey, refusal, retryAfterSec } = options;
  const running = new Map<string, number>();
  /** Keys in the order of their turns; none is empty. */
  const queues = new Map<string, Waiting[]>();
  let busy = 0;
  let waiting = 0;

  const refused = () => new ApiError('unavailable', refusal, { retryAfterSec });
  const runningOf = (key: string) => running.get(key) ?? 0;

  function take(key: string): void {
    busy += 1;
    running.set(key, runningOf(key) + 1);
  }

  function leave(key: string): void {
    busy -= 1;
    if (runningOf(key) === 1) running.delete(key);
    else running.set(key, runningOf(key) - 1);
    // Whoever had a turn waits behind the others.
    const queue = queues.get(key);
    if (!queue) return;
    queues.delete(key);
    queues.set(key, queue);
  }

  /** The first of a queue, whose key then waits for its turn behind the others. */
  function next(key: string, [first, ...others]: Waiting[]): Waiting {
    waiting -= 1;
    queues.delete(key);
    if (others.length > 0) queues.set(key, others);
    return first!;
  }

  /** Gives free lanes to whose turn it is. */
  function hand(): void {
    for (const [key, queue] of queues) {
      if (busy >= lanes) return;
      if (runningOf(key) >= lanesPerKey) continue;
      take(key);
      next(key, queue).begin();
    }
  }

  /** Makes room for one more of `key`. @throws ApiError */
  function makeRoom(key: string): void {
    const own = queues.get(key)?.length ?? 0;
    if (own >= waitingPerKey) throw refused();
    if (waiting < options.waiting) return;
    const longest = [...queues.values()].reduce(
      (most, queue) => (queue.length > most.length ? queue : most),
      [],
    );
    // It keeps one at least, so no queue is ever empty.
    if (longest.length <= own + 1) throw refused();
    waiting -= 1;
    longest.pop()!.refuse(refused());
  }

  return {
    async run(key, work) {
      if (busy < lanes && runningOf(key) < lanesPerKey) take(key);
      else {
        makeRoom(key);
        await new Promise<void>((begin, refuse) => {
          queues.set(key, [...(queues.get(key) ?? []), { begin, refuse }]);
          waiting += 1;
        });
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
