/**
 * How pages are put into pieces. `npm run bench:pieces -- 120` tries other numbers for two minutes and prints the best:
 * with a change of what pages import, the last kilobytes of a limit are found here.
 */
import type { Load } from './planPieces.ts';

/** How much what is fetched together matters, and what it may fetch for nothing, in bytes as gzip. */
export const KINDS = {
  /** The script before all others. */
  main: { weight: 1.08, mostInVain: 17_569 },
  page: { weight: 0.58, mostInVain: 18_256 },
  /** A page of many parts, where people make music. */
  busy: { weight: 2.96, mostInVain: 5367 },
  /** A page whose bar is near, and the document for other sites. */
  near: { weight: 3.656, mostInVain: 1241 },
  /** The page that most people see first. */
  first: { weight: 1.139, mostInVain: 4765 },
  rare: { weight: 0.2032, mostInVain: 27_497 },
  /** What is fetched when a page is there. */
  later: { weight: 0.03135, mostInVain: 204_565 },
} as const;

export type Kinds = Readonly<Record<keyof typeof KINDS, Pick<Load, 'weight' | 'mostInVain'>>>;
