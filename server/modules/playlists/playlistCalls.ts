import type { Transaction } from 'kysely';
import type * as z from 'zod';
import {
  MAX_CLUB_PLAYLISTS,
  MAX_PLAYLISTS,
  PLAYLIST_PAGE,
} from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  NewPlaylistBodySchema,
  Playlist,
  PlaylistChangesBodySchema,
  PlaylistPageQuerySchema,
} from '../../../src/data/contract/playlists.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { isTaken, storeNew } from '../../plugins/clientIds.ts';
import { hasOffice, type Identity, type Reader } from '../../plugins/identity.ts';
import { refuseOfficial } from '../../plugins/officialNames.ts';
import { givenOf, ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows, updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { writeAudit } from '../audit/audit.ts';
import { findClubToWrite } from '../jams/clubs.ts';
import { findReadablePlaylist, type PlaylistAt } from './access.ts';
import { presentBriefs } from './briefs.ts';
import { changeAs, countCall, type PlaylistsContext, touch } from './changing.ts';
import { insertClubPlaylist } from './ofClub.ts';
import { presentItems } from './presentItems.ts';
import { deletePlaylists, findItems, findOrder, findPlaylist } from './repo.ts';

/** Items of one answer. */
const MOST_AT_ONCE = 100;

type Page = z.output<typeof PlaylistPageQuerySchema>;
type New = z.output<typeof NewPlaylistBodySchema> & { readonly id: string };

async function countIn(queries: Queries, of: 'clubId' | 'ownerId', id: string): Promise<number> {
  let query = queries
    .selectFrom('playlists')
    .select((build) => build.fn.countAll<number>().as('total'))
    .where(of, '=', id);
  if (of === 'ownerId') query = query.where('clubId', 'is', null);
  return Number((await query.executeTakeFirstOrThrow()).total);
}

/** Stores a personal playlist. Throws `forbidden` where the account has as many as it may. */
async function insertPersonal(
  transaction: Transaction<Schema>,
  ownerId: string,
  { id, name, description, access }: New,
): Promise<void> {
  if ((await countIn(transaction, 'ownerId', ownerId)) >= MAX_PLAYLISTS) {
    throw new ApiError('forbidden', `You have ${MAX_PLAYLISTS} playlists: that is the most`);
  }
  const [created, about] = [Date.now(), { id, name, description, access, ownerId, clubId: null }];
  await insertRows(transaction, 'playlists', {
    ...about,
    adders: 'moderators',
    created,
    changed: created,
  });
}

/** The same for a club, whose lock the transaction holds. */
async function insertOfClub(
  transaction: Transaction<Schema>,
  ownerId: string,
  clubId: string,
  { id, name, description }: New,
): Promise<void> {
  if ((await countIn(transaction, 'clubId', clubId)) >= MAX_CLUB_PLAYLISTS) {
    throw new ApiError('forbidden', `A club has ${MAX_CLUB_PLAYLISTS} playlists at most`);
  }
  const about = { id, clubId, ownerId, name, description };
  await insertClubPlaylist(transaction, { ...about, nowMs: Date.now() });
}

/** Making, reading, changing and deleting playlists. */
export function playlistCalls(context: PlaylistsContext) {
  const { database, publicUrl } = context;
  const { queries } = database;

  /** A playlist with the items from `skip` up to `limit`. */
  async function read(reader: Reader, at: PlaylistAt, { skip, limit }: Page): Promise<Playlist> {
    const found = await findReadablePlaylist(queries, reader, at);
    const [briefs, order] = await Promise.all([
      presentBriefs(queries, reader, [found], publicUrl),
      findOrder(queries, found.id),
    ]);
    const end = Math.min(limit ?? skip + PLAYLIST_PAGE, skip + MOST_AT_ONCE);
    const wanted = order.slice(skip, Math.max(skip, end));
    const rows = await findItems(queries, wanted);
    const page = wanted.flatMap((id) => rows.get(id) ?? []);
    const items = await presentItems(queries, reader, page, publicUrl);
    return { ...briefs[0]!, entries: order.map((id) => ({ id })), items };
  }

  const answer = async (reader: Reader, playlistId: string) => ({
    playlist: await read(reader, { playlistId }, { skip: 0 }),
  });

  return {
    read: async (reader: Reader, at: PlaylistAt, page: Page) => ({
      playlist: await read(reader, at, page),
    }),

    /**
     * Makes a playlist, of a club where one is given; one of the same id that the account made there is the stored one.
     * Throws `forbidden` past the most that there may be, `conflict`, and for a club as `findClubToWrite` does.
     */
    async create(
      identity: Identity,
      body: z.output<typeof NewPlaylistBodySchema>,
      clubId: string | null,
    ): Promise<{ playlist: Playlist }> {
      refuseOfficial(identity, body.name);
      await countCall(queries, 'playlist', identity);
      const { userId } = identity;
      const made: New = { ...body, id: body.id ?? newId() };
      const store = async (transaction: Transaction<Schema>) => {
        if (clubId !== null) {
          await database.lock(transaction, `club:${clubId}`);
          await findClubToWrite(transaction, identity, clubId, 'moderator');
        }
        const known = await findPlaylist(transaction, made.id);
        if (known?.ownerId === userId && known.clubId === clubId) return;
        if (known) throw isTaken('playlist');
        if (clubId === null) await insertPersonal(transaction, userId, made);
        else await insertOfClub(transaction, userId, clubId, made);
      };
      await storeNew(context, 'playlist', () => writeFor(database, userId, store));
      return answer(identity, made.id);
    },

    /** Changes what is given. Who may read one of a club, and who adds to a personal one, is not its own to say. */
    async change(
      identity: Identity,
      { playlistId }: PlaylistAt,
      changes: z.output<typeof PlaylistChangesBodySchema>,
    ): Promise<{ playlist: Playlist }> {
      const { name, description, access, adders } = changes;
      if (name !== undefined) refuseOfficial(identity, name);
      await countCall(queries, 'playlist', identity);
      await changeAs(context, identity, { playlistId }, 'edit', async (transaction, { clubId }) => {
        if (access !== undefined && clubId !== null) {
          throw new ValidationFailure({ access: 'follows the club' });
        }
        if (adders !== undefined && clubId === null) {
          throw new ValidationFailure({ adders: 'a personal playlist is its owner’s alone' });
        }
        const set = givenOf({ name, description, access, adders });
        if (Object.keys(set).length === 0) return;
        await updateRows(transaction, 'playlists', { id: playlistId }, set);
        await touch(transaction, playlistId);
      });
      return answer(identity, playlistId);
    },

    /**
     * Deletes a playlist with its items; a moderator of this server also one of others, which is written down. Throws
     * `forbidden` for the last one of a club.
     */
    async remove(identity: Identity, at: PlaylistAt): Promise<Record<string, never>> {
      await countCall(queries, 'playlist', identity);
      const right = hasOffice(identity.roles) ? 'judge' : 'edit';
      await changeAs(context, identity, at, right, async (transaction, playlist) => {
        const { id, clubId, mayEdit, ownerId, name } = playlist;
        if (clubId !== null && (await countIn(transaction, 'clubId', clubId)) === 1) {
          throw new ApiError('forbidden', 'A club keeps one playlist: make another one first');
        }
        await deletePlaylists(transaction, [id]);
        const deed = { action: 'remove-playlist', reason: name, userId: ownerId } as const;
        if (!mayEdit) await writeAudit(transaction, identity, deed);
      });
      return {};
    },
  };
}
