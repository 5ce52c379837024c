import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../ports/database/database.ts';
import { readSettings } from '../settings.ts';
import { makeAccount } from '../testing/accounts.ts';
import { callsAs } from '../testing/calls.ts';
import { describeOnce } from '../testing/databases.ts';
import { useTestServer } from '../testing/testApp.ts';
import { runAdmin } from './commands.ts';

describeOnce('npm run admin', (open) => {
  let database: Database;
  const server = useTestServer({
    openDatabase: async () => {
      database = await open();
      return database;
    },
  });
  const settings = readSettings({ PUBLIC_URL: 'https://rondo.example', RONDO_ADMINS: 'Old' });
  const run = (...args: string[]) => runAdmin({ database, settings, nowMs: Date.now() }, args);
  const call = callsAs(server);
  beforeAll(async () => {
    await makeAccount(server.database, 'Ines');
    await server.database.queries.updateTable('accounts').set({ passwordHash: 'x' }).execute();
  });

  it('makes and unmakes administrators and moderators, who are so at once', async () => {
    const bo = await makeAccount(database, 'Bo-1');
    await database.queries.updateTable('accounts').set({ passwordHash: 'x' }).execute();
    const mayModerate = async () => (await call('GET', '/moderation/audit', bo)).status === 200;
    const mayRun = async () => (await call('GET', '/admin/settings', bo)).status === 200;
    expect(await run('make', 'bo-1', 'moderator')).toEqual(['Bo-1 is moderator now.']);
    expect([await mayModerate(), await mayRun()]).toEqual([true, false]);
    expect(await run('make', 'Bo-1')).toEqual(['Bo-1 is administrator now.']);
    expect([await mayModerate(), await mayRun()]).toEqual([true, true]);
    expect(await run('list')).toEqual([
      expect.stringMatching(/^Bo-1 {2}administrator {2}since \d{4}-\d\d-\d\d$/),
      'old  administrator  by RONDO_ADMINS, if there is such an account',
    ]);
    expect(await run('unmake', 'BO-1')).toEqual(['Bo-1 has no stored office any more.']);
    expect([await mayModerate(), await mayRun()]).toEqual([false, false]);
    expect(await run('unmake', 'Bo-1')).toEqual(['Bo-1 had no stored office.']);
  });

  it('makes a link although there is an administrator, and the one before is over', async () => {
    await run('make', 'Ines');
    const tokenOf = ([, url = '']: string[]) =>
      /^https:\/\/rondo\.example\/setup#([\w-]{32})$/.exec(url)?.[1] ?? '';
    const [older, newer] = [tokenOf(await run('link')), tokenOf(await run('link'))];
    const check = async (token: string) =>
      (await call('POST', '/setup/link', null, { token })).status;
    expect([await check(older), await check(newer)]).toEqual([400, 200]);
  });

  it('refuses who is not there and what makes no sense with a sentence', async () => {
    await expect(run('make', 'Nobody')).rejects.toThrow(
      'There is no account "Nobody" that a person signs in to.',
    );
    for (const args of [[], ['make'], ['make', 'Ines', 'king'], ['fly'], ['link', 'x']]) {
      await expect(run(...args)).rejects.toThrow(/^Say what to do:\n {2}npm run admin -- /);
    }
  });
});
