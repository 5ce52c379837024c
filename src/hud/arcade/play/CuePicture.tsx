import type { ReactNode } from 'react';
import type { CueId } from '../../../data/rules/arcade/cues.ts';

/** The beat as a bar, and the hand as a disc: on it, near it, before it, after it, far from it. */
const timing = (x: number, radius: number) => (
  <>
    <rect x="14" y="2" width="4" height="28" />
    <circle cx={x} cy="16" r={radius} stroke="var(--ground)" strokeWidth="2" />
  </>
);

/** Two pieces that meet with so much between them. */
const pieces = (gap: number) => (
  <>
    <path d={`M2 4h${13 - gap}v7h5v10h-5v7h-${13 - gap}z`} />
    <path d={`M30 4h-${15 - gap}v4h5v16h-5v4h${15 - gap}z`} />
  </>
);

/** A picture for every cue, told apart by its shape alone; 32 × 32. */
const PICTURES: Readonly<Record<CueId, ReactNode>> = {
  perfect: timing(16, 9),
  good: timing(19, 8),
  early: timing(7, 6),
  late: timing(25, 6),
  off: (
    <>
      {timing(26, 5)}
      <circle cx="6" cy="16" r="3" />
    </>
  ),
  fits: pieces(1),
  rubs: pieces(4),
  clash: <path d="M6 2 16 12 26 2l4 4-10 10 10 10-4 4-10-10L6 30l-4-4 10-10L2 6z" />,
  grab: <path d="M14 2h4v10l5-5 3 3-10 10L6 10l3-3 5 5zM2 22h4v4h20v-4h4v8H2z" />,
  drop: <path d="M4 6h24v4H4zM14 13h4v7l4-4 3 3-9 9-9-9 3-3 4 4z" />,
  lift: <path d="M14 24h4V12l5 5 3-3L16 4 6 14l3 3 5-5zM4 26h24v4H4z" />,
  hurry: <path d="M6 2h20v6l-8 8 8 8v6H6v-6l8-8-8-8zm5 24h10l-5-5z" />,
  over: <path d="M5 5h22v22H5z" />,
};

/** A cue as a picture. What holds it says it in words. */
export function CuePicture({ id, sizePx }: { id: CueId; sizePx: number }) {
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      {PICTURES[id]}
    </svg>
  );
}
