import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { MAX_PLAYLIST_ITEMS } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import {
  DEFAULT_LOOP_COUNT,
  type ItemChangesBodySchema,
  type NewItemBodySchema,
  type PlaylistItem,
} from '../../../src/data/contract/playlists.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { mergeOrder } from '../../../src/data/rules/playlist/order.ts';
import { isTaken, storeNew } from '../../plugins/clientIds.ts';
import type { Identity } from '../../plugins/identity.ts';
import { givenOf } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { PlaylistItemRow } from '../../ports/database/schemaClubs.ts';
import { findReadableJam } from '../jams/access.ts';
import { findJams } from '../jams/repo.ts';
import { findReadablePlaylist, type PlaylistAt, type PlaylistFor, requireRight } from './access.ts';
import { changeAs, countCall, findItemIn, type PlaylistsContext, touch } from './changing.ts';
import { findTracksOf, presentItems } from './presentItems.ts';
import { findItems, findOrder } from './repo.ts';
import { findHearable } from './rifffs.ts';

export type ItemAt = PlaylistAt & { readonly itemId: string };
type NewItem = z.output<typeof NewItemBodySchema> & { readonly id: string };

/**
 * What an item is to play, with the short id of its jam.
 * @throws ApiError `not_found` for what is not there, or not for the reader
 */
async function findPlayed(
  queries: Queries,
  identity: Identity,
  { jamId, itemId }: NewItem,
): Promise<Pick<PlaylistItemRow, 'kind' | 'jamId'>> {
  const [rifff] = (await findHearable(queries, identity, [{ jamId, rifffId: itemId }])).values();
  if (rifff) return { kind: 'audio', jamId: rifff.jamId };
  const jam = await findReadableJam(queries, identity, jamId);
  const tracks = await findTracksOf(queries, identity, [{ jamId: jam.id, itemId }]);
  if (tracks.size > 0) return { kind: 'track', jamId: jam.id };
  throw new ApiError('not_found', 'There is no such rifff or track in this jam');
}

/**
 * Is the item there already? How often it is played may have been changed since, and is not compared.
 * @throws ApiError `conflict` when its id stands for another one
 */
async function isKnown(
  queries: Queries,
  { userId }: Identity,
  playlistId: string,
  { id, itemId, jamId }: NewItem,
): Promise<boolean> {
  const stored = (await findItems(queries, [id])).get(id);
  if (!stored) return false;
  const shortId = (await findJams(queries, [jamId])).get(jamId)?.id ?? jamId;
  const isSame = stored.playlistId === playlistId && stored.addedBy === userId;
  if (isSame && stored.itemId === itemId && stored.jamId === shortId) return true;
  throw isTaken('item');
}

/** Throws `forbidden` where another account put the item here, and the playlist is not theirs to keep in order. */
function requireOwn(
  { userId }: Identity,
  { mayEdit }: PlaylistFor,
  { addedBy }: PlaylistItemRow,
): void {
  if (mayEdit || addedBy === userId) return;
  throw new ApiError('forbidden', 'Only who put this here and the moderators of this club may');
}

/** Where each of the items comes to stand, in one statement. Whole numbers stand in its text: a value has no type. */
async function placeItems(queries: Queries, ids: readonly string[], order: readonly string[]) {
  if (ids.length === 0) return;
  const places = new Map(order.map((id, at) => [id, at]));
  const cases = ids.map((id) => sql`when ${id} then ${sql.lit(places.get(id)!)}`);
  const position: RawBuilder<number> = sql`case ${sql.ref('id')} ${sql.join(cases, sql` `)} end`;
  await queries.updateTable('playlistItems').set({ position }).where('id', 'in', ids).execute();
}

