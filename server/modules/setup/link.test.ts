import { expect, it } from 'vitest';
import { makeAccount } from '../../testing/accounts.ts';
import { callsAs, callsOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { makeSetupToken, offerSetupToken } from './link.ts';

const STALE = 'This link was used already, is too old, or a newer one was made';
const MINUTE_MS = 60_000;
const NOBODY = { admins: new Set<string>() };

const accountOf = (username: string) => ({
  username,
  email: `${username}@mail.example`,
  password: TEST_PASSWORD,
  confirmPassword: TEST_PASSWORD,
});

describeDatabases('the link that sets up a server', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { SIGN_UPS: 'closed', RONDO_ADMINS: 'Named' },
  });
  const call = callsAs(server);
  const calls = callsOf(server);
  const setUp = (token: string, username: string) =>
    call('POST', '/setup', null, { token, account: accountOf(username) });
  const check = (token: string) => call('POST', '/setup/link', null, { token });

  it('comes once from servers that start together, and again from one that starts later', async () => {
    const { database } = server;
    const nowMs = Date.now();
    const both = await Promise.all([
      offerSetupToken(database, NOBODY, nowMs),
      offerSetupToken(database, NOBODY, nowMs + 5),
    ]);
    const tokens = both.filter((token) => token !== null);
    // One server alone has the embedded database: it is the same one that starts again.
    expect(tokens.length).toBe(database.kind === 'postgres' ? 1 : 2);
    const good = await Promise.all(tokens.map(async (token) => (await check(token)).status));
    expect(good.filter((status) => status === 200).length).toBe(1);
    const later = await offerSetupToken(database, NOBODY, nowMs + 2 * MINUTE_MS);
    expect((await check(later!)).status).toBe(200);
    for (const token of tokens) expect((await check(token)).status).toBe(400);
  });

  it('is told nothing but one sentence where it is wrong, old or replaced', async () => {
    const { database } = server;
    const old = await makeSetupToken(database, Date.now() - 31 * MINUTE_MS);
    expect((await check(old)).body).toMatchObject({ message: STALE });
    const replaced = await makeSetupToken(database, Date.now());
    const good = await makeSetupToken(database, Date.now());
    for (const token of [replaced, 'x'.repeat(32), good.slice(1)]) {
      const answers = [await check(token), await setUp(token, 'Never')];
      for (const { status, body } of answers) expect([status, body.message]).toEqual([400, STALE]);
    }
    expect((await check(good)).body.data.expires).toBeGreaterThan(Date.now());
    const [row] = await rowsOf(database, 'tickets', 'kind', 'setup');
    expect(JSON.stringify(row)).not.toContain(good);
  });

  it('makes one administrator though signing up is closed, and stays good until that is done', async () => {
    const { database } = server;
    const token = await makeSetupToken(database, Date.now());
    await makeAccount(database, 'Taken');
    const taken = await setUp(token, 'Taken');
    expect([taken.status, Object.keys(taken.body.validationErrors)]).toEqual([400, ['username']]);
    const weak = { ...accountOf('Weak'), password: 'password1', confirmPassword: 'password1' };
    expect((await call('POST', '/setup', null, { token, account: weak })).status).toBe(400);

    const both = await Promise.all([setUp(token, 'First'), setUp(token, 'Second')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const made = both.find(({ status }) => status === 200)!.body.data;
    const lost = made.user_id === 'First' ? 'Second' : 'First';
    expect(made.roles).toEqual(['user', 'admin']);
    expect(await rowsOf(database, 'accounts', 'id', lost)).toEqual([]);
    const pair = `${made.token}:${made.password}`;
    expect((await calls.send('GET', '/auth/session', { as: pair })).roles).toContain('admin');
    const signup = await calls.signup('Late', {});
    expect(signup.status).toBe(403);
    const trail = await calls.send('GET', '/moderation/audit', { as: pair });
    expect(trail.data.entries[0]).toMatchObject({ action: 'make-admin', user: made.user_id });
  });

  it('makes an account administrator that is signed in, but no guest, and nobody twice', async () => {
    const { database } = server;
    const [ana, ben, guest] = [
      await makeAccount(database, 'ana'),
      await makeAccount(database, 'ben'),
      await makeAccount(database, 'visitor'),
    ];
    await database.queries
      .updateTable('accounts')
      .set({ guestOf: 'ana' })
      .where('id', '=', 'visitor')
      .execute();
    const token = await makeSetupToken(database, Date.now());
    const claim = (who: typeof ana | null) => call('POST', '/setup/claim', who, { token });
    expect((await claim(null)).status).toBe(401);
    expect((await claim(guest)).status).toBe(403);
    expect((await call('GET', '/admin/settings', ana)).status).toBe(403);
    expect((await claim(ana)).status).toBe(200);
    expect((await call('GET', '/admin/settings', ana)).status).toBe(200);
    expect((await claim(ben)).body.message).toBe(STALE);
    expect((await call('GET', '/admin/settings', ben)).status).toBe(403);
    const suspended = await call('POST', '/moderation/people/ana/suspend', ana, { reason: 'x' });
    expect(suspended.status).toBe(403);
  });

  it('is offered while no account is administrator, by its office or by the settings', async () => {
    const { database } = server;
    const later = Date.now() + 10 * MINUTE_MS;
    const offer = (settings = NOBODY) => offerSetupToken(database, settings, later);
    expect(await offer()).toBeNull();
    await database.queries.deleteFrom('offices').execute();
    await database.queries.deleteFrom('tickets').execute();
    const named = { admins: new Set(['named']) };
    expect(await offer(named)).not.toBeNull();
    await makeAccount(database, 'Named');
    await database.queries.deleteFrom('tickets').execute();
    expect(await offer(named)).toBeNull();
    expect(await offer({ admins: new Set(['named', 'nobody_']) })).toBeNull();
  });
});
