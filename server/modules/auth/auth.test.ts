import { expect, it } from 'vitest';
import { MESSAGES } from '../../../src/data/contract/messages.ts';
import { callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { readOutbox, waitForMail } from '../../testing/outbox.ts';
import { useTestServer } from '../../testing/testApp.ts';

const PASSWORD = TEST_PASSWORD;

describeDatabases('signing up and in', (open, { itOnce }) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { PUBLIC_URL: 'https://rondo.example', RONDO_ADMINS: 'boss' },
  });

  const calls = () => callsOf(server);
  const send: ReturnType<typeof callsOf>['send'] = (...input) => calls().send(...input);
  const post: ReturnType<typeof callsOf>['post'] = (...input) => calls().post(...input);
  const signup: ReturnType<typeof callsOf>['signup'] = (...input) => calls().signup(...input);
  const login: ReturnType<typeof callsOf>['login'] = (...input) => calls().login(...input);
  const credential = credentialOf;

  it('makes an account with its jam, signs it in and welcomes it', async () => {
    const made = await signup('Ines');
    expect(made).toMatchObject({
      status: 200,
      ok: true,
      user_id: 'Ines',
      roles: ['user'],
      provider: 'local',
      profile: { displayName: 'Ines' },
      data: { user_id: 'Ines', token: made.token },
    });
    const session = await send('GET', '/auth/session', { as: credential(made) });
    expect(session).toMatchObject({ status: 200, user_id: 'Ines' });
    const user = await send('GET', '/auth/user', { as: btoa(credential(made)) });
    expect(user).toMatchObject({ status: 200, user: { user_id: 'Ines' } });
    const jam = await server.database.queries
      .selectFrom('jams')
      .selectAll()
      .where('id', '=', 'Ines')
      .executeTakeFirst();
    expect(jam).toMatchObject({ kind: 'personal', ownerId: 'Ines', access: 'private' });
    const mail = await waitForMail(server.folder, { to: 'Ines@mail.example', subject: 'Welcome' });
    expect(mail.from).toBe('Rondo <no-reply@rondo.example>');
    expect(mail.html).toContain('href="https://rondo.example/jam"');
    expect(JSON.stringify(await readOutbox(server.folder))).not.toContain('evil.example');
  });

  itOnce('says what is wrong field by field, in the words of the product', async () => {
    const wrong = await post('/signup', { username: 'a b', email: 'nobody', password: 'short' });
    expect(wrong).toMatchObject({
      status: 400,
      ok: false,
      validationErrors: {
        username: MESSAGES.userId,
        email: MESSAGES.email,
        password: MESSAGES.password,
        confirmPassword: MESSAGES.required,
      },
    });
    for (const email of [
      'a\0@mail.example',
      'a@mail\u0007.example',
      'a b@mail.example',
      'a@b@c.d',
    ]) {
      const answer = await signup('Free-name', { email });
      expect(answer.validationErrors, JSON.stringify(email)).toEqual({ email: MESSAGES.email });
    }
    const differs = await signup('Differs', { confirmPassword: 'Correct donkey' });
    expect(differs.validationErrors).toEqual({ confirmPassword: 'The passwords differ' });
  });

  it('gives no name or address twice, whatever the case, nor a reserved one', async () => {
    await signup('Taken');
    const taken = await signup('TAKEN', { email: 'taken@MAIL.example' });
    expect(taken).toMatchObject({ status: 400 });
    expect(Object.keys(taken.validationErrors)).toEqual(['username', 'email']);
    for (const name of ['Listen', 'band0123456789', '__proto__', 'constructor', 'api']) {
      expect(await signup(name), name).toMatchObject({
        status: 400,
        validationErrors: { username: 'This name is already taken' },
      });
    }
    const ask = async (body: object) =>
      (await post('/accounts/auth/availability', body)).data.available;
    expect(await ask({ username: 'tAkEn' })).toBe(false);
    expect(await ask({ username: 'valueOf' })).toBe(false);
    expect(await ask({ email: 'TAKEN@mail.example' })).toBe(false);
    expect(await ask({ email: 'free@mail.example', username: 'free' })).toBe(true);
  });

  it('lets one of two have a name that both ask for at once', async () => {
    const both = await Promise.all([
      signup('Race', { email: 'one@mail.example' }),
      signup('race', { email: 'two@mail.example' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = both.find(({ status }) => status === 400);
    expect(refused?.validationErrors).toEqual({ username: 'This name is already taken' });
  });

  it('signs in by name or address in any case, and answers alike to all that is wrong', async () => {
    await signup('Bo-1');
    for (const name of ['Bo-1', 'bO-1', 'bo-1@MAIL.example']) {
      expect(await login(name), name).toMatchObject({ status: 200, user_id: 'Bo-1' });
    }
    const made = { isDemo: true, passwordHash: null };
    await signup('Show-1');
    await server.database.queries
      .updateTable('accounts')
      .set(made)
      .where('id', '=', 'Show-1')
      .execute();
    const answers = [
      await login('Bo-1', 'Wrong horse'),
      await login('nobody-here', PASSWORD),
      await login('no@mail.example', PASSWORD),
      await login('Show-1', PASSWORD),
      await login('Show-1@mail.example', PASSWORD),
    ];
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 401, error: { code: 'unauthorised' } });
  });

  itOnce('makes an administrator by the settings alone', async () => {
    expect(await signup('Boss', { roles: ['admin'] })).toMatchObject({ status: 400 });
    expect(await signup('Boss')).toMatchObject({ status: 200, roles: ['user', 'admin'] });
  });

  itOnce('slows wrong passwords down without locking the owner out elsewhere', async () => {
    await signup('Slow');
    const tries = [];
    for (let at = 0; at < 12; at += 1) tries.push(await login('Slow', 'Wrong', '198.51.100.9'));
    expect(tries.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
    expect(tries.at(-1)?.message).toMatch(/try again in \d+ seconds/);
    const refused = await server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'Slow', password: 'Wrong' },
      remoteAddress: '198.51.100.9',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await login('SLOW', PASSWORD, '198.51.100.9')).toMatchObject({ status: 429 });
    expect(await login('Slow', PASSWORD, '198.51.100.10')).toMatchObject({ status: 200 });
  });

  it('renews a credential once, and ends it by signing out', async () => {
    const first = await signup('Renew');
    const [one, two] = await Promise.all([
      post('/auth/refresh', undefined, { as: credential(first) }),
      post('/auth/refresh', undefined, { as: credential(first) }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 401]);
    const renewed = one.status === 200 ? one : two;
    const session = (as: string) => send('GET', '/auth/session', { as });
    expect((await session(credential(first))).status).toBe(401);
    expect((await session(credential(renewed))).status).toBe(200);
    expect(await post('/auth/logout', undefined, { as: credential(renewed) })).toMatchObject({
      status: 200,
    });
    expect((await session(credential(renewed))).status).toBe(401);
    expect(await post('/auth/logout')).toMatchObject({ status: 200 });
  });

  it('lists devices in plain words and signs them out, one or all others', async () => {
    const here = credential(await signup('Devices'));
    const there = credential(await login('Devices'));
    const far = credential(await login('Devices'));
    const list = async (as = here) =>
      (await send('GET', '/accounts/sessions', { as })).data.sessions;
    const sessions = await list();
    expect(sessions).toHaveLength(3);
    expect(sessions[0]).toMatchObject({ device: 'Chrome on Linux', isCurrent: true });
    expect(JSON.stringify(sessions)).not.toContain(here.slice(0, 32));
    const stranger = credential(await signup('Stranger'));
    const [thereNow] = await list(there);
    const end = (as: string) => send('DELETE', `/accounts/sessions/${thereNow.id}`, { as });
    expect(await end(stranger)).toMatchObject({ status: 404 });
    expect(await list(there)).toHaveLength(3);
    expect(await end(here)).toMatchObject({ status: 200 });
    expect((await send('GET', '/auth/session', { as: there })).status).toBe(401);
    const others = await send('DELETE', '/accounts/sessions', { as: here });
    expect(others.data).toEqual({ ended: 1 });
    expect((await send('GET', '/auth/session', { as: far })).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  it('ends a session 90 days after signing in, whether it is used, renewed or not', async () => {
    const dayMs = 24 * 3_600_000;
    const first = await signup('Slider');
    const { queries } = server.database;
    const read = () =>
      queries
        .selectFrom('sessions')
        .selectAll()
        .where('userId', '=', 'Slider')
        .executeTakeFirstOrThrow();
    const before = await read();
    expect(before.expires - before.created).toBe(90 * dayMs);
    await send('GET', '/auth/session', { as: credential(first) });
    expect(await read()).toEqual(before);
    const age = async (days: number) => {
      const ms = days * dayMs;
      const aged = {
        created: before.created - ms,
        lastUsed: before.lastUsed - ms,
        expires: before.expires - ms,
      };
      await queries.updateTable('sessions').set(aged).where('userId', '=', 'Slider').execute();
      return aged;
    };
    const { expires } = await age(89);
    expect((await send('GET', '/auth/session', { as: credential(first) })).expires).toBe(expires);
    expect((await read()).lastUsed).toBeGreaterThanOrEqual(before.lastUsed);
    const renewed = await post('/auth/refresh', undefined, { as: credential(first) });
    expect(renewed).toMatchObject({ status: 200, expires });
    expect((await read()).expires).toBe(expires);
    await age(91);
    const late = credential(renewed);
    expect((await send('GET', '/auth/session', { as: late })).status).toBe(401);
    expect((await post('/auth/refresh', undefined, { as: late })).status).toBe(401);
  });

  itOnce('stores passwords and credentials in no form that can be read back', async () => {
    const made = await signup('Hidden');
    const account = await rowsOf(server.database, 'accounts', 'id', 'Hidden');
    const sessions = await rowsOf(server.database, 'sessions', 'userId', 'Hidden');
    expect(account[0]?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const stored = JSON.stringify([account, sessions]);
    for (const secret of [PASSWORD, made.data.token, made.data.password]) {
      expect(stored).not.toContain(secret);
    }
  });
});
