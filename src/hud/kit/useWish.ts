/** What a person wishes something to be, until the server has it: what is changed quickly, or on a bad line, is not lost. */
import { useCallback, useRef, useState } from 'react';
import { type Failure, readFailure } from './useSave.ts';

export interface Wish<T> {
  /** What was wished for last and the server does not have yet; null where there is nothing. */
  readonly wished: T | null;
  /** Why it could not be sent; null where it was, or is on its way. */
  readonly failure: Failure | null;
  /** Wishes for something: it takes the place of what was wished for before. */
  wish(next: T): void;
  /** Sends again what could not be sent. */
  retry(): void;
  /** Gives the wish up. */
  forget(): void;
}

/**
 * Sends wishes one after the other; of those that come while one is on its way only the last goes.
 * @param send resolves once what shows it has what the server made of it. Rejects with the ApiError of its call
 */
export function useWish<T>(send: (wish: T) => Promise<unknown>): Wish<T> {
  const [wished, setWished] = useState<T | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const latest = useRef<{ wish: T | null; isSending: boolean; send: typeof send }>({
    wish: null,
    isSending: false,
    send,
  });
  latest.current.send = send;

  const go = useCallback(async () => {
    const now = latest.current;
    if (now.isSending) return;
    now.isSending = true;
    setFailure(null);
    try {
      // What is changed meanwhile goes with the next round.
      while (now.wish !== null) {
        const { wish } = now;
        await now.send(wish);
        if (now.wish === wish) now.wish = null;
      }
      setWished(null);
    } catch (error) {
      setFailure(readFailure(error));
    } finally {
      now.isSending = false;
    }
  }, []);

  const wish = useCallback(
    (next: T) => {
      latest.current.wish = next;
      setWished(next);
      void go();
    },
    [go],
  );

  return {
    wished,
    failure,
    wish,
    retry: () => void go(),
    forget() {
      latest.current.wish = null;
      setWished(null);
      setFailure(null);
    },
  };
}
