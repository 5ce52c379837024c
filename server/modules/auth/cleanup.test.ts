import { expect, it } from 'vitest';
import { makeAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { removeExpired } from './cleanup.ts';

describeDatabases('cleaning up', (open) => {
  it('removes what is over and nothing else', async () => {
    const database = await open();
    await database.migrate();
    const { queries } = database;
    await makeAccount(database, 'Ines');
    const { expires } = await queries
      .selectFrom('sessions')
      .select('expires')
      .executeTakeFirstOrThrow();
    for (const [name, at] of [
      ['old', expires - 1],
      ['new', expires + 1],
    ] as const) {
      const device = {
        secretHash: '',
        code: '',
        device: '',
        created: 0,
        state: 'waiting',
      } as const;
      await queries.insertInto('limits').values({ key: name, count: 1, resetsAt: at }).execute();
      await queries
        .insertInto('tickets')
        .values({
          tokenHash: name,
          kind: 'reset',
          userId: 'Ines',
          created: 0,
          expires: at,
          remoteHash: null,
        })
        .execute();
      await queries
        .insertInto('remoteLogins')
        .values({ ...device, tokenHash: name, expires: at, userId: null })
        .execute();
    }
    const names = async () =>
      [
        ...(await queries.selectFrom('limits').select('key as name').execute()),
        ...(await queries.selectFrom('tickets').select('tokenHash as name').execute()),
        ...(await queries.selectFrom('remoteLogins').select('tokenHash as name').execute()),
        ...(await queries.selectFrom('sessions').select('userId as name').execute()),
      ].map(({ name }) => name);
    await removeExpired(queries, expires - 1);
    expect(await names()).toEqual(['new', 'new', 'new', 'Ines']);
    await removeExpired(queries, expires + 1);
    expect(await names()).toEqual([]);
  });
});
