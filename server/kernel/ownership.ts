/** What belongs to an account: each module declares what of it is exported and how it is removed. */
import type { Pages, RemovalStep } from '../ports/database/batches.ts';
import type { Queries } from '../ports/database/database.ts';

/**
 * Removal goes through these in order: what was said, what the feed shows, rifffs, and all else. The feed finds its rows by
 * their rifffs, and loops are let go when no rifff holds them.
 */
const STAGES = ['said', 'shown', 'rifffs', 'rest'] as const;

/** Groups of an export in the order in which they were always answered; others come behind them. */
const GROUPS: readonly string[] = [
  'jams',
  'feed',
  'uploads',
  'imports',
  'chat',
  'arcade',
  'playlists',
  'clubs',
  'market',
  'plans',
  'people',
  'sync',
  'moderation',
];

const placeOf = ({ name }: Owner) => (GROUPS.includes(name) ? GROUPS.indexOf(name) : GROUPS.length);

/** Lists of an export by their names, read a page at a time: what a module keeps of an account. */
export type ExportOwned = (queries: Queries, userId: string) => Record<string, Pages>;

export interface Ownership {
  readonly exportOwned: ExportOwned;
  /** When the steps are made, and the steps; none where all is gone with the closing of the account. */
  readonly removal?: {
    readonly stage: (typeof STAGES)[number];
    readonly steps: readonly RemovalStep[];
  };
}

/** A module with what it declares, and what a closed account leaves outside of the database. */
export interface Owner {
  readonly name: string;
  readonly ownership?: Ownership | undefined;
  /** Comes after the steps, outside of transactions. Doing it again changes nothing; what fails is tried again. */
  readonly farewell?: ((userId: string) => Promise<void>) | undefined;
}

/** The lists of an export, by the name of the module and then of the list. */
export function exportAll(
  owners: readonly Owner[],
  queries: Queries,
  userId: string,
): Record<string, Record<string, Pages>> {
  return Object.fromEntries(
    owners
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .flatMap(({ name, ownership }) =>
        ownership ? [[name, ownership.exportOwned(queries, userId)]] : [],
      ),
  );
}

/** All steps of a removal in order; within a stage a module goes before those that it needs. */
export const removalSteps = (owners: readonly Owner[]): RemovalStep[] =>
  STAGES.flatMap((stage) =>
    owners
      .toReversed()
      .flatMap(({ ownership }) =>
        ownership?.removal?.stage === stage ? ownership.removal.steps : [],
      ),
  );
