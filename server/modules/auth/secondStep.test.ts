import { beforeAll, expect, it } from 'vitest';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeOnce, rowsOf } from '../../testing/databases.ts';
import { factorCallsOf, PASSKEY_URL } from '../../testing/factorCalls.ts';
import { waitForMail } from '../../testing/outbox.ts';
import { useTestServer } from '../../testing/testApp.ts';

const STEP = '/auth/second-step';
const REMOTE = '/accounts/auth/remote-login';
const STALE = 'This took too long: start again';

describeOnce('the second step of signing in', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { PUBLIC_URL: PASSKEY_URL } });
  const calls = factorCallsOf(server);
  const { post, get, send, addPasskey, codeOf, ticketOf, turnOnTimeCodes } = calls;
  let ada: string;
  let codes: string[] = [];
  beforeAll(async () => {
    ada = await calls.signedUp('Ada');
    codes = (await turnOnTimeCodes('Ada', ada)) ?? [];
  });
  const forgetLimits = () => server.database.queries.deleteFrom('limits').execute();

  it('is asked for after the right password alone, and says what may be shown', async () => {
    const asked = await calls.login('Ada');
    expect(asked).toEqual({
      status: 401,
      ok: false,
      message: 'Show your second factor too',
      error: { code: 'second_factor', message: 'Show your second factor too' },
      secondFactor: {
        ticket: expect.stringMatching(/^[\w-]{32}$/),
        ways: ['code', 'recovery'],
        expires: expect.any(Number),
      },
    });
    expect(asked.secondFactor.expires - Date.now()).toBeLessThanOrEqual(300_000);
    expect(await calls.login('Ada', 'Wrong horse')).toEqual(await calls.login('no-one', 'Wrong'));
    const stored = JSON.stringify(await rowsOf(server.database, 'tickets', 'userId', 'Ada'));
    expect(stored).not.toContain(asked.secondFactor.ticket);
  });

  it('takes a time code, once, with a ticket that is good once', async () => {
    const ticket = await ticketOf('Ada');
    const code = await codeOf('Ada');
    const both = await Promise.all([post(STEP, { ticket, code }), post(STEP, { ticket, code })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const login = both.find(({ status }) => status === 200)!;
    expect(login).toMatchObject({ user_id: 'Ada', data: { token: login.token } });
    expect((await get('/auth/session', credentialOf(login))).user_id).toBe('Ada');
    expect((await post(STEP, { ticket, code: await codeOf('Ada') })).message).toBe(STALE);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const next = await ticketOf('Ada');
    await post(STEP, { ticket: next, code: await codeOf('Ada') });
    const again = await post(STEP, { ticket: await ticketOf('Ada'), code: spaced });
    expect(again).toMatchObject({
      status: 400,
      validationErrors: { code: 'This code is wrong or was used: wait for the next one' },
    });
  });

  it('takes each recovery code once, in any spelling, and tells the owner', async () => {
    const [code = ''] = codes;
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
    const ticket = await ticketOf('Ada');
    const recoveryCode = ` ${code.toLowerCase().replace('-', ' ')} `;
    expect((await post(STEP, { ticket, recoveryCode })).status).toBe(200);
    const again = await post(STEP, { ticket: await ticketOf('Ada'), recoveryCode: code });
    expect(again).toMatchObject({
      status: 400,
      validationErrors: { recoveryCode: 'This recovery code is wrong or was used' },
    });
    expect((await get('/auth/factors', ada)).data.recoveryCodes).toBe(9);
    const rows = await rowsOf(server.database, 'recoveryCodes', 'userId', 'Ada');
    expect(JSON.stringify(rows)).not.toContain(codes[1]!.replace('-', ''));
    const mail = await waitForMail(server.folder, {
      to: 'Ada@mail.example',
      subject: 'recovery code',
    });
    expect(mail.text).toContain('You have 9 left.');
  });

  it('takes a passkey of that very account, and of no other', async () => {
    const as = await calls.signedUp('Keys');
    const { key } = await addPasskey(as);
    const other = await addPasskey(await calls.signedUp('Thief'));
    const asked = (await calls.login('Keys')).secondFactor;
    expect(asked.ways).toEqual(['passkey', 'recovery']);
    const { ticket } = asked;
    const options = async () => (await post(`${STEP}/start`, { ticket })).data.options;
    expect((await options()).allowCredentials).toEqual([
      { id: key.id, type: 'public-key', transports: ['internal'] },
    ]);
    const wrong = await post(STEP, { ticket, response: other.key.get(await options()) });
    expect(wrong).toMatchObject({
      status: 400,
      validationErrors: { response: 'The passkey could not be checked: try again' },
    });
    // A challenge of another account, or for another act, is none of this step.
    const login = await calls.loginResponse(key);
    expect((await post(STEP, { ticket, response: login })).status).toBe(400);
    const response = key.get(await options());
    expect(await post(STEP, { ticket, response })).toMatchObject({ status: 200, user_id: 'Keys' });
    expect((await post(`${STEP}/start`, { ticket })).message).toBe(STALE);
    const without = await ticketOf('Ada');
    expect((await post(`${STEP}/start`, { ticket: without })).status).toBe(404);
  });

  it('lets codes be guessed five times a ticket and ten times an account', async () => {
    await turnOnTimeCodes('Guessed', await calls.signedUp('Guessed'));
    const tries = async () => {
      const ticket = await ticketOf('Guessed');
      const statuses = [];
      for (let at = 0; at < 6; at += 1) {
        const { status } = await post(STEP, { ticket, code: '000000' });
        statuses.push(status);
      }
      return statuses;
    };
    expect(await tries()).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await tries()).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await tries()).toEqual([429, 429, 429, 429, 429, 429]);
    // Recovery codes are codes, too.
    const recovery = { ticket: await ticketOf('Guessed'), recoveryCode: 'AAAAA-AAAAA' };
    expect((await post(STEP, recovery)).status).toBe(429);
    await forgetLimits();
  });

  it('is over after five minutes, and when the password changes', async () => {
    const tickets = () => server.database.queries.updateTable('tickets');
    const late = await ticketOf('Ada');
    await tickets()
      .set({ expires: Date.now() - 1 })
      .execute();
    expect(await post(STEP, { ticket: late, code: await codeOf('Ada') })).toMatchObject({
      status: 400,
      message: STALE,
    });
    const as = await calls.signedUp('Hasty');
    await turnOnTimeCodes('Hasty', as);
    const ticket = await ticketOf('Hasty');
    const password = 'Battery Staple';
    const change = {
      currentPassword: TEST_PASSWORD,
      newPassword: password,
      confirmPassword: password,
    };
    expect((await post('/auth/password-change', change, { as })).status).toBe(200);
    expect((await post(STEP, { ticket, code: await codeOf('Hasty') })).message).toBe(STALE);
    // Factors stay.
    expect((await calls.login('Hasty', password)).error.code).toBe('second_factor');
  });

  it('is asked of clients of CouchDB too, which cannot make it', async () => {
    const payload = { name: 'Ada', password: TEST_PASSWORD };
    const answer = await server.app.inject({ method: 'POST', url: '/db/_session', payload });
    expect([answer.statusCode, answer.json().reason]).toEqual([401, 'Show your second factor too']);
  });

  it('is asked of a device that a mail approved, not of one that a signed-in person approved', async () => {
    const start = async () => (await post(`${REMOTE}/start`, { device: 'Tower' })).data;
    const claim = ({ remoteToken, secret }: { remoteToken: string; secret: string }) =>
      post(`${REMOTE}/claim`, { remoteToken, secret });
    const byPerson = await start();
    await post(REMOTE, { remoteToken: byPerson.remoteToken }, { as: ada });
    const near = await claim(byPerson);
    expect(near.data).toMatchObject({ state: 'approved', login: { user_id: 'Ada' } });
    const renew = (as: string) => post('/auth/recovery-codes', undefined, { as });
    expect((await renew(credentialOf(near))).error.code).toBe('proof_required');

    const byMail = await start();
    const to = 'Ada@mail.example';
    await post('/accounts/auth/email-login', { email: to, remoteToken: byMail.remoteToken });
    const mail = await waitForMail(server.folder, { to, subject: 'on another device' });
    const [, verificationToken = ''] = /verify-email\?token=([\w-]+)/.exec(mail.text) ?? [];
    await post('/accounts/auth/email-login/verify', { verificationToken });
    const { data } = await claim(byMail);
    expect(data).toEqual({
      state: 'approved',
      secondFactor: {
        ticket: expect.any(String),
        ways: ['code', 'recovery'],
        expires: expect.any(Number),
      },
    });
    expect((await claim(byMail)).status).toBe(404);
    const { ticket } = data.secondFactor;
    const login = await post(STEP, { ticket, code: await codeOf('Ada') });
    expect(login).toMatchObject({ status: 200, user_id: 'Ada' });
    const far = credentialOf(login);
    const { sessions } = (await get('/accounts/sessions', far)).data;
    expect(sessions[0]).toMatchObject({ device: 'Tower', isCurrent: true });
    expect((await renew(far)).status).toBe(200);
  });

  it('ends with the last factor, and begins with the first', async () => {
    const as = await calls.signedUp('Onoff');
    expect((await post('/auth/recovery-codes', undefined, { as })).status).toBe(409);
    const start = () => post('/auth/time-codes/start', undefined, { as });
    const first = await start();
    expect(first.data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(first.data.address).toMatch(/^otpauth:\/\/totp\/Rondo:Onoff\?/);
    // Until the first code was typed it is nothing.
    expect((await calls.login('Onoff')).status).toBe(200);
    const wrong = await post('/auth/time-codes', { code: '000000' }, { as });
    expect(wrong.validationErrors.code).toContain('wrong');
    expect(await turnOnTimeCodes('Onoff', as)).toHaveLength(10);
    expect((await start()).status).toBe(409);
    const { data } = await post('/auth/recovery-codes', undefined, { as });
    expect(data.recoveryCodes).toHaveLength(10);
    const off = () => send('DELETE', '/auth/time-codes', { as });
    expect((await off()).status).toBe(200);
    expect((await off()).status).toBe(404);
    expect((await get('/auth/factors', as)).data).toMatchObject({
      hasTimeCodes: false,
      recoveryCodes: 0,
    });
    expect((await calls.login('Onoff')).status).toBe(200);
    const to = 'Onoff@mail.example';
    await waitForMail(server.folder, { to, subject: 'codes are on' });
    await waitForMail(server.folder, { to, subject: 'codes are off' });
  });

  it('does not take a secret that was started long ago', async () => {
    const as = await calls.signedUp('Forgot');
    await post('/auth/time-codes/start', undefined, { as });
    const created = Date.now() - 2 * 3_600_000;
    await server.database.queries
      .updateTable('timeCodes')
      .set({ created })
      .where('userId', '=', 'Forgot')
      .execute();
    const answer = await post('/auth/time-codes', { code: await codeOf('Forgot') }, { as });
    expect(answer).toMatchObject({ status: 409, message: STALE });
  });
});

