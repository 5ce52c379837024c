/**
 * The one queue of this device: commits, messages and runs of the arcade wait in it until the server has them or refuses
 * them. One tab of the browser sends at a time, the oldest first; what may go well later is sent again with the back-off
 * of sync. What waits is stored by its owner before it is sent, so that nothing is lost with the page.
 */
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import { isRefusal, Retry } from '../retry.ts';
import { asOnlySender } from './store.ts';

/** How a queue stands. */
export interface QueueStanding {
  /** The last try failed and another one comes. */
  isRetrying?: boolean;
  /** When that will be, in ms since the epoch; 0 while none is planned. */
  nextTryMs?: number;
  /** What stands in the way, as the middle of a sentence; '' where that is not known. */
  waitReason?: string;
}

/** What a queue sends. */
export interface QueueWork<Item> {
  /** Name of the lock that lets one tab send at a time. */
  readonly lock: string;
  /** Ids of everything that waits, in the order in which it goes. */
  list(): Promise<readonly string[]>;
  /** What waits under an id, read anew; undefined where it was sent or taken back meanwhile, or may not go now. */
  take(id: string): Promise<Item | undefined>;
  /**
   * Sends it, and lets it go once the server has it. The same again must be the same.
   * @param isTakenBack is it taken back by now? Then it is left as it is
   * @throws ApiError
   */
  send(item: Item, isTakenBack: () => boolean): Promise<void>;
  /** It did not arrive. One that the server refused stays with the reason and is not sent again by itself. */
  failed(item: Item, cause: unknown, isRefused: boolean): Promise<void>;
  /** Another item is on its way, or the round is over. Waited for before the next try is planned. */
  moved(): Promise<void>;
  stands(change: QueueStanding): void;
  /** The next try was put off by so many ms: for other tabs. */
  putOff?(pauseMs: number, waitReason: string): void;
}

/** What stands in the way of what waits, where the server says it. */
const WAIT_REASONS: Partial<Record<ErrorCode, string>> = {
  no_room: 'no room left on this server',
  read_only: 'this server can only be read at present',
  maintenance: 'this server is closed for maintenance',
};

/** Sends what waits. */
export class Queue<Item> {
  /** Id of what is on its way, or null. */
  sendingId: string | null = null;
  readonly #work: QueueWork<Item>;
  readonly #retry = new Retry();
  /** The run that goes on, and the one that was asked for meanwhile. */
  #now: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  /** It is wanted at once, or there is reason to think that it goes now. */
  #isForced = false;
  /** Ids of what is being taken back: none of it is begun any more. */
  readonly #takenBack = new Set<string>();

  constructor(work: QueueWork<Item>) {
    this.#work = work;
  }

  /** When what failed is tried again, in ms since the epoch; 0 while nothing waits for that. */
  get nextTryMs(): number {
    return this.#retry.nextTryMs;
  }

  /** Sends at once, whatever pause was being kept. Resolves once it was tried; never rejects. */
  sendNow(): Promise<void> {
    this.#retry.reset();
    this.#work.stands({ nextTryMs: 0 });
    this.#isForced = true;
    return this.#run();
  }

  /** Keeps the pause of the tab that sends. @param hasWork does this tab know of something that waits? */
  follow(pauseMs: number, hasWork: boolean, waitReason = ''): void {
    this.#retry.follow(pauseMs);
    this.#work.stands({ nextTryMs: this.#retry.nextTryMs, waitReason });
    // A tab that waits for its turn finds out when it comes.
    if (!this.#now && hasWork) this.#plan();
  }

  /**
   * Takes back what waits: from now on this tab does not begin to send it. One that is on its way is waited for, here as
   * in another tab, and is still there where its try failed.
   * @param take lets it go; runs while nothing is sent
   */
  async takeBack<T>(id: string, take: () => Promise<T>): Promise<T> {
    this.#takenBack.add(id);
    const unmark = () => void this.#takenBack.delete(id);
    // Before the next round has its turn; also where there was none.
    return asOnlySender(() => take().finally(unmark), this.#work.lock).finally(unmark);
  }

  /** Tries nothing again until it is told to send. */
  stop(): void {
    this.#retry.stop();
  }

  /** One run after the other; whatever is asked for during a run is done by one more. */
  #run(): Promise<void> {
    this.#retry.stop();
    if (this.#now) {
      this.#next ??= this.#now.then(() => {
        this.#next = null;
        return this.#run();
      });
      return this.#next;
    }
    this.#now = this.#runOnce()
      .catch((cause: unknown) => console.error('What waits could not be shown', cause))
      .finally(() => {
        this.#now = null;
      });
    return this.#now;
  }

  async #runOnce(): Promise<void> {
    let isDone = false;
    try {
      isDone = await asOnlySender(() => this.#round(), this.#work.lock);
    } catch (cause) {
      console.error('Sending what waits on this device failed', cause);
      this.#putOff();
    } finally {
      if (!this.#next) this.#isForced = false;
      this.sendingId = null;
    }
    await this.#work.moved();
    if (!isDone) this.#plan();
    else this.#work.stands({ isRetrying: false, nextTryMs: 0 });
  }

  /** Sends what may go. A failure that may pass ends the round, so that everything arrives in its order. */
  async #round(): Promise<boolean> {
    // Another tab may have found out meanwhile that it is not the time.
    if (!this.#isForced && Date.now() < this.#retry.nextTryMs) return false;
    for (const id of await this.#work.list()) {
      const item = await this.#work.take(id);
      if (this.#takenBack.size > 0) {
        // What is taken back waits for its turn, and need not wait for all the others.
        void this.#run();
        return true;
      }
      if (item === undefined) continue;
      this.sendingId = id;
      void this.#work.moved();
      try {
        await this.#work.send(item, () => this.#takenBack.has(id));
        this.#retry.reset();
      } catch (cause) {
        const isRefused = cause instanceof ApiError && isRefusal(cause);
        await this.#work.failed(item, cause, isRefused);
        if (!isRefused) {
          this.#putOff(cause);
          return false;
        }
      } finally {
        this.sendingId = null;
      }
    }
    return true;
  }

  #putOff(cause?: unknown): void {
    const error = cause instanceof ApiError ? cause : null;
    const pauseMs = this.#retry.putOff(error?.retryAfterSec);
    const waitReason = WAIT_REASONS[error?.code ?? 'internal'] ?? '';
    this.#work.stands({ nextTryMs: this.#retry.nextTryMs, waitReason });
    this.#work.putOff?.(pauseMs, waitReason);
  }

  #plan(): void {
    this.#work.stands({ isRetrying: true });
    this.#retry.plan(() => void this.#run());
  }
}
