import type { FanOut } from '../../ports/fanOut/fanOut.ts';
import { PEOPLE, type PersonMessage } from '../../ports/fanOut/rooms.ts';

/** Topic on which nodes tell each other which database has changed. */
const CHANGED = 'sync';
/** Polls of one account that may wait at one time on this node. */
const MOST_WAITING = 20;

/** A call that waits for something to happen to a database or to the sessions of its account. */
export interface Waiter {
  /** Comes back after `ms`, or before when something happened since the time before. */
  next(ms: number): Promise<void>;
  end(): void;
  /** The server closes, or the caller that waited has gone. */
  readonly isOver: boolean;
}

export interface Waiting {
  /** After the commit. */
  changed(name: string): void;
  /** Null where too many wait for the account already. */
  begin(name: string, userId: string): Waiter | null;
  close(): void;
}

/**
 * Wakes who waits for changes, on this node and by the fan-out on the others. It keeps nothing and loses messages where
 * the line is down: calls that wait look for themselves now and then.
 */
export function createWaiting(fanOut: Pick<FanOut, 'publish' | 'subscribe' | 'onGap'>): Waiting {
  /** By the name of a database, and by the id of an account. */
  const waiters = new Map<string, Set<() => void>>();
  const endings = new Set<() => void>();
  let isClosed = false;
  let stops: Promise<(() => void)[]> | undefined;
  const wake = (key: string) => {
    for (const one of [...(waiters.get(key) ?? [])]) one();
  };
  const wakeAll = () => {
    for (const key of [...waiters.keys()]) wake(key);
  };
  fanOut.onGap(wakeAll);

  /** Listens from the first time that a call waits; tried again with the next where the line was down. */
  function listen(): void {
    stops ??= Promise.all([
      fanOut.subscribe(CHANGED, (message) => wake(`db ${(message as { name: string }).name}`)),
      fanOut.subscribe(PEOPLE, (message) => {
        const { userId, ...about } = message as PersonMessage;
        if (Object.keys(about).length === 0) wake(`account ${userId}`);
      }),
    ]);
    stops.then(wakeAll, () => {
      stops = undefined;
    });
  }

  function join(key: string, wakeOne: () => void): () => void {
    const of = waiters.get(key) ?? new Set();
    waiters.set(key, of.add(wakeOne));
    return () => {
      of.delete(wakeOne);
      if (of.size === 0 && waiters.get(key) === of) waiters.delete(key);
    };
  }

  return {
    changed: (name) => fanOut.publish(CHANGED, { name }),
    begin(name, userId) {
      if ((waiters.get(`account ${userId}`)?.size ?? 0) >= MOST_WAITING) return null;
      let isOver = isClosed;
      let hasHappened = false;
      let go = () => {};
      const wakeOne = () => {
        hasHappened = true;
        go();
      };
      const leave = [join(`db ${name}`, wakeOne), join(`account ${userId}`, wakeOne)];
      const end = () => {
        isOver = true;
        for (const one of leave) one();
        endings.delete(end);
        wakeOne();
      };
      endings.add(end);
      listen();
      return {
        async next(ms) {
          if (!hasHappened && !isOver) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, ms);
              go = () => {
                clearTimeout(timer);
                resolve();
              };
            });
          }
          hasHappened = false;
        },
        end,
        get isOver() {
          return isOver;
        },
      };
    },
    close() {
      isClosed = true;
      for (const end of [...endings]) end();
      void stops?.then((all) => {
        for (const stop of all) stop();
      });
    },
  };
}
