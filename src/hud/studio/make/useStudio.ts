import { useCallback, useEffect, useState } from 'react';
import type { Studio } from '../../../audio/studio/Studio.ts';
import { notify } from '../../../data/stores/ui.ts';
import { useEngine } from '../../EngineContext.tsx';

/** The engine's studio, or null until it has come. */
export function useStudio(): Studio | null {
  const engine = useEngine();
  const [studio, setStudio] = useState<Studio | null>(null);
  useEffect(() => {
    let isGone = false;
    engine.studio().then(
      (opened) => {
        if (!isGone) setStudio(opened);
      },
      (cause: unknown) => {
        console.error('The studio could not be loaded', cause);
        if (!isGone) notify('The studio could not be loaded. Try again in a moment.');
      },
    );
    return () => {
      isGone = true;
    };
  }, [engine]);
  return studio;
}

/**
 * Does something with the studio: at once when it is there, else as soon as it has come, in the order asked for.
 * So the first touch sounds, however early it is.
 */
export function useWithStudio(studio: Studio | null): (use: (studio: Studio) => void) => void {
  const engine = useEngine();
  return useCallback(
    (use) => {
      // `useStudio` reports a loading error.
      if (studio) use(studio);
      else engine.studio().then(use, () => undefined);
    },
    [studio, engine],
  );
}
