import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { idType } from './types.ts';

/** Jams and their rifffs. Model rules 1 to 13 of the design hold from here on. */
export const jams: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    const id = idType(db);
    await db.schema
      .createTable('jams')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('longId', id, (column) => column.notNull().unique())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('ownerId', id, (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('access', 'text', (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('rifffCount', 'integer', (column) => column.notNull())
      .addColumn('isDemo', 'boolean', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('jamsByOwner').on('jams').columns(['ownerId', 'created']).execute();
    await db.schema
      .createTable('rifffs')
      .addColumn('jamId', id, (column) => column.notNull())
      .addColumn('id', id, (column) => column.notNull())
      .addColumn('userId', id, (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('parentJamId', id)
      .addColumn('parentId', id)
      .addColumn('originalId', id)
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('access', 'text', (column) => column.notNull())
      .addColumn('license', 'text', (column) => column.notNull())
      .addColumn('doc', 'json', (column) => column.notNull())
      .addPrimaryKeyConstraint('rifffsKey', ['jamId', 'id'])
      .execute();
    await db.schema
      .createIndex('rifffsByTime')
      .on('rifffs')
      .columns(['jamId', 'created', 'id'])
      .execute();
    await db.schema
      .createIndex('rifffsByParent')
      .on('rifffs')
      .columns(['parentJamId', 'parentId', 'created'])
      .execute();
    await db.schema
      .createIndex('rifffsByUser')
      .on('rifffs')
      .columns(['userId', 'created'])
      .execute();
    await db.schema
      .createTable('rifffLoops')
      .addColumn('jamId', id, (column) => column.notNull())
      .addColumn('rifffId', id, (column) => column.notNull())
      .addColumn('loopId', id, (column) => column.notNull())
      .addPrimaryKeyConstraint('rifffLoopsKey', ['jamId', 'rifffId', 'loopId'])
      .execute();
    await db.schema.createIndex('rifffLoopsByLoop').on('rifffLoops').columns(['loopId']).execute();
    await db.schema
      .createTable('jamLoops')
      .addColumn('jamId', id, (column) => column.notNull())
      .addColumn('loopId', id, (column) => column.notNull())
      .addColumn('userId', id, (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('jamLoopsKey', ['jamId', 'loopId'])
      .execute();
  },
};
