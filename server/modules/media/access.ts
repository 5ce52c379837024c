import type { Queries } from '../../ports/database/database.ts';
import type { Content } from './repo.ts';

/** A file is for anyone, or for those alone who may read something that holds it. */
export type MediaAccess = 'open' | 'own' | 'none';

/** Does a rifff hold the loop that anyone may come to: of an open jam, or shared, by its link at least? */
async function isLoopOpen(queries: Queries, loopId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('rifffLoops')
    .innerJoin('jams', 'jams.id', 'rifffLoops.jamId')
    .select('rifffLoops.jamId')
    .where('rifffLoops.loopId', '=', loopId)
    .where((where) =>
      where.or([
        where('jams.access', '=', 'open'),
        where.exists(
          where
            .selectFrom('shares')
            .select('shares.id')
            .whereRef('shares.jamId', '=', 'rifffLoops.jamId')
            .whereRef('shares.rifffId', '=', 'rifffLoops.rifffId')
            .where('shares.isRemoved', '=', false),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Did the account make the loop, or does a rifff of a jam of theirs hold it? */
async function isLoopOf(
  queries: Queries,
  loop: { readonly id: string; readonly creatorId: string },
  userId: string,
): Promise<boolean> {
  if (loop.creatorId === userId) return true;
  const row = await queries
    .selectFrom('rifffLoops')
    .innerJoin('jams', 'jams.id', 'rifffLoops.jamId')
    .select('rifffLoops.jamId')
    .where('rifffLoops.loopId', '=', loop.id)
    .where('jams.ownerId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * How a caller may have a file; `userId` undefined without a session. The library, pictures and pinned tracks are
 * open.
 */
export async function mediaAccess(
  queries: Queries,
  { loop, jamTrack }: Content,
  userId: string | undefined,
): Promise<MediaAccess> {
  if (loop) {
    if (await isLoopOpen(queries, loop.id)) return 'open';
    return userId !== undefined && (await isLoopOf(queries, loop, userId)) ? 'own' : 'none';
  }
  if (!jamTrack || jamTrack.access === 'open') return 'open';
  return userId === jamTrack.ownerId || userId === jamTrack.userId ? 'own' : 'none';
}
