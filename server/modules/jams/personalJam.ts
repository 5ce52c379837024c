import { randomBytes } from 'node:crypto';
import type { Queries } from '../../ports/database/database.ts';

export interface PersonalJamOwner {
  readonly userId: string;
  readonly displayName: string;
  readonly isDemo: boolean;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** The jam of one account, whose id is the owner's; what they keep goes there. Once for each account. */
export async function createPersonalJam(queries: Queries, owner: PersonalJamOwner): Promise<void> {
  await queries
    .insertInto('jams')
    .values({
      id: owner.userId,
      longId: randomBytes(32).toString('hex'),
      kind: 'personal',
      ownerId: owner.userId,
      name: owner.displayName,
      access: 'private',
      created: owner.nowMs,
      rifffCount: 0,
      isDemo: owner.isDemo,
    })
    .execute();
}

/** A personal jam goes by the name that its owner shows. */
export async function renamePersonalJam(
  queries: Queries,
  { userId, displayName }: Pick<PersonalJamOwner, 'userId' | 'displayName'>,
): Promise<void> {
  await queries
    .updateTable('jams')
    .set({ name: displayName })
    .where('id', '=', userId)
    .where('kind', '=', 'personal')
    .execute();
}
