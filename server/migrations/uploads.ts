import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { idType } from './types.ts';

/** What was uploaded as what, and tracks. */
export const uploads: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    const id = idType(db);
    await db.schema.alterTable('loops').addColumn('digest', 'text').execute();
    await db.schema
      .createTable('tracks')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('userId', id, (column) => column.notNull())
      .addColumn('jamId', id)
      .addColumn('isPinned', 'boolean', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('mime', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('durationSec', 'double precision', (column) => column.notNull())
      .addColumn('peaks', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('tracksByUser')
      .on('tracks')
      .columns(['userId', 'created'])
      .execute();
    await db.schema
      .createIndex('tracksByJam')
      .on('tracks')
      .columns(['jamId', 'created', 'id'])
      .execute();
    await db.schema.createIndex('tracksByHash').on('tracks').columns(['hash']).execute();
  },
};
