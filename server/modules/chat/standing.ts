import { ApiError } from '../../../src/data/contract/errors.ts';
import { MESSAGES } from '../../../src/data/contract/messages.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { MessageRow } from '../../ports/database/schemaJams.ts';
import {
  findReadableJam,
  type JamFor,
  type Reader,
  refuseFrozen,
  requireChatting,
} from '../jams/access.ts';
import { keepsOrder } from '../jams/clubs.ts';

/** The jam whose chat the caller reads. @throws ApiError `not_found` with 'channel not found' */
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
 * The jam that the account may speak in: its owner, moderators and members, guests where the owner lets them.
 * @throws ApiError `not_found` as reading does, `forbidden` for those who only listen
 */
export async function findOpenChannel(
  queries: Queries,
  identity: Identity,
  jamId: string,
): Promise<JamFor> {
  const jam = await findChannel(queries, identity, jamId);
  requireChatting(jam);
  return jam;
}

/**
 * Throws `forbidden` unless they may delete the message: its author, people who keep order in the jam, or a moderator of
 * the house, who alone may while the club of a channel is closing.
 * @returns whether they do it as a moderator of the house
 */
export function requireDeleting(
  { userId, roles }: Pick<Identity, 'userId' | 'roles'>,
  jam: JamFor,
  message: Pick<MessageRow, 'userId'>,
): { readonly isDeed: boolean } {
  const isDeed = message.userId !== userId && !keepsOrder(jam.role);
  if (hasOffice(roles)) return { isDeed };
  if (isDeed) {
    const who = jam.club ? 'those who keep order in its club' : 'the owner of the jam';
    throw new ApiError('forbidden', `Only who wrote it and ${who} may delete it`);
  }
  refuseFrozen(jam);
  return { isDeed };
}
