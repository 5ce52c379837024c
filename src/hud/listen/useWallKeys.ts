import { useEffect } from 'react';
import { registerCommands } from '../parts/commands/registry.ts';
import type { Wall } from './useWall.ts';

/** Keys that turn the page into a wall and back. */
export function useWallKeys({ isWall, setWall }: Wall): void {
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
}
