import { newId } from '../../src/data/rules/ids.ts';
import type { Queries } from '../ports/database/database.ts';
import { type StoredRifffOptions, storeRifff } from './storedRifff.ts';

export interface SharedOptions extends Partial<StoredRifffOptions> {
  readonly userId: string;
  readonly title?: string;
  readonly isPrivate?: boolean;
}

/** Stores a rifff in the personal jam of an account and shares it; returns the id of the share. */
export async function shareStored(queries: Queries, options: SharedOptions): Promise<string> {
  const { userId, title = 'Tide', isPrivate = false, ...rifff } = options;
  const rifffId = await storeRifff(queries, { jamId: userId, userId, ...rifff });
  const id = newId();
  await queries
    .insertInto('shares')
    .values({
      id,
      jamId: userId,
      rifffId,
      userId,
      title,
      isPrivate,
      created: Date.now(),
      likeCount: 0,
      source: null,
      isRemoved: false,
    })
    .execute();
  return id;
}
