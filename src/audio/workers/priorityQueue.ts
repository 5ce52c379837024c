/** Work that waits its turn: so many pieces at once, the most urgent first, then the oldest. */
import { cancelledError } from '../loading/cancel.ts';

/** What goes first: what plays, then what comes next, then what is only seen. */
const PRIORITIES = ['playing', 'next', 'visible'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** The more urgent of two; what was never asked for is the least. */
export function moreUrgent(one: Priority | undefined, other: Priority): Priority {
  if (one === undefined) return other;
  return PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other) ? one : other;
}

interface Waiting {
  /** Asked when a place becomes free: a piece may become more urgent while it waits. */
  readonly urgency: () => Priority;
  start(): void;
}

export class PriorityQueue {
  private free: number;
  private readonly waiting: Waiting[] = [];

  /** @param atOnce pieces that run side by side */
  constructor(atOnce: number) {
    this.free = atOnce;
  }

  /**
   * Runs a piece of work when its turn comes.
   * @param signal takes it back while it waits; what runs already must listen for itself
   * @throws Error 'Buffer loading cancelled for rifff', or what the work throws
   */
  run<T>(work: () => Promise<T>, urgency: () => Priority, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(cancelledError());
    return new Promise<T>((resolve, reject) => {
      const piece: Waiting = {
        urgency,
        start: () => {
          signal?.removeEventListener('abort', leave);
          work()
            .then(resolve, reject)
            .finally(() => {
              this.free += 1;
              this.pump();
            });
        },
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(piece), 1);
        reject(cancelledError());
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(piece);
      this.pump();
    });
  }

  private pump(): void {
    while (this.free > 0 && this.waiting.length > 0) {
      const ranks = this.waiting.map(({ urgency }) => PRIORITIES.indexOf(urgency()));
      const [next] = this.waiting.splice(ranks.indexOf(Math.min(...ranks)), 1);
      this.free -= 1;
      next!.start();
    }
  }
}
