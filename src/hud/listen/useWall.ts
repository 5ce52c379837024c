/** The picture alone, as large as the window: on a wall, on a second screen. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { registerCommands } from '../parts/commands/registry.ts';
import { useAwakeScreen } from '../parts/page/useAwakeScreen.ts';

export interface Wall {
  isWall: boolean;
  setWall(isWall: boolean): void;
}

function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
}

/** Turns the page into a wall and back, full screen where the browser allows it, by key too. The screen stays on. */
export function useWall(): Wall {
  const [isWall, setState] = useState(false);
  /** Asked for last: a window may become full screen only after it was left again. */
  const isWanted = useRef(false);
  useAwakeScreen(isWall);
  useEffect(() => {
    if (isWall) document.documentElement.dataset.wall = '';
    return () => {
      delete document.documentElement.dataset.wall;
    };
  }, [isWall]);
  useEffect(() => {
    const follow = () => {
      if (!document.fullscreenElement) isWanted.current = false;
      setState(isWanted.current);
    };
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      isWanted.current = false;
      leaveFullScreen();
    };
  }, []);
  const setWall = useCallback((wanted: boolean) => {
    isWanted.current = wanted;
    setState(wanted);
    if (!wanted) {
      leaveFullScreen();
      return;
    }
    const leaveUnlessWanted = () => {
      if (!isWanted.current) leaveFullScreen();
    };
    // Where full screen is refused the window itself is the wall.
    document.documentElement.requestFullscreen?.().then(leaveUnlessWanted, () => {});
  }, []);
  useEffect(() => {
    const group = 'Listening';
    return registerCommands([
      {
        id: 'listening.wall',
        title: 'Wall: the picture alone',
        group,
        keys: ['W'],
        run: () => setWall(!isWall),
      },
      {
        id: 'listening.leaveWall',
        title: 'Leave the wall',
        group,
        keys: ['Escape'],
        isEnabled: () => isWall,
        run: () => setWall(false),
      },
    ]);
  }, [isWall, setWall]);
  return { isWall, setWall };
}

/** Time without input, in ms, after which the page shows only the picture and the credits. */
const QUIET_MS = 8000;

/** True after `QUIET_MS` without input. Always false unless `isWanted`. */
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
