/**
 * How pages are put into pieces. `npm run bench:pieces -- 120` tries other numbers for two minutes and prints the best:
 * with a change of what pages import, the last kilobytes of a limit are found here.
 */
import type { Load } from './planPieces.ts';

/** How much what is fetched together matters, and what it may fetch for nothing, in bytes as gzip. */
export const KINDS = {
  /** The script before all others. */
  main: { weight: 1, mostInVain: 9800 },
  page: { weight: 0.58, mostInVain: 18_200 },
  /** A page of many parts, where people make music. */
  busy: { weight: 2.321, mostInVain: 8541 },
  /** A page whose bar is near, and the document for other sites. */
  near: { weight: 1.923, mostInVain: 1290 },
  /** The page that most people see first. */
  first: { weight: 1.266, mostInVain: 8671 },
  rare: { weight: 0.23, mostInVain: 25_871 },
  /** What is fetched when a page is there. */
  later: { weight: 0.0373, mostInVain: 69_040 },
} as const;

export type Kinds = Readonly<Record<keyof typeof KINDS, Pick<Load, 'weight' | 'mostInVain'>>>;
