import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PROOF_MS } from '../../../../src/data/contract/factors.ts';
import { createAuthenticator } from '../../../testing/authenticator.ts';
import { callsAs, credentialOf, TEST_PASSWORD } from '../../../testing/calls.ts';
import { describeOnce, rowsOf } from '../../../testing/databases.ts';
import { factorCallsOf } from '../../../testing/factorCalls.ts';
import { browserAt, providerEntry, startTestProvider } from '../../../testing/oidcProvider.ts';
import { waitForMail } from '../../../testing/outbox.ts';
import { providerCallsOf } from '../../../testing/providerCalls.ts';
import { freePort } from '../../../testing/proxies.ts';
import { useTestServer } from '../../../testing/testApp.ts';

const port = await freePort();
const PUBLIC_URL = `http://localhost:${port}`;
const provider = await startTestProvider(PUBLIC_URL);
afterAll(() => provider.close());

const OIDC_PROVIDERS = JSON.stringify([providerEntry(provider)]);

describeOnce('a link to an account elsewhere', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { PUBLIC_URL, OIDC_PROVIDERS },
  });
  const calls = providerCallsOf(server);
  const { post, get, send, start, finish, come, makeAccount, age, signup } = calls;
  beforeAll(() => server.app.listen({ port, host: 'localhost' }));
  beforeEach(async () => {
    await server.database.queries.deleteFrom('limits').execute();
  });

  const errorOf = ({ status, message }: Awaited<ReturnType<typeof get>>) => [status, message];

  it('is linked to an account that is here after its password alone', async () => {
    await signup('Linked');
    const { ticket } = (await come('sub-linked')).data.newcomer;
    const link = (more: object) =>
      post('/auth/provider/link', { ticket, username: 'linked', ...more });
    expect(errorOf(await link({ password: 'Wrong horse' }))).toEqual([
      401,
      'The name or the password is wrong',
    ]);
    expect((await link({ username: 'no-one-here', password: TEST_PASSWORD })).status).toBe(401);
    const done = await link({ password: TEST_PASSWORD });
    expect(done).toMatchObject({ status: 200, user_id: 'Linked' });
    expect((await link({ password: TEST_PASSWORD })).status).toBe(400);
    expect((await come('sub-linked')).data.login.user_id).toBe('Linked');
    const mail = await waitForMail(server.folder, {
      to: 'Linked@mail.example',
      subject: 'An account elsewhere was linked to your Rondo account',
    });
    expect(mail.text).toContain('An account of “Hill School” was linked to your account.');
    // Guesses are slowed as at the door.
    const more = (await come('sub-guesser')).data.newcomer;
    const guess = () =>
      post('/auth/provider/link', { ticket: more.ticket, username: 'Linked', password: 'guess' });
    const statuses = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await guess()).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it('asks for a code beside the password of an account with a second factor', async () => {
    const factors = factorCallsOf(server);
    const as = await factors.signedUp('Strong');
    const [recoveryCode] = (await factors.turnOnTimeCodes('Strong', as)) ?? [];
    const { ticket } = (await come('sub-strong')).data.newcomer;
    const body = { ticket, username: 'Strong', password: TEST_PASSWORD };
    const link = (more: object) => post('/auth/provider/link', { ...body, ...more });
    expect((await link({})).validationErrors.code).toContain('asks for a code, too');
    expect((await link({ code: '000000' })).validationErrors.code).toContain('wrong');
    expect((await link({ recoveryCode })).user_id).toBe('Strong');
    // From then on the provider alone is enough.
    expect((await come('sub-strong')).data.login.user_id).toBe('Strong');
  });

  it('is linked by a session that proved who is there, and by no other', async () => {
    const as = credentialOf(await signup('Session'));
    expect((await start('link')).status).toBe(401);
    await age('Session', PROOF_MS + 1000);
    expect((await start('link', as)).error.code).toBe('proof_required');
    await post('/auth/proof', { password: TEST_PASSWORD }, { as });
    expect((await come('sub-session', { intent: 'link', as })).data).toEqual({ linked: true });
    // Again it changes nothing.
    expect((await come('sub-session', { intent: 'link', as })).data).toEqual({ linked: true });
    const { data } = await get('/auth/providers', as);
    expect(data).toEqual({
      linked: [
        {
          id: expect.any(String),
          provider: 'test',
          name: 'Hill School',
          label: 'sub-session',
          created: expect.any(Number),
        },
      ],
      hasPassword: true,
    });
    const other = credentialOf(await signup('Another'));
    expect(errorOf(await come('sub-session', { intent: 'link', as: other }))).toEqual([
      409,
      'This account there belongs to another account here: sign in with it',
    ]);
    // Another account came to this browser meanwhile.
    const { address, binding } = (await start('link', as)).data;
    const query = await browserAt().signIn(address, 'sub-fresh');
    expect((await finish(query, binding, other)).status).toBe(403);
    expect(await rowsOf(server.database, 'providerLinks', 'userId', 'Another')).toEqual([]);
  });

  it('is unlinked by a proof, but not as the last way in', async () => {
    const made = await makeAccount('sub-only', 'only-way');
    const as = credentialOf(made);
    const [link] = (await get('/auth/providers', as)).data.linked;
    const unlink = () => send('DELETE', `/auth/providers/${link.id}`, { as });
    expect(errorOf(await unlink())).toEqual([
      409,
      'This is your last way in: add another one first',
    ]);
    expect((await come('sub-only')).data.login.user_id).toBe('only-way');
    const other = credentialOf(await signup('Stranger'));
    expect((await send('DELETE', `/auth/providers/${link.id}`, { as: other })).status).toBe(404);
    // A passkey is a way in, and is the last one then.
    const factors = factorCallsOf(server);
    const { key } = await factors.addPasskey(as, {}, createAuthenticator(PUBLIC_URL));
    expect((await unlink()).status).toBe(200);
    expect((await come('sub-only')).data.newcomer).toBeDefined();
    const [passkey] = (await get('/auth/factors', as)).data.passkeys;
    const remove = () => send('DELETE', `/auth/passkeys/${passkey.id}`, { as });
    expect((await remove()).status).toBe(409);
    expect((await factors.passkeyLogin(key)).user_id).toBe('only-way');
    await post(
      '/auth/first-password',
      { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD },
      { as },
    );
    expect((await remove()).status).toBe(200);
  });

  it('proves who is there, by a sign-in that was made for it', async () => {
    const as = credentialOf(await makeAccount('sub-proof', 'prover'));
    await age('prover', PROOF_MS + 1000);
    const act = () => post('/auth/time-codes/start', undefined, { as });
    expect((await act()).error.code).toBe('proof_required');
    expect((await post('/auth/proof/start', undefined, { as })).data).toEqual({
      hasPassword: false,
      ways: [],
      providers: [{ id: 'test', name: 'Hill School', button: 'Sign in with Hill School' }],
    });
    // The account of another person, who was signed in there.
    expect(errorOf(await come('sub-somebody', { intent: 'proof', as }))).toEqual([
      403,
      'The account there is not linked to yours here',
    ]);
    const browser = browserAt();
    const { data } = await come('sub-proof', { intent: 'proof', as, browser });
    expect(data.until - Date.now()).toBeGreaterThan(PROOF_MS - 60_000);
    expect((await act()).status).toBe(200);
    // A page that leaves out that it has to be a new sign-in, an hour later.
    await age('prover', PROOF_MS + 1000);
    const started = (await start('proof', as)).data;
    const address = new URL(started.address);
    expect([address.searchParams.get('prompt'), address.searchParams.get('max_age')]).toEqual([
      'login',
      '0',
    ]);
    address.searchParams.delete('prompt');
    address.searchParams.delete('max_age');
    await server.database.queries
      .updateTable('providerStarts')
      .set(({ eb }) => ({ created: eb('created', '+', 3_600_000) }))
      .where('userId', '=', 'prover')
      .execute();
    const query = await browser.signIn(address.href, 'sub-proof');
    expect((await finish(query, started.binding, as)).status).toBe(403);
    expect((await act()).error.code).toBe('proof_required');
  });

  it('takes the office that it gave with its link', async () => {
    provider.people.set('sub-gone', { groups: 'rondo-admins' });
    const as = credentialOf(await makeAccount('sub-gone', 'gone-admin'));
    await post(
      '/auth/first-password',
      { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD },
      { as },
    );
    const [link] = (await get('/auth/providers', as)).data.linked;
    expect((await send('DELETE', `/auth/providers/${link.id}`, { as })).status).toBe(200);
    expect((await get('/auth/session', as)).data.roles).toEqual(['user']);
  });

  it('may set a first password by a proof, once; with one it is asked for it', async () => {
    const as = credentialOf(await makeAccount('sub-first', 'first-pass'));
    const set = (password: string) =>
      post('/auth/first-password', { password, confirmPassword: password }, { as });
    await age('first-pass', PROOF_MS + 1000);
    expect((await set(TEST_PASSWORD)).error.code).toBe('proof_required');
    await age('first-pass', 0);
    expect((await set('short')).status).toBe(400);
    expect((await set(TEST_PASSWORD)).status).toBe(200);
    expect((await set('Another horse 9')).status).toBe(409);
    expect((await calls.login('first-pass')).status).toBe(200);
    expect((await post('/accounts/delete', {}, { as })).validationErrors).toHaveProperty(
      'password',
    );
  });

  it('is exported by name and label, without its subject', async () => {
    const as = credentialOf(await makeAccount('sub-export', 'exporter'));
    const { body } = await callsAs(server)('GET', '/accounts/export', {
      userId: 'exporter',
      headers: { authorization: `Bearer ${as}` },
    });
    expect(body.data.auth.accountsElsewhere).toEqual([
      { provider: 'test', label: 'sub-export', created: expect.any(Number) },
    ]);
  });
});

