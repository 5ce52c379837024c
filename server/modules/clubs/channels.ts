import type * as z from 'zod';
import type {
  Channel,
  ChannelAccess,
  ChannelChangesBodySchema,
  NewChannelBodySchema,
} from '../../../src/data/contract/clubs.ts';
import { MAX_CHANNELS } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { removeFiles } from '../../kernel/content.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { refuseOfficial } from '../../plugins/officialNames.ts';
import { mediaUrl, subPathOf, withoutSubPath } from '../../plugins/subPath.ts';
import { givenOf, ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, hasRow, updateRows } from '../../ports/database/rows.ts';
import type { ClubRow } from '../../ports/database/schemaClubs.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import { findClubToWrite } from '../jams/clubs.ts';
import { lockJam } from '../jams/events.ts';
import { requireOpenable } from '../jams/importedRights.ts';
import { insertRoom, newRoomId } from '../jams/newRoom.ts';
import { indexJams } from '../searchIndex/indexing.ts';
import {
  announce,
  type ClubsContext,
  changeClub,
  findChannels,
  refuseOfClass,
  tellChannels,
} from './context.ts';
import { presentChannels } from './present.ts';

const CHANNELS = { max: 60, windowMs: 3_600_000 };

interface NewChannel extends Pick<JamRow, 'name' | 'description' | 'coverKey'> {
  readonly access: ChannelAccess;
  /** Its place among the others; now where it is left out. */
  readonly created?: number;
}

/** Who reads the jam of a channel without being in its club, while that stands. */
export const jamAccessOf = (access: ChannelAccess | null | undefined): JamRow['access'] =>
  access === 'public' ? 'public' : 'private';

/** Stores a channel; inside a transaction that makes the club, or holds its lock. @returns its short id */
export async function insertChannel(
  queries: Queries,
  { id: clubId, ownerId }: Pick<ClubRow, 'id' | 'ownerId'>,
  { name, description, coverKey, access, created = Date.now() }: NewChannel,
): Promise<string> {
  const id = newRoomId();
  await insertRoom(queries, {
    id,
    ownerId,
    clubId,
    name,
    description,
    coverKey,
    created,
    access: jamAccessOf(access),
    channelAccess: access,
  });
  await indexJams(queries, [id]);
  return id;
}

/** Key of a picture of the club by its address here. @throws ValidationFailure for any other address */
async function keyOf(
  queries: Queries,
  clubId: string,
  imageUrl: string | null,
  publicUrl: string | undefined,
): Promise<string | null> {
  if (!imageUrl) return null;
  const path = withoutSubPath(imageUrl, subPathOf(publicUrl));
  const key = /^\/media\/([0-9a-f]{1,64})$/.exec(path)?.[1] ?? '';
  const isOfClub = await hasRow(queries, 'clubImages', { key, clubId });
  if (!isOfClub) throw new ValidationFailure({ imageUrl: 'must be a picture of this club' });
  return key;
}

/** A cover that the channel had of its own goes when another picture takes its place. */
async function dropCover(queries: Queries, { id: jamId, coverKey: key }: JamRow): Promise<void> {
  if (key !== null) await removeFiles(queries, 'jamFiles', { key, jamId });
}

/** Within a club a channel may be called as its moderators are; what anyone comes across speaks for the house. */
function refuseOfficialChannel(
  identity: Identity,
  { name, access }: Pick<NewChannel, 'name' | 'access'>,
): void {
  if (access === 'public') refuseOfficial(identity, name);
}

const noChannel = () => new ApiError('not_found', 'This club has no such channel');

