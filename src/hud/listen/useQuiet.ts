import { useEffect, useState } from 'react';

/** After so long without a hand on anything only the picture and the credits are left. */
const QUIET_MS = 8000;

/** Has nobody touched anything for a while? Only asked while `isWanted`. */
export function useQuiet(isWanted: boolean): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (!isWanted) {
      setQuiet(false);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setQuiet(false);
      clearTimeout(timer);
      timer = setTimeout(() => setQuiet(true), QUIET_MS);
    };
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true };
    for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const) {
      window.addEventListener(name, wake, options);
    }
    wake();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isWanted]);
  return isQuiet;
}
