/**
 * How pages are put into pieces. `npm run bench:pieces -- 120` tries other numbers for two minutes and prints the best:
 * with a change of what pages import, the last kilobytes of a limit are found here.
 */
import type { Load } from './planPieces.ts';

/** How much what is fetched together matters, and what it may fetch for nothing, in bytes as gzip. */
export const KINDS = {
  /** The script before all others. */
  main: { weight: 0.6878, mostInVain: 5508 },
  page: { weight: 1.196, mostInVain: 18_256 },
  /** A page of many parts, where people make music. */
  busy: { weight: 4.22, mostInVain: 5987 },
  /** A page whose bar is near, and the document for other sites. */
  near: { weight: 2.896, mostInVain: 4034 },
  /** The page that most people see first. */
  first: { weight: 0.5814, mostInVain: 4002 },
  rare: { weight: 0.227, mostInVain: 32_045 },
  /** What is fetched when a page is there. */
  later: { weight: 0.03091, mostInVain: 328_864 },
} as const;

export type Kinds = Readonly<Record<keyof typeof KINDS, Pick<Load, 'weight' | 'mostInVain'>>>;
