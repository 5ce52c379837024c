/**
 * How pages are put into pieces. `npm run bench:pieces -- 120` tries other numbers for two minutes and prints the best:
 * with a change of what pages import, the last kilobytes of a limit are found here.
 */
import type { Load } from './planPieces.ts';

/** How much what is fetched together matters, and what it may fetch for nothing, in bytes as gzip. */
export const KINDS = {
  /** The script before all others. */
  main: { weight: 1.586, mostInVain: 7202 },
  page: { weight: 0.9183, mostInVain: 18_256 },
  /** A page of many parts, where people make music. */
  busy: { weight: 4.22, mostInVain: 9186 },
  /** A page whose bar is near, and the document for other sites. */
  near: { weight: 1.423, mostInVain: 8274 },
  /** The page that most people see first. */
  first: { weight: 0.9114, mostInVain: 3580 },
  rare: { weight: 0.1509, mostInVain: 23_615 },
  /** What is fetched when a page is there. */
  later: { weight: 0.0446, mostInVain: 196_823 },
} as const;

export type Kinds = Readonly<Record<keyof typeof KINDS, Pick<Load, 'weight' | 'mostInVain'>>>;