describeOnce('a server that moved to another host', (open) => {
  let database: Awaited<ReturnType<typeof open>>;
  const first = useTestServer({
    openDatabase: async () => {
      database = await open();
      return database;
    },
    environment: { PUBLIC_URL: PASSKEY_URL },
  });
  const moved = useTestServer({
    openDatabase: async () => database,
    environment: { PUBLIC_URL: 'https://new.example' },
  });

  it('takes no passkey of before, but recovery codes, and passkeys of its own', async () => {
    const before = factorCallsOf(first);
    const { answer, key } = await before.addPasskey(await before.signedUp('Mover'));
    const [recoveryCode] = answer.data.recoveryCodes;
    const after = factorCallsOf(moved);
    expect((await after.passkeyLogin(key, { rpId: 'rondo.example' })).status).toBe(401);
    expect((await after.passkeyLogin(key)).status).toBe(401);
    const { secondFactor } = await after.login('Mover');
    const { ticket } = secondFactor;
    const login = await after.post('/auth/second-step', { ticket, recoveryCode });
    expect(login.status).toBe(200);
    const fresh = createAuthenticator('https://new.example');
    expect((await after.addPasskey(credentialOf(login), {}, fresh)).answer.status).toBe(200);
    expect(await after.passkeyLogin(fresh)).toMatchObject({ status: 200, user_id: 'Mover' });
  });
});
