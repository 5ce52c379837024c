import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { mayBeTaken } from '../../../src/data/rules/sharing/credits.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findReadableJam } from '../jams/access.ts';
import { isOpenJam, isSharedRifff } from '../jams/repo.ts';
import type { Content } from './repo.ts';

/** Every uploaded loop has an Ogg to be heard; its FLAC, if it has one, is the file itself. */
const MASTER_MIME = 'audio/flac';

/** A file is for anyone, or for those alone who may read something that holds it. */
export type MediaAccess = 'open' | 'own' | 'none';

/**
 * Does a rifff hold the loop that anyone may come to: of an open jam, or shared, by its link at least? What a moderator
 * took out is no longer open through a jam, only through a share that still stands.
 */
async function isLoopOpen(
  queries: Queries,
  { id, isBarred }: NonNullable<Content['loop']>,
): Promise<boolean> {
  const row = await queries
    .selectFrom('rifffLoops')
    .innerJoin('jams', 'jams.id', 'rifffLoops.jamId')
    .select('rifffLoops.jamId')
    .where('rifffLoops.loopId', '=', id)
    .where((where) =>
      where.or([...(isBarred ? [] : [isOpenJam()]), isSharedRifff({ byLink: true })]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Does a rifff hold the loop whose share a moderator removed? Moderators hear what they judge. */
async function isLoopRemoved(queries: Queries, loopId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('rifffLoops')
    .innerJoin('shares', (join) =>
      join
        .onRef('shares.jamId', '=', 'rifffLoops.jamId')
        .onRef('shares.rifffId', '=', 'rifffLoops.rifffId'),
    )
    .select('shares.id')
    .where('rifffLoops.loopId', '=', loopId)
    .where('shares.isRemoved', '=', true)
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

/** May others have the master of the loop, and not only what it takes to hear it? */
async function isMasterFree(queries: Queries, loopId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('loops')
    .select('doc')
    .where('id', '=', loopId)
    .executeTakeFirst();
  return row !== undefined && mayBeTaken(row.doc as Loop);
}

/** Was the message reported, and is the report open? Moderators see what they judge. */
async function isReported(queries: Queries, messageId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('jamReports')
    .select('ref')
    .where('kind', '=', 'message')
    .where('ref', '=', messageId)
    .where('isOpen', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a jam shows is for whoever may read it. */
async function jamFileAccess(
  queries: Queries,
  { jamId, messageId }: NonNullable<Content['jamFile']>,
  reader: Pick<Identity, 'userId' | 'roles'> | null,
): Promise<MediaAccess> {
  const jam = await findReadableJam(queries, reader, jamId).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (jam) return jam.access === 'public' ? 'open' : 'own';
  const isJudge = messageId !== null && reader !== null && hasOffice(reader.roles);
  return isJudge && (await isReported(queries, messageId)) ? 'own' : 'none';
}

/**
 * How a caller may have a file; null without a session. The library, pictures and pinned tracks are open; the master of
 * a loop is for its maker, and for others only where its rights let them take it.
 */
export async function mediaAccess(
  queries: Queries,
  { loop, jamTrack, jamFile, mime }: Content,
  reader: Pick<Identity, 'userId' | 'roles'> | null,
): Promise<MediaAccess> {
  const userId = reader?.userId;
  if (jamFile) return jamFileAccess(queries, jamFile, reader);
  if (loop) {
    const isMaster = mime === MASTER_MIME && loop.creatorId !== userId;
    if (isMaster && !(await isMasterFree(queries, loop.id))) return 'none';
    if (await isLoopOpen(queries, loop)) return 'open';
    if (!reader) return 'none';
    if (await isLoopOf(queries, loop, reader.userId)) return 'own';
    return hasOffice(reader.roles) && (await isLoopRemoved(queries, loop.id)) ? 'own' : 'none';
  }
  if (!jamTrack || jamTrack.isOpen) return 'open';
  return userId === jamTrack.ownerId || userId === jamTrack.userId ? 'own' : 'none';
}
