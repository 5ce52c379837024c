import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Playlists of people and clubs, what is in them, and reactions to that. */
export const playlists: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'playlists',
      `id id key, clubId id optional, ownerId id, name text, description text, access text,
       adders text, created bigint, changed bigint`,
    );
    await createIndex(db, 'playlistsByOwner', 'playlists', 'ownerId, changed');
    await createIndex(db, 'playlistsByClub', 'playlists', 'clubId, created');
    await createTable(
      db,
      'playlistItems',
      `id id key, playlistId id, position integer, kind text, jamId id, itemId id, addedBy id,
       created bigint, fadeOut integer, loopCount integer`,
    );
    await createIndex(db, 'playlistItemsInOrder', 'playlistItems', 'playlistId, position');
    await createIndex(db, 'playlistItemsByItem', 'playlistItems', 'jamId, itemId');
    await createIndex(db, 'playlistItemsByUser', 'playlistItems', 'addedBy');
    await createTable(
      db,
      'playlistReactions',
      'itemId id, userId id, reaction text, created bigint',
      ['itemId', 'userId', 'reaction'],
    );
    await createIndex(db, 'playlistReactionsByUser', 'playlistReactions', 'userId');
  },
};
