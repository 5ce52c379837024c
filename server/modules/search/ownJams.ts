import { nameOf, wordsOf } from '../../../src/data/rules/search/words.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Candidate } from './candidates.ts';

/** Jams of one account that are looked through, the newest first. */
const JAMS = 500;

/** Jams that the account is in and whose words begin with all of these; some of them may not be read any more. */
export async function findOwnJams(
  queries: Queries,
  userId: string,
  words: readonly string[],
): Promise<Candidate[]> {
  const owned = queries
    .selectFrom('jams')
    .select('id')
    .where('ownerId', '=', userId)
    .where('clubId', 'is', null);
  const joined = queries
    .selectFrom('members')
    .select('jamId as id')
    .where('userId', '=', userId)
    .where('isRemoved', '=', false);
  const heard = queries
    .selectFrom('clubMembers')
    .innerJoin('jams', 'jams.clubId', 'clubMembers.clubId')
    .select('jams.id')
    .where('clubMembers.userId', '=', userId)
    .where('clubMembers.isBlocked', '=', false);
  const rows = await queries
    .selectFrom('jams')
    .select(['id', 'name', 'description', 'created'])
    .where('id', 'in', owned.union(joined).union(heard))
    .orderBy('created', 'desc')
    .orderBy('id')
    .limit(JAMS)
    .execute();
  return rows
    .map(({ id, name, description, created }) => ({
      id,
      created,
      likes: 0,
      names: [nameOf(name)],
      words: [...wordsOf(name), ...wordsOf(description)],
    }))
    .filter((jam) => words.every((word) => jam.words.some((own) => own.startsWith(word))));
}
