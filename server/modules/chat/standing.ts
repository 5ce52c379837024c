import { ApiError } from '../../../src/data/contract/errors.ts';
import { MESSAGES } from '../../../src/data/contract/messages.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { JamRow, MessageRow } from '../../ports/database/schemaJams.ts';
import { findReadableJam, type JamFor, mayChat, type Reader } from '../jams/access.ts';

/** The jam whose chat somebody reads. @throws ApiError `not_found` with 'channel not found' */
export async function findChannel(
  queries: Queries,
  reader: Reader,
  jamId: string,
): Promise<JamFor> {
  return findReadableJam(queries, reader, jamId).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw new ApiError('not_found', MESSAGES.channelNotFound);
  });
}

/**
 * The jam that the account may speak in: its owner and members, guests where the owner lets them.
 * @throws ApiError `not_found` as reading does, `forbidden` for those who only listen
 */
export async function findOpenChannel(
  queries: Queries,
  identity: Identity,
  jamId: string,
): Promise<JamFor> {
  const jam = await findChannel(queries, identity, jamId);
  if (mayChat(jam)) return jam;
  const isGuest = jam.role === 'guest';
  throw new ApiError('forbidden', isGuest ? 'Guests only listen here' : 'Join this jam first');
}

/** May they delete the message: its author, the owner of the jam, or a moderator? */
export function mayDelete(
  { userId, roles }: Pick<Identity, 'userId' | 'roles'>,
  jam: Pick<JamRow, 'ownerId'>,
  message: Pick<MessageRow, 'userId'>,
): boolean {
  return message.userId === userId || jam.ownerId === userId || hasOffice(roles);
}
