/** The picture alone, as large as the window: on a wall, on a second screen. */
import { useCallback, useEffect, useState } from 'react';
import { registerCommands } from '../parts/commands/registry.ts';
import { useAwakeScreen } from '../parts/page/useAwakeScreen.ts';

export interface Wall {
  isWall: boolean;
  setWall(isWall: boolean): void;
}

/** Turns the page into a wall and back, full screen where the browser allows it, by key too. The screen stays on. */
export function useWall(): Wall {
  const [isWall, setState] = useState(false);
  useAwakeScreen(isWall);
  useEffect(() => {
    if (isWall) document.documentElement.dataset.wall = '';
    return () => {
      delete document.documentElement.dataset.wall;
    };
  }, [isWall]);
  useEffect(() => {
    const follow = () => setState(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, []);
  const setWall = useCallback((wanted: boolean) => {
    setState(wanted);
    // Where full screen is refused the window itself is the wall.
    if (wanted) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
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
