import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { idType } from './types.ts';

/** Packs, loops with their media, the rifffs that come with the house, and the server's own notes. */
export const library: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    const id = idType(db);
    await db.schema
      .createTable('packs')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('bps', 'double precision', (column) => column.notNull())
      .addColumn('root', 'integer', (column) => column.notNull())
      .addColumn('scale', 'integer', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('loops')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('creatorId', id, (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('category', id, (column) => column.notNull())
      .addColumn('packId', id)
      .addColumn('nameFolded', 'text', (column) => column.notNull())
      .addColumn('isLibrary', 'boolean', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('approval', 'text', (column) => column.notNull())
      .addColumn('isRemoved', 'boolean', (column) => column.notNull())
      .addColumn('doc', 'json', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('loopsByTime')
      .on('loops')
      .columns(['isLibrary', 'approval', 'created', 'id'])
      .execute();
    await db.schema
      .createIndex('loopsByCategory')
      .on('loops')
      .columns(['isLibrary', 'approval', 'category', 'created', 'id'])
      .execute();
    await db.schema
      .createTable('media')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('mime', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('loopId', id, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('mediaByLoop').on('media').columns(['loopId']).execute();
    await db.schema.createIndex('mediaByHash').on('media').columns(['hash']).execute();
    await db.schema
      .createTable('starterRifffs')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('doc', 'json', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('notes')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};