/** The channels of a club; for its owner. */
export function channelCalls(context: ClubsContext & { readonly wake: () => void }) {
  const { database, announcer, publicUrl } = context;
  const { queries } = database;

  async function show(jamId: string): Promise<Channel> {
    const rows = await findRows(queries, 'jams', { id: jamId });
    const [channel] = await presentChannels(context, rows);
    return channel!;
  }

  return {
    /** Throws `forbidden` past 50 channels. */
    async create(
      identity: Identity,
      clubId: string,
      { imageUrl, ...body }: z.output<typeof NewChannelBodySchema>,
    ): Promise<{ jamId: string; channel: Channel }> {
      refuseOfficialChannel(identity, body);
      await findClubToWrite(queries, identity, clubId, 'owner');
      await limit(queries, `channels:${identity.userId}`, { ...CHANNELS, nowMs: Date.now() });
      const jamId = await changeClub(database, identity, clubId, async (transaction) => {
        const club = await findClubToWrite(transaction, identity, clubId, 'owner');
        if (body.access === 'public') await refuseOfClass(transaction, clubId);
        if ((await findChannels(transaction, [clubId])).length >= MAX_CHANNELS) {
          throw new ApiError('forbidden', `A club has ${MAX_CHANNELS} channels at most`);
        }
        const coverKey = await keyOf(transaction, clubId, imageUrl, publicUrl);
        return insertChannel(transaction, club, { ...body, coverKey });
      });
      return { jamId, channel: await show(jamId) };
    },

    /** Changes what is given. Sockets that may not hear it any more are out at once. */
    async change(
      identity: Identity,
      clubId: string,
      jamId: string,
      { name, description, imageUrl, access }: z.output<typeof ChannelChangesBodySchema>,
    ): Promise<Channel> {
      const news = await changeClub(database, identity, clubId, async (transaction) => {
        await findClubToWrite(transaction, identity, clubId, 'owner');
        await lockJam(database, transaction, jamId);
        const channel = (await findChannels(transaction, [clubId])).find(({ id }) => id === jamId);
        if (!channel) throw noChannel();
        const { coverKey, channelAccess } = channel;
        refuseOfficialChannel(identity, {
          name: name ?? channel.name,
          access: access ?? channelAccess ?? 'members',
        });
        const shown = coverKey && mediaUrl(coverKey, publicUrl);
        const isSame = imageUrl === undefined || imageUrl === shown;
        const set = {
          ...givenOf({ name, description }),
          ...(access !== undefined && { access: jamAccessOf(access), channelAccess: access }),
          ...(!isSame && { coverKey: await keyOf(transaction, clubId, imageUrl, publicUrl) }),
        };
        if (Object.keys(set).length === 0) return [];
        if (access === 'public') {
          await refuseOfClass(transaction, clubId);
          await requireOpenable(transaction, jamId);
        }
        if (!isSame) await dropCover(transaction, channel);
        await updateRows(transaction, 'jams', { id: jamId }, set);
        await indexJams(transaction, [jamId]);
        return tellChannels(database, transaction, [jamId], identity.userId);
      });
      announce(announcer, news);
      return show(jamId);
    },

    /**
     * Closes a channel. It is gone from its club at once; what members made in it is copied to their own jams after
     * the answer (`closures.ts`). Throws `forbidden` for the only one.
     */
    async remove(
      identity: Identity,
      clubId: string,
      jamId: string,
    ): Promise<Record<string, never>> {
      const news = await changeClub(database, identity, clubId, async (transaction) => {
        await findClubToWrite(transaction, identity, clubId, 'owner');
        await lockJam(database, transaction, jamId);
        const channels = await findChannels(transaction, [clubId]);
        const channel = channels.find(({ id }) => id === jamId);
        if (!channel) throw noChannel();
        if (channels.length === 1) {
          throw new ApiError('forbidden', 'A club keeps one channel: make another first');
        }
        const closed = { access: 'private', channelAccess: 'moderators' } as const;
        const nameless = { name: '', description: '', ...closed };
        await updateRows(transaction, 'jams', { id: jamId }, nameless);
        await indexJams(transaction, [jamId]);
        return tellChannels(database, transaction, [jamId], identity.userId);
      });
      announce(announcer, news);
      context.wake();
      return {};
    },
  };
}
