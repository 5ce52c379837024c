import { expect, it } from 'vitest';
import { newId } from '../../src/data/rules/ids.ts';
import { migrateToLatest } from '../ports/database/migrate.ts';
import { describeDatabases, migrateUpTo } from '../testing/databases.ts';

describeDatabases('the migration of moderation', (_, { openEmpty: open }) => {
  it('bars what its maker had uploaded to shares that were removed before, and nothing else', async () => {
    const database = await open();
    const { queries } = database;
    await migrateUpTo(database, '0007-moderation');
    const loops = { own: 'ada', library: 'house', others: 'bo_', standing: 'ada' } as const;
    for (const [id, creatorId] of Object.entries(loops)) {
      await queries
        .insertInto('loops')
        .values({
          id,
          creatorId,
          created: 7,
          category: 'drums',
          packId: null,
          nameFolded: '',
          isLibrary: id === 'library',
          origin: id === 'library' ? 'starter' : 'upload',
          approval: 'approved',
          isRemoved: false,
          doc: '{}',
          digest: null,
        })
        .execute();
      const file = { key: newId(), hash: `hash of ${id}`, mime: 'audio/ogg', size: 1, loopId: id };
      await queries.insertInto('media').values(file).execute();
      const rifffId = id === 'standing' ? 'stands' : 'gone';
      await queries
        .insertInto('rifffLoops')
        .values({ jamId: 'ada', rifffId, loopId: id })
        .execute();
    }
    for (const rifffId of ['stands', 'gone']) {
      await queries
        .insertInto('shares')
        .values({
          id: `share of ${rifffId}`,
          jamId: 'ada',
          rifffId,
          userId: 'ada',
          title: '',
          isPrivate: false,
          created: 8,
          likeCount: 0,
          source: null,
          isRemoved: rifffId === 'gone',
        })
        .execute();
    }
    await migrateToLatest(queries);
    const barred = await queries.selectFrom('barred').selectAll().execute();
    const origin = 'share of gone';
    expect(barred).toEqual([
      { kind: 'sound', value: 'hash of own', userId: 'ada', since: 7, origin },
    ]);
  });
});
