/**
 * How pages are put into pieces. `npm run bench:pieces -- 120` tries other numbers for two minutes and prints the best:
 * with a change of what pages import, the last kilobytes of a limit are found here.
 */
import type { Load } from './planPieces.ts';

/** How much what is fetched together matters, and what it may fetch for nothing, in bytes as gzip. */
export const KINDS = {
  /** The script before all others. */
  main: { weight: 0.878, mostInVain: 3876 },
  page: { weight: 0.7566, mostInVain: 14_117 },
  /** A page of many parts, where people make music. */
  busy: { weight: 3.029, mostInVain: 8251 },
  /** A page whose bar is near, and the document for other sites. */
  near: { weight: 5.4, mostInVain: 3485 },
  /** The page that most people see first. */
  first: { weight: 3.017, mostInVain: 12_062 },
  rare: { weight: 0.1515, mostInVain: 32_045 },
  /** What is fetched when a page is there. */
  later: { weight: 0.009432, mostInVain: 884_363 },
} as const;

export type Kinds = Readonly<Record<keyof typeof KINDS, Pick<Load, 'weight' | 'mostInVain'>>>;
