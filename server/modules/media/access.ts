import type { Loop } from '../../../src/data/contract/loop.ts';
import { mayBeTaken } from '../../../src/data/rules/sharing/credits.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, findsRow, hasRow } from '../../ports/database/rows.ts';
import { findProducts } from '../grants/grants.ts';
import { isJamOf, isOpenJam, isSharedRifff } from '../jams/repo.ts';
import type { Content } from './repo.ts';

/** Beside the Ogg, which is there to be heard, the FLAC of a loop is the file itself. */
const MASTER_MIME = 'audio/flac';

/** A file is for anyone, or for those alone who may read something that holds it. */
export type MediaAccess = 'open' | 'own' | 'none';

/** What of rifffs holds the loop. */
const holding = (queries: Queries, loopId: string) =>
  queries.selectFrom('rifffLoops').where('rifffLoops.loopId', '=', loopId);

const holdingJams = (queries: Queries, loopId: string) =>
  holding(queries, loopId).innerJoin('jams', 'jams.id', 'rifffLoops.jamId');

/**
 * Does a rifff hold the loop that anyone may come to: of an open jam, or shared, by its link at least? What a moderator
 * took out is no longer open through a jam, only through a share that still stands.
 */
async function isLoopOpen(
  queries: Queries,
  { id, isBarred }: NonNullable<Content['loop']>,
): Promise<boolean> {
  const isShared = isSharedRifff({ byLink: true });
  return findsRow(
    holdingJams(queries, id).where((where) =>
      isBarred ? isShared : where.or([isOpenJam(), isShared]),
    ),
  );
}

/** Does a rifff hold the loop whose share a moderator removed? Moderators hear what they judge. */
async function isLoopRemoved(queries: Queries, loopId: string): Promise<boolean> {
  return findsRow(
    holding(queries, loopId)
      .innerJoin('shares', (join) =>
        join
          .onRef('shares.jamId', '=', 'rifffLoops.jamId')
          .onRef('shares.rifffId', '=', 'rifffLoops.rifffId'),
      )
      .where('shares.isRemoved', '=', true),
  );
}

/** Does a rifff hold the loop that was reported in its jam, and is the report open? */
async function isLoopReported(queries: Queries, loopId: string): Promise<boolean> {
  return findsRow(
    holding(queries, loopId)
      .innerJoin('jamReports', (join) =>
        join
          .onRef('jamReports.jamId', '=', 'rifffLoops.jamId')
          .onRef('jamReports.ref', '=', 'rifffLoops.rifffId'),
      )
      .where('jamReports.kind', '=', 'rifff')
      .where('jamReports.isOpen', '=', true),
  );
}

/** Did the account make the loop, or does a rifff of a jam that it is in hold it? */
async function isLoopOf(
  queries: Queries,
  loop: { readonly id: string; readonly creatorId: string },
  userId: string,
): Promise<boolean> {
  if (loop.creatorId === userId) return true;
  return findsRow(holdingJams(queries, loop.id).where(isJamOf(userId)));
}

/** Does the account hold the collection that the loop is in? */
async function isHeld(queries: Queries, product: string | null, userId: string): Promise<boolean> {
  return product !== null && (await findProducts(queries, userId, Date.now())).has(product);
}

/** Does a rifff of the jam (short id) hold the loop? */
async function isLoopIn(queries: Queries, loopId: string, jamId: string): Promise<boolean> {
  return hasRow(queries, 'rifffLoops', { loopId, jamId });
}

async function isInJam(queries: Queries, jamId: string, userId: string): Promise<boolean> {
  return findsRow(
    queries.selectFrom('jams').select('id').where('id', '=', jamId).where(isJamOf(userId)),
  );
}

/** Is there nothing but the master by which the loop can be heard? So it is with some that were imported. */
async function isHeardByMaster(queries: Queries, loopId: string): Promise<boolean> {
  return !(await findsRow(
    queries.selectFrom('media').where('loopId', '=', loopId).where('mime', '!=', MASTER_MIME),
  ));
}

/** May others have the master of the loop, and not only what it takes to hear it? */
async function isMasterFree(queries: Queries, loopId: string): Promise<boolean> {
  if (await isHeardByMaster(queries, loopId)) return true;
  const row = await findRow(queries, 'loops', { id: loopId }, ['doc']);
  return row !== undefined && mayBeTaken(row.doc as Loop);
}

/** Was the message reported, and is the report open? Moderators see what they judge. */
async function isReported(queries: Queries, messageId: string): Promise<boolean> {
  return hasRow(queries, 'jamReports', { kind: 'message', ref: messageId, isOpen: true });
}

/**
 * How a caller may have a file; null without a session. The library, pictures of accounts and pinned tracks are open;
 * tracks, pictures and voices of a jam are for readers of the jam and for who brought them; the master of a loop is for
 * its maker, and for others only where its rights let them take it. A loop of a partner's collection is for those who hold
 * it, and for readers of a rifff that has it. The stage of a jam (`stageOf`, its short id) hears
 * the loops of its rifffs and nothing else.
 */
export async function mediaAccess(
  queries: Queries,
  { loop, ofJam, mime }: Content,
  reader: Pick<Identity, 'userId' | 'roles'> | null,
  stageOf: string | null,
): Promise<MediaAccess> {
  const userId = reader?.userId;
  if (loop) {
    const isMaster = mime === MASTER_MIME && loop.creatorId !== userId;
    if (isMaster && !(await isMasterFree(queries, loop.id))) return 'none';
    if (await isLoopOpen(queries, loop)) return 'open';
    // What a moderator took out is on no wall.
    const isOnStage = stageOf !== null && !loop.isBarred;
    if (isOnStage && (await isLoopIn(queries, loop.id, stageOf))) return 'own';
    if (!reader) return 'none';
    if (await isLoopOf(queries, loop, reader.userId)) return 'own';
    if (await isHeld(queries, loop.product, reader.userId)) return 'own';
    if (!hasOffice(reader.roles)) return 'none';
    const isJudged =
      (await isLoopRemoved(queries, loop.id)) || (await isLoopReported(queries, loop.id));
    return isJudged ? 'own' : 'none';
  }
  if (!ofJam || ofJam.isOpen) return 'open';
  if (!reader) return 'none';
  const isTheirs = reader.userId === ofJam.userId;
  if (isTheirs || (await isInJam(queries, ofJam.jamId, reader.userId))) return 'own';
  const isJudged = hasOffice(reader.roles) && ofJam.messageId != null;
  return isJudged && (await isReported(queries, ofJam.messageId)) ? 'own' : 'none';
}
