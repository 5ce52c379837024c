import { randomBytes } from 'node:crypto';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows, updateRows } from '../../ports/database/rows.ts';
import { indexJams } from '../searchIndex/indexing.ts';

export interface PersonalJamOwner {
  readonly userId: string;
  readonly displayName: string;
  readonly isDemo: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** What a new jam is. */
export const EMPTY_JAM = {
  rifffCount: 0,
  description: '',
  barLength: 16,
  coverKey: null,
  guestsMayAnswer: true,
  guestsMayChat: true,
  lastEvent: 0,
  latest: null,
} as const;

/** The jams of accounts, whose ids are their owners'; what they keep goes there. Once for each account. */
export async function createPersonalJams(
  queries: Queries,
  owners: readonly PersonalJamOwner[],
): Promise<void> {
  const rows = owners.map(({ userId, displayName, isDemo, nowMs }) => ({
    id: userId,
    longId: randomBytes(32).toString('hex'),
    kind: 'personal' as const,
    ownerId: userId,
    name: displayName,
    access: 'private' as const,
    created: nowMs,
    ...EMPTY_JAM,
    isDemo,
  }));
  await insertRows(queries, 'jams', rows);
}

/** The same for one account. */
export const createPersonalJam = (queries: Queries, owner: PersonalJamOwner): Promise<void> =>
  createPersonalJams(queries, [owner]);

/** A personal jam goes by the name that its owner shows. */
export async function renamePersonalJam(
  queries: Queries,
  { userId, displayName }: Pick<PersonalJamOwner, 'userId' | 'displayName'>,
): Promise<void> {
  await updateRows(queries, 'jams', { id: userId, kind: 'personal' }, { name: displayName });
  await indexJams(queries, [userId]);
}
