import { useState } from 'react';
import { readFailure, UNREACHABLE } from './failure.ts';

export interface Saving {
  isBusy: boolean;
  /** What went wrong; empty when nothing did. */
  trouble: string;
  /** Runs a call; while one runs another is not begun. Rejections are shown and swallowed. */
  run(task: () => Promise<void>): Promise<void>;
  /** Takes back what went wrong: something else is being tried. */
  forget(): void;
}

/** Runs the calls of a panel one at a time and says what went wrong. */
export function useSaving(): Saving {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const run = async (task: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setTrouble('');
    try {
      await task();
    } catch (error) {
      const { isUnreachable, message } = readFailure(error);
      setTrouble(isUnreachable ? UNREACHABLE : message || 'That did not work. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, trouble, run, forget: () => setTrouble('') };
}
