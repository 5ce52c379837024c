import { ApiError } from '../../../src/data/contract/errors.ts';
import type { PlaylistBrief } from '../../../src/data/contract/playlists.ts';
import { findPersonId } from '../../plugins/accounts.ts';
import type { Identity, Reader } from '../../plugins/identity.ts';
import { isBlocked } from '../feed/commentsRepo.ts';
import { asOfClub, asPersonal, type PlaylistFor } from './access.ts';
import { presentBriefs } from './briefs.ts';
import { changeAs, countCall, findItemIn, type PlaylistsContext } from './changing.ts';
import { type ItemAt, itemCalls } from './itemCalls.ts';
import { playlistCalls } from './playlistCalls.ts';
import {
  deleteReaction,
  findReactions,
  insertReaction,
  type ReactionCounts,
} from './reactionsRepo.ts';
import { findOfOwnClubs, findPersonal } from './repo.ts';

/** Playlists of one list at most: one's own, and those of clubs that were changed last. */
const MOST_LISTED = 400;

export type PlaylistsService = ReturnType<typeof playlistsService>;

/** Playlists of people and clubs. */
export function playlistsService(context: PlaylistsContext) {
  const { database, publicUrl } = context;
  const { queries } = database;

  const present = async (
    reader: Reader,
    playlists: readonly PlaylistFor[],
  ): Promise<{ playlists: PlaylistBrief[] }> => ({
    playlists: await presentBriefs(queries, reader, playlists, publicUrl),
  });

  async function setReaction(
    identity: Identity,
    at: ItemAt,
    reaction: string,
    isMade: boolean,
  ): Promise<{ reactions: ReactionCounts }> {
    const { playlistId, itemId } = at;
    const { userId } = identity;
    await countCall(queries, 'playlist-reaction', identity);
    await changeAs(context, identity, at, 'react', async (transaction) => {
      await findItemIn(transaction, playlistId, itemId);
      const row = { itemId, userId, reaction };
      if (isMade) await insertReaction(transaction, { ...row, created: Date.now() });
      else await deleteReaction(transaction, row);
    });
    const counts = await findReactions(queries, userId, [itemId]);
    return { reactions: counts.get(itemId) ?? [] };
  }

  return {
    ...playlistCalls(context),
    items: itemCalls(context),

    /** One's own playlists and, if wished, those of clubs that one may add to, what was changed last first. */
    async mine(identity: Identity, withClubs: boolean): Promise<{ playlists: PlaylistBrief[] }> {
      const { userId } = identity;
      const own = await findPersonal(queries, userId);
      const found = own.map((playlist) => asPersonal(playlist, identity));
      if (!withClubs) return present(identity, found);
      const ofClubs = (await findOfOwnClubs(queries, userId))
        .map(({ role, ...playlist }) => asOfClub(playlist, identity, { role, closes: null }))
        .filter(({ mayAdd }) => mayAdd);
      const all = [...found, ...ofClubs].sort((a, b) => b.changed - a.changed);
      return present(identity, all.slice(0, MOST_LISTED));
    },

    /** Public playlists of a person, of oneself all; none of a person whom the reader blocks. Throws `not_found`. */
    async of(reader: Reader, name: string): Promise<{ playlists: PlaylistBrief[] }> {
      const userId = await findPersonId(queries, name);
      if (userId === undefined) throw new ApiError('not_found', 'No one goes by this name');
      if (await isBlocked(queries, reader?.userId ?? '', userId)) return { playlists: [] };
      const isOwn = reader?.userId === userId;
      const found = (await findPersonal(queries, userId)).filter(
        ({ access }) => isOwn || access === 'public',
      );
      return present(
        reader,
        found.map((playlist) => asPersonal(playlist, reader)),
      );
    },

    react: (identity: Identity, at: ItemAt, reaction: string) =>
      setReaction(identity, at, reaction, true),

    unreact: (identity: Identity, at: ItemAt, reaction: string) =>
      setReaction(identity, at, reaction, false),
  };
}
