import { useEffect, useRef } from 'react';
import { registerCommands } from '../parts/commands/registry.ts';
import type { Listening } from './useListening.ts';

/** Keys of a page that plays a rifff. @param hasList can one skip to others? */
export function useListeningKeys(own: Listening, hasList = true): void {
  const latest = useRef(own);
  latest.current = own;
  useEffect(
    () =>
      registerCommands([
        {
          id: 'listening.play',
          title: 'Play or pause',
          group: 'Listening',
          keys: ['Space'],
          run: () => latest.current.togglePlay(),
        },
        ...(hasList
          ? [
              {
                id: 'listening.next',
                title: 'Next rifff',
                group: 'Listening',
                keys: ['ArrowRight'],
                run: () => latest.current.skip(1),
              },
              {
                id: 'listening.previous',
                title: 'Previous rifff',
                group: 'Listening',
                keys: ['ArrowLeft'],
                run: () => latest.current.skip(-1),
              },
            ]
          : []),
        {
          id: 'listening.reset',
          title: 'Reset the mix',
          group: 'Listening',
          keys: ['Shift+R'],
          isEnabled: () => latest.current.isChanged,
          run: () => latest.current.reset(),
        },
      ]),
    [hasList],
  );
}
