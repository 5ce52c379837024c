import { useEffect, useRef } from 'react';
import type { RingModel } from '../../drawing/model.ts';
import { drawRings, type SheetState } from './ringSheet.ts';

export interface RingPictureProps {
  /** Keep them outside the component, and the state too: other objects draw again. */
  rings: readonly RingModel[];
  sizePx: number;
  state?: SheetState;
}

const IDLE: SheetState = {};
/** A picture may be printed, or looked at closely. */
const LEAST_DPR = 2;

/** A rifff in a state, as a still picture. What stands beside it says what it shows. */
export function RingPicture({ rings, sizePx, state = IDLE }: RingPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    drawRings(canvas.current!, rings, sizePx, state, Math.max(LEAST_DPR, devicePixelRatio || 1));
  }, [rings, sizePx, state]);
  return (
    <span aria-hidden="true">
      <canvas ref={canvas} style={{ display: 'block', width: sizePx, maxWidth: '100%' }} />
    </span>
  );
}
