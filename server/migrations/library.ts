import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Packs, loops with their media, the rifffs that come with the house, and the server's own notes. */
export const library: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'packs',
      `id id key, name text, description text, bps double precision, root integer,
       scale integer, position integer`,
    );
    await createTable(
      db,
      'loops',
      `id id key, creatorId id, created bigint, category id, packId id optional,
       nameFolded text, isLibrary boolean, origin text, approval text, isRemoved boolean,
       doc json`,
    );
    await createIndex(db, 'loopsByTime', 'loops', 'isLibrary, approval, created, id');
    await createIndex(db, 'loopsByCategory', 'loops', 'isLibrary, approval, category, created, id');
    await createTable(db, 'media', 'key text key, hash text, mime text, size bigint, loopId id');
    await createIndex(db, 'mediaByLoop', 'media', 'loopId');
    await createIndex(db, 'mediaByHash', 'media', 'hash');
    await createTable(db, 'starterRifffs', 'id id key, title text, position integer, doc json');
    await createTable(db, 'notes', 'name text key, value text');
  },
};
