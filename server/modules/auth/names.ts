import { skeletonsOf } from '../../../src/data/contract/confusables.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, insertOnce } from '../../ports/database/rows.ts';

/** Letters and digits of ASCII out of a name, with dashes between its words, `most` at most. `Zoë & me` becomes `Zoe-me`. */
export function plainLetters(name: string, most: number): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const words = plain.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+/, '');
  return words.slice(0, most).replace(/-+$/, '');
}

/** Is one of these names, or one that looks like it, that of another account? */
export async function isLookAlike(
  queries: Queries,
  name: string,
  userId: string | null = null,
): Promise<boolean> {
  const found = await findRows(queries, 'names', { skeleton: skeletonsOf(name) }, ['userId']);
  return found.some((row) => row.userId !== userId);
}

/**
 * Inside a transaction: gives an account the name that it is shown by, in place of the one of before; its user name
 * stays its own. False when the name looks like that of another account: then nothing of the transaction may stay.
 */
export async function claimName(
  queries: Queries,
  { userId, displayName }: { userId: string; displayName: string },
): Promise<boolean> {
  const skeletons = [...new Set([...skeletonsOf(userId), ...skeletonsOf(displayName)])];
  await queries
    .deleteFrom('names')
    .where('userId', '=', userId)
    .where('skeleton', 'not in', skeletons)
    .execute();
  // Of two that claim at once the second waits here, and finds the first one's below.
  await insertOnce(
    queries,
    'names',
    skeletons.map((skeleton) => ({ skeleton, userId })),
  );
  return !(await isLookAlike(queries, displayName, userId));
}

/** A deleted account keeps its user name, which no other account gets, and no other. */
export async function forgetDisplayName(queries: Queries, userId: string): Promise<void> {
  await queries
    .deleteFrom('names')
    .where('userId', '=', userId)
    .where('skeleton', 'not in', skeletonsOf(userId))
    .execute();
}
