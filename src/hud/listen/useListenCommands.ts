import { useEffect, useRef } from 'react';
import { SLEEP_CHOICES } from '../../data/rules/listening/sleep.ts';
import { listenQueue, removeFromQueue } from '../../data/stores/listenQueue.ts';
import { notify } from '../../data/stores/ui.ts';
import { registerCommands } from '../parts/commands/registry.ts';
import type { Sleep } from './useSleep.ts';

/** Id of the control that chooses the source. */
export const SOURCE_ID = 'listen-source';

interface ListenDeeds {
  openCast(): void;
  sleep: Sleep;
}

/** What the room does by key besides playing and skipping. */
export function useListenCommands(deeds: ListenDeeds): void {
  const latest = useRef(deeds);
  latest.current = deeds;
  useEffect(() => {
    const group = 'Listening';
    return registerCommands([
      {
        id: 'listening.source',
        title: 'Choose what is played',
        group,
        keys: ['Shift+F'],
        run: () => document.querySelector<HTMLElement>(`#${SOURCE_ID} select`)?.focus(),
      },
      {
        id: 'listening.queue',
        title: 'Go to the queue',
        group,
        keys: ['Q'],
        run: () => document.querySelector<HTMLElement>('[data-handle]')?.focus(),
      },
      {
        id: 'listening.dropNext',
        title: 'Take the next one out of the queue',
        group,
        keys: ['Shift+Q'],
        isEnabled: () => listenQueue.row.next.length > 1,
        run: () => {
          const [first] = listenQueue.row.next;
          if (!first) return;
          removeFromQueue(first.key);
          notify(`${first.title} is out of the queue`);
        },
      },
      {
        id: 'listening.sleep',
        title: 'Sleep timer: the next choice',
        group,
        keys: ['Z'],
        run: () => {
          const { sleep } = latest.current;
          const at = SLEEP_CHOICES.findIndex(({ id }) => id === sleep.choice);
          const next = SLEEP_CHOICES[(at + 1) % SLEEP_CHOICES.length]!;
          sleep.choose(next.id);
          notify(`Sleep timer: ${next.title.toLowerCase()}`);
        },
      },
      {
        id: 'listening.cast',
        title: 'Show in another window',
        group,
        keys: ['Shift+W'],
        run: () => latest.current.openCast(),
      },
    ]);
  }, []);
}