/** What is in playlists, and in which order. */
export function itemCalls(context: PlaylistsContext) {
  const { database, publicUrl } = context;
  const { queries } = database;

  /** An item as its caller sees it, who may read the playlist. */
  async function answer(identity: Identity, playlistId: string, itemId: string) {
    const row = await findItemIn(queries, playlistId, itemId);
    const [item] = await presentItems(queries, identity, [row], publicUrl);
    return { item: item! };
  }

  return {
    /**
     * Puts a rifff or a track at the end; what the same caller put there under the same id is the stored one.
     * @throws ApiError `not_found` also for a rifff or track that the caller may not read, `forbidden` where the playlist
     * is full, `conflict`
     */
    async add(
      identity: Identity,
      at: PlaylistAt,
      body: z.output<typeof NewItemBodySchema>,
    ): Promise<{ item: PlaylistItem }> {
      const { playlistId } = at;
      requireRight(await findReadablePlaylist(queries, identity, at), 'add');
      await countCall(queries, 'playlist-item', identity);
      const wanted: NewItem = { ...body, id: body.id ?? newId() };
      const { id, itemId, fadeOut } = wanted;
      if (await isKnown(queries, identity, playlistId, wanted)) {
        return answer(identity, playlistId, id);
      }
      const played = await findPlayed(queries, identity, wanted);
      const loopCount = body.loopCount ?? DEFAULT_LOOP_COUNT[played.kind];
      await storeNew(context, 'item', () =>
        changeAs(context, identity, at, 'add', async (transaction) => {
          if (await isKnown(transaction, identity, playlistId, wanted)) return;
          const { length: position } = await findOrder(transaction, playlistId);
          if (position >= MAX_PLAYLIST_ITEMS) {
            throw new ApiError('forbidden', `A playlist holds ${MAX_PLAYLIST_ITEMS} at most`);
          }
          const about = { id, playlistId, position, itemId, ...played, fadeOut, loopCount };
          await insertRows(transaction, 'playlistItems', {
            ...about,
            addedBy: identity.userId,
            created: Date.now(),
          });
          await touch(transaction, playlistId);
        }),
      );
      return answer(identity, playlistId, id);
    },

    /** Changes how often an item is played and how it ends: for who put it here, and who keeps order. */
    async change(
      identity: Identity,
      at: ItemAt,
      changes: z.output<typeof ItemChangesBodySchema>,
    ): Promise<{ item: PlaylistItem }> {
      const { playlistId, itemId } = at;
      const { fadeOut, loopCount } = changes;
      await countCall(queries, 'playlist-item', identity);
      await changeAs(context, identity, at, 'add', async (transaction, playlist) => {
        const item = await findItemIn(transaction, playlistId, itemId);
        requireOwn(identity, playlist, item);
        const set = givenOf({ fadeOut, loopCount });
        if (Object.keys(set).length === 0) return;
        await updateRows(transaction, 'playlistItems', { id: itemId }, set);
        await touch(transaction, playlistId);
      });
      return answer(identity, playlistId, itemId);
    },

    /** Takes an item out, for the same: what stood behind it moves up. */
    async remove(identity: Identity, at: ItemAt): Promise<Record<string, never>> {
      const { playlistId, itemId } = at;
      await countCall(queries, 'playlist-item', identity);
      await changeAs(context, identity, at, 'add', async (transaction, playlist) => {
        const item = await findItemIn(transaction, playlistId, itemId);
        requireOwn(identity, playlist, item);
        await removeRows(transaction, 'playlistReactions', { itemId });
        await removeRows(transaction, 'playlistItems', { id: itemId });
        await transaction
          .updateTable('playlistItems')
          .set((build) => ({ position: build('position', '-', 1) }))
          .where('playlistId', '=', playlistId)
          .where('position', '>', item.position)
          .execute();
        await touch(transaction, playlistId);
      });
      return {};
    },

    /** Orders the items by a wish (`rules/playlist/order.ts`). @returns the order as it stands then */
    async order(
      identity: Identity,
      at: PlaylistAt,
      wish: readonly string[],
    ): Promise<{ order: string[] }> {
      const { playlistId } = at;
      await countCall(queries, 'playlist-item', identity);
      return changeAs(context, identity, at, 'add', async (transaction) => {
        const current = await findOrder(transaction, playlistId);
        const order = mergeOrder(current, wish);
        const moved = current.filter((id, place) => order[place] !== id);
        await placeItems(transaction, moved, order);
        if (moved.length > 0) await touch(transaction, playlistId);
        return { order };
      });
    },
  };
}
