import { useEffect, useRef } from 'react';
import { onFrame } from '../../../data/stores/frameLoop.ts';

/** Writes something in every frame of the page while it is there. `draw` must not set state. */
export function usePlayFrame(draw: () => void): void {
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => {
    const turn = onFrame('readouts', () => {
      latest.current();
      return true;
    });
    turn.wake();
    return () => turn.stop();
  }, []);
}
