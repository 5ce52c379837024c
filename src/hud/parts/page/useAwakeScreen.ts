import { useEffect } from 'react';

/** Keeps the screen on while it is wished and the page is seen; asks again whenever the page comes back. */
export function useAwakeScreen(isWished = true): void {
  useEffect(() => {
    if (!isWished) return;
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const stay = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on low batteries, and where the browser has none.
      const taken = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) await taken?.release();
      else lock = taken;
    };
    void stay();
    document.addEventListener('visibilitychange', stay);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', stay);
      void lock?.release();
    };
  }, [isWished]);
}
