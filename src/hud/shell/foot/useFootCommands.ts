import { useEffect, useRef } from 'react';
import { registerCommands } from '../../parts/commands/registry.ts';
import type { FootList } from './useFootList.ts';

/** Keys of the player, on every page that has it. */
export function useFootCommands(list: FootList, toggleQueue: () => void, isShown: boolean): void {
  const latest = useRef({ list, toggleQueue });
  latest.current = { list, toggleQueue };
  useEffect(() => {
    if (!isShown) return;
    const group = 'Player';
    const now = () => latest.current.list;
    return registerCommands([
      {
        id: 'player.play',
        title: 'Play or pause the playlist',
        group,
        keys: ['Shift+P'],
        run: () => now().toggle(),
      },
      {
        id: 'player.next',
        title: 'Next of the playlist',
        group,
        keys: ['Shift+N'],
        isEnabled: () => now().canForward,
        run: () => now().skip(1),
      },
      {
        id: 'player.previous',
        title: 'Previous of the playlist',
        group,
        keys: ['Shift+B'],
        isEnabled: () => now().canBack,
        run: () => now().skip(-1),
      },
      {
        id: 'player.queue',
        title: 'Queue',
        group,
        keys: ['Shift+O'],
        run: () => latest.current.toggleQueue(),
      },
    ]);
  }, [isShown]);
}
