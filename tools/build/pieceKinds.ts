/**
 * How pages are put into pieces. `npm run bench:pieces -- 120` tries other numbers for two minutes and prints the best:
 * with a change of what pages import, the last kilobytes of a limit are found here.
 */
import type { Load } from './planPieces.ts';

/** How much what is fetched together matters, and what it may fetch for nothing, in bytes as gzip. */
export const KINDS = {
  /** The script before all others. */
  main: { weight: 0.7078, mostInVain: 3876 },
  page: { weight: 2, mostInVain: 14_500 },
  /** A page of many parts, where people make music. */
  busy: { weight: 4.2, mostInVain: 4300 },
  /** A page whose bar is near, and the document for other sites. */
  near: { weight: 5.4, mostInVain: 3485 },
  /** The page that most people see first. */
  first: { weight: 1.115, mostInVain: 5211 },
  rare: { weight: 0.1558, mostInVain: 32_045 },
  /** What is fetched when a page is there. */
  later: { weight: 0.01861, mostInVain: 328_864 },
} as const;

export type Kinds = Readonly<Record<keyof typeof KINDS, Pick<Load, 'weight' | 'mostInVain'>>>;
