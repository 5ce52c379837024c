import { useMemo } from 'react';
import type { RingModel } from '../../drawing/model.ts';
import { drawRings, type SheetState } from './ringSheet.ts';

export interface RingPictureProps {
  rings: readonly RingModel[];
  sizePx: number;
  /** Keep it outside the component: another object draws again. */
  state?: SheetState;
}

/** A rifff in a state, as a still picture. What stands beside it says what it shows. */
export function RingPicture({ rings, sizePx, state }: RingPictureProps) {
  const markup = useMemo(() => drawRings(rings, sizePx, state), [rings, sizePx, state]);
  return (
    <span
      style={{ display: 'block', maxWidth: sizePx }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}
