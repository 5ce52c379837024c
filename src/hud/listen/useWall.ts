import { useCallback, useEffect, useState } from 'react';

/** The picture alone, as large as the window: on a wall, on a second screen. */
export interface Wall {
  isWall: boolean;
  setWall(isWall: boolean): void;
}

/** Turns the page into a wall and back, full screen where the browser allows it. */
export function useWall(): Wall {
  const [isWall, setState] = useState(false);
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
  return { isWall, setWall };
}
