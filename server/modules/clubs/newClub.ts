import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { ChannelAccess } from '../../../src/data/contract/clubs.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { ClubRow } from '../../ports/database/schemaClubs.ts';
import { insertClubPlaylist } from '../playlists/ofClub.ts';
import { insertChannel } from './channels.ts';
import { putMember } from './members.ts';

const FIRST_PLAYLIST = 'Our rifffs';

/** What a new club is made of. */
interface NewClub extends Pick<ClubRow, 'name' | 'description' | 'access' | 'ownerId' | 'created'> {
  readonly channels: readonly { readonly name: string; readonly access: ChannelAccess }[];
}

/** Inside a transaction: stores a club with its owner, channels and first playlist. Its id is `club` and ten hex digits. */
export async function insertClub(
  transaction: Transaction<Schema>,
  { channels, ...about }: NewClub,
): Promise<ClubRow> {
  const { ownerId, created } = about;
  const id = `club${randomBytes(5).toString('hex')}`;
  const club = { ...about, id, iconKey: null, bannerKey: null, closes: null };
  await insertRows(transaction, 'clubs', club);
  const member = { clubId: id, userId: ownerId, since: created, isBlocked: false };
  await putMember(transaction, { ...member, role: 'owner' });
  // Channels stand in the order in which they were made: two of one millisecond would stand by chance.
  for (const [at, channel] of channels.entries()) {
    const row = { ...channel, description: '', coverKey: null, created: club.created + at };
    await insertChannel(transaction, club, row);
  }
  const list = { clubId: id, ownerId, name: FIRST_PLAYLIST, nowMs: created };
  await insertClubPlaylist(transaction, list);
  return club;
}
