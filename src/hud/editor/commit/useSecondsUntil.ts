import { useEffect, useState } from 'react';

const secondsTo = (timeMs: number) => Math.max(0, Math.ceil((timeMs - Date.now()) / 1000));

/** Whole seconds until a time in ms since the epoch, as they pass; null once it is over. */
export function useSecondsUntil(timeMs: number): number | null {
  const [seconds, setSeconds] = useState(() => secondsTo(timeMs));
  useEffect(() => {
    setSeconds(secondsTo(timeMs));
    if (secondsTo(timeMs) === 0) return;
    const timer = setInterval(() => setSeconds(secondsTo(timeMs)), 1000);
    return () => clearInterval(timer);
  }, [timeMs]);
  return seconds > 0 ? seconds : null;
}