describeOnce('hidden passwords', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: {
      PUBLIC_URL,
      OIDC_PROVIDERS,
      HIDE_PASSWORDS: 'on',
      SIGN_UPS: 'closed',
      RONDO_ADMINS: 'Chief',
    },
  });
  const { post, get, login, signup, come, makeAccount } = providerCallsOf(server);

  it('let those in by a password who run the server, and send everybody else to their organisation', async () => {
    expect((await get('/site')).data.hidesPasswords).toBe(true);
    expect((await signup('Pupil')).status).toBe(403);
    for (const name of ['Chief', 'Pupil']) {
      const as = credentialOf(await makeAccount(`hidden-${name}`, name));
      const passwords = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
      expect((await post('/auth/first-password', passwords, { as })).status).toBe(200);
    }
    expect((await login('Chief')).status).toBe(200);
    expect(await login('Pupil')).toMatchObject({
      status: 403,
      message: 'Sign in with your organisation here',
    });
    expect((await login('Pupil', 'Wrong horse')).status).toBe(401);
    expect((await come('hidden-Pupil')).data.login.user_id).toBe('Pupil');
    const { ticket } = (await come('hidden-second')).data.newcomer;
    const body = { ticket, username: 'Pupil', password: TEST_PASSWORD };
    expect((await post('/auth/provider/link', body)).status).toBe(200);
  });

  it('are no way in that is left', async () => {
    const as = credentialOf(await come('hidden-Pupil'));
    const { linked } = (await get('/auth/providers', as)).data;
    const { send } = providerCallsOf(server);
    const statuses = [];
    for (const { id } of linked) {
      statuses.push((await send('DELETE', `/auth/providers/${id}`, { as })).status);
    }
    expect(statuses).toEqual([200, 409]);
  });
});
