import { useEffect, useRef } from 'react';
import { registerCommands } from '../../parts/commands/registry.ts';

interface Skip {
  canBack: boolean;
  canForward: boolean;
  /** @param step -1 for the rifff before, 1 for the one after */
  skip(step: 1 | -1): void;
}

/** Registers the commands that go to the rifff before and the one after, as they can be run at the time. */
export function useSkipCommands({ canBack, canForward, skip }: Skip): void {
  const latest = useRef(skip);
  latest.current = skip;
  useEffect(() => {
    const group = 'Play';
    return registerCommands([
      {
        id: 'editor.skipBack',
        group,
        title: 'The rifff before',
        keys: ['ArrowLeft'],
        run: () => latest.current(-1),
        isEnabled: () => canBack,
      },
      {
        id: 'editor.skipForward',
        group,
        title: 'The rifff after',
        keys: ['ArrowRight'],
        run: () => latest.current(1),
        isEnabled: () => canForward,
      },
    ]);
  }, [canBack, canForward]);
}
