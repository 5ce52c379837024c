import { expect, it } from 'vitest';
import { migrateToLatest } from '../../ports/database/migrate.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases, migrateUpTo, rowsOf } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { isLookAlike } from './names.ts';

describeDatabases('names', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open, environment: { RONDO_ADMINS: 'chief' } });
  const calls = callsOf(server);
  const taken = { username: 'This name is already taken' };
  const rename = (as: string, displayName: string) =>
    calls.post('/accounts/profile', { displayName, bio: '', externalLinks: {} }, { as });

  itOnce('of accounts do not look like one that is taken, nor like that of the house', async () => {
    await calls.signup('Moritz-1');
    for (const name of ['Rnoritz-1', 'moritz_1', 'M0RITZ-1']) {
      const answer = await calls.signup(name, { email: `a${name}@mail.example` });
      expect(answer, name).toMatchObject({ status: 400, validationErrors: taken });
      const free = await calls.post('/accounts/auth/availability', { username: name });
      expect(free.data, name).toEqual({ available: false });
    }
    for (const name of ['administrator', 'Adm1n', 'rondo-support', 'moderators']) {
      expect((await calls.signup(name)).validationErrors, name).toEqual(taken);
    }
    expect((await calls.signup('Moritz-2')).status).toBe(200);
  });

  itOnce('that are shown do not either, and hold nothing that is not seen', async () => {
    const anna = credentialOf(await calls.signup('anna-7'));
    const bo = credentialOf(await calls.signup('bo-7'));
    expect((await rename(anna, 'Anna Roth')).status).toBe(200);
    for (const name of [
      'Anna Roth',
      'anna roth',
      'Аnna Rоth',
      'Anna-Roth',
      'ANNA-7',
      'Anna  Roth',
    ]) {
      const { status, validationErrors } = await rename(bo, name);
      expect(status, name).toBe(400);
      expect(validationErrors.displayName, name).toMatch(/looks like it: choose another$/);
    }
    for (const name of ['Аdministrator', 'Rondo Team', 'M0derator 1']) {
      const { validationErrors } = await rename(bo, name);
      expect(validationErrors?.displayName, name).toMatch(
        /kept for the people who run this server/,
      );
    }
    expect((await rename(bo, '\u3164')).validationErrors.displayName).toMatch(/at least 1/);
    for (const name of ['Bo\u202e-7', 'Bo-7\u200b', '\u2066Bo-7\n']) {
      expect((await rename(bo, name)).data.displayName, name).toBe('Bo-7');
    }
    for (const name of ['Bo 🏳️‍🌈', 'Bo-7', 'Бо Иванов']) {
      expect(await rename(bo, name), name).toMatchObject({
        status: 200,
        data: { displayName: name },
      });
    }
    // A name that was given up is free, and whose name it is may write it in another way.
    expect((await rename(anna, 'Anna Röth')).status).toBe(200);
    expect((await rename(bo, 'anna roth')).status).toBe(200);
    const chief = credentialOf(await calls.signup('Chief'));
    expect((await rename(chief, 'Administrator')).status).toBe(200);
    const again = await calls.signup('annaroth', { email: 'c@mail.example' });
    expect(again.status).toBe(200);
    expect((await calls.signup('anna-roth', { email: 'd@mail.example' })).status).toBe(400);
  });

  it('go to one of two that ask at once', async () => {
    const both = await Promise.all([
      calls.signup('corn-9', { email: 'one9@mail.example' }),
      calls.signup('com-9', { email: 'two9@mail.example' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('and addresses go to one of two who sign up with the same one at once', async () => {
    const both = await Promise.all(
      ['dora-1', 'emil-2'].map((name) => calls.signup(name, { email: 'both@mail.example' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = both.find(({ status }) => status === 400);
    expect(Object.keys(refused!.validationErrors)).toEqual(['email']);
  });

  itOnce(
    'that were shown are free when their account is deleted, and its user name is not',
    async () => {
      const as = credentialOf(await calls.signup('Gone-5'));
      await rename(as, 'Gone Girl');
      const body = { password: TEST_PASSWORD };
      expect((await calls.post('/accounts/delete', body, { as })).status).toBe(200);
      const { queries } = server.database;
      expect(await isLookAlike(queries, 'Gone Girl')).toBe(false);
      expect(await isLookAlike(queries, 'gone-5')).toBe(true);
    },
  );
});

describeDatabases('the migration of names, places and sessions', (_, { openEmpty: open }) => {
  it('gives names to those who have them for longest, and ends sessions after 90 days', async () => {
    const database = await open();
    await migrateUpTo(database, '0006-doors');
    const { queries } = database;
    for (const [at, name] of ['first', 'flrst', 'third'].entries()) {
      await makeAccount(database, name, { hasJam: false });
      const change = { created: at + 1, displayName: 'Same Name' };
      await queries.updateTable('accounts').set(change).where('id', '=', name).execute();
    }
    const dayMs = 86_400_000;
    const old = { created: dayMs, expires: 500 * dayMs };
    await queries.updateTable('sessions').set(old).where('userId', '=', 'third').execute();
    await migrateToLatest(queries);
    const owner = async (skeleton: string) =>
      (await rowsOf(database, 'names', 'skeleton', skeleton)).map(({ userId }) => userId);
    expect(await owner('first')).toEqual(['first']);
    expect(await owner('flrst')).toEqual(['flrst']);
    expect(await owner('same-name')).toEqual(['first']);
    const [session] = await rowsOf(database, 'sessions', 'userId', 'third');
    expect(session?.expires).toBe(91 * dayMs);
    const [young] = await rowsOf(database, 'sessions', 'userId', 'first');
    expect(young?.expires).toBeGreaterThan(Date.now());
  });
});
