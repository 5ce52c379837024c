import { ApiError } from '../../../src/data/contract/errors.ts';
import type { JamRole } from '../../../src/data/contract/jams.ts';
import { MESSAGES } from '../../../src/data/contract/messages.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { JamRow, MessageRow } from '../../ports/database/schemaJams.ts';
import { findReadableJam, type Reader } from '../jams/access.ts';

/** The jam whose chat somebody reads. @throws ApiError `not_found` with 'channel not found' */
export async function findChannel(
  queries: Queries,
  reader: Reader,
  jamId: string,
): Promise<JamRow> {
  return findReadableJam(queries, reader, jamId).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw new ApiError('not_found', MESSAGES.channelNotFound);
  });
}

/** What an account is in a jam; null for somebody who only reads, or was removed. */
async function roleIn(
  queries: Queries,
  { userId }: Pick<Identity, 'userId'>,
  jam: JamRow,
): Promise<JamRole | null> {
  if (jam.ownerId === userId) return 'owner';
  const row = await queries
    .selectFrom('members')
    .select('role')
    .where('jamId', '=', jam.id)
    .where('userId', '=', userId)
    .where('isRemoved', '=', false)
    .executeTakeFirst();
  return row?.role ?? null;
}

/**
 * The jam that the account may speak in: its owner and members, guests where the owner lets them.
 * @throws ApiError `not_found` as reading does, `forbidden` for those who only listen
 */
export async function findOpenChannel(
  queries: Queries,
  identity: Identity,
  jamId: string,
): Promise<JamRow> {
  const jam = await findChannel(queries, identity, jamId);
  const role = await roleIn(queries, identity, jam);
  if (role === null) throw new ApiError('forbidden', 'Join this jam first');
  if (role === 'guest' && !jam.guestsMayChat) {
    throw new ApiError('forbidden', 'Guests only listen here');
  }
  return jam;
}

/** May they delete the message: its author, the owner of the jam, or a moderator? */
export function mayDelete(
  { userId, roles }: Pick<Identity, 'userId' | 'roles'>,
  jam: Pick<JamRow, 'ownerId'>,
  message: Pick<MessageRow, 'userId'>,
): boolean {
  return message.userId === userId || jam.ownerId === userId || hasOffice(roles);
}
