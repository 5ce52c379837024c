import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PROOF_MS } from '../../../../src/data/contract/factors.ts';
import { credentialOf, TEST_PASSWORD } from '../../../testing/calls.ts';
import { describeOnce, rowsOf } from '../../../testing/databases.ts';
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

const checked = (email: string) => ({ email, email_verified: true });

describeOnce('an account elsewhere', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { PUBLIC_URL, OIDC_PROVIDERS },
  });
  const calls = providerCallsOf(server);
  const { post, get, start, finish, come, makeAccount, age, signup } = calls;
  beforeAll(() => server.app.listen({ port, host: 'localhost' }));
  beforeEach(async () => {
    await server.database.queries.deleteFrom('limits').execute();
  });

  const rowOf = async (userId: string) =>
    (await rowsOf(server.database, 'accounts', 'id', userId))[0];
  const waysOf = async (userId: string) =>
    (await rowsOf(server.database, 'signIns', 'userId', userId)).map(({ way }) => way).sort();
  const errorOf = ({ status, message }: Awaited<ReturnType<typeof get>>) => [status, message];
  const rolesOf = (login: Awaited<ReturnType<typeof get>>) =>
    login.data.roles ?? login.data.login.roles;

  it('is told by the site, with nothing but its button', async () => {
    const { data } = await get('/site');
    expect(data.providers).toEqual([
      { id: 'test', name: 'Hill School', button: 'Sign in with Hill School' },
    ]);
    expect(data.hidesPasswords).toBe(false);
  });

  it('makes an account without a password at first, and is found the second time', async () => {
    const claims = { ...checked('ada@hill.example'), preferred_username: 'ada.lovelace@hill' };
    provider.people.set('sub-ada', { ...claims, name: 'Ada Lovelace' });
    const first = await come('sub-ada');
    const { ticket } = first.data.newcomer;
    expect(first.data).toEqual({
      newcomer: {
        ticket: expect.stringMatching(/^[\w-]{32}$/),
        provider: { id: 'test', name: 'Hill School' },
        suggestedName: 'ada-lovelace',
        email: 'ada@hill.example',
        mayMake: true,
      },
    });
    const body = { ticket, username: 'ada-lovelace', productUpdates: true };
    const made = await post('/auth/provider/account', body);
    expect(made).toMatchObject({ status: 200, user_id: 'ada-lovelace', roles: ['user'] });
    expect(errorOf(await post('/auth/provider/account', { ...body, username: 'twice' }))).toEqual([
      400,
      'This took too long, or was used already: start again',
    ]);
    expect(await rowOf('ada-lovelace')).toMatchObject({
      passwordHash: null,
      email: 'ada@hill.example',
      awaitsConfirmation: expect.toBeOneOf([false, 0]),
    });
    const as = credentialOf(made);
    expect((await get('/jam/my-jams', as)).status).toBe(200);
    const again = await come('sub-ada');
    expect(again.data.login.user_id).toBe('ada-lovelace');
    expect(await waysOf('ada-lovelace')).toEqual(['provider', 'signup']);
    // The word of the provider is whole, and proves who is there.
    const proven = credentialOf(again);
    expect((await post('/auth/time-codes/start', undefined, { as: proven })).status).toBe(200);
    expect((await calls.login('ada-lovelace', TEST_PASSWORD)).status).toBe(401);
    const mail = await waitForMail(server.folder, {
      to: 'ada@hill.example',
      subject: 'Welcome to Rondo',
    });
    expect(mail.text).toContain('Hello ada-lovelace,');
  });

  it('takes an address only where it was checked and no account has it, and links by none', async () => {
    expect((await signup('Olive', { email: 'owner@hill.example' })).status).toBe(200);
    provider.people.set('sub-mallory', checked('OWNER@hill.example'));
    expect((await come('sub-mallory')).data.newcomer.email).toBeNull();
    const made = await makeAccount('sub-mallory', 'mallory');
    expect(made.user_id).toBe('mallory');
    expect((await rowOf('mallory'))?.email).toBeNull();
    provider.people.set('sub-eve', { email: 'eve@hill.example', email_verified: false });
    expect((await come('sub-eve')).data.newcomer.email).toBeNull();
    provider.people.set('sub-eve', { email: 'eve@hill.example', email_verified: 'true' });
    expect((await come('sub-eve')).data.newcomer.email).toBeNull();
    // An address that another account took meanwhile.
    provider.people.set('sub-eve', checked('eve@hill.example'));
    const { ticket, email } = (await come('sub-eve')).data.newcomer;
    expect(email).toBe('eve@hill.example');
    await signup('Other', { email: 'eve@hill.example' });
    expect((await post('/auth/provider/account', { ticket, username: 'eve-hill' })).status).toBe(
      200,
    );
    expect((await rowOf('eve-hill'))?.email).toBeNull();
  });

  it('gets names by the rules of all names, and its ticket outlives a name that was refused', async () => {
    await signup('Taken-name');
    const { ticket } = (await come('sub-names')).data.newcomer;
    const make = (username: string) => post('/auth/provider/account', { ticket, username });
    for (const name of ['taken-NAME', 'login', 'Taken-narne']) {
      const refused = await make(name);
      expect([name, refused.status, refused.validationErrors]).toEqual([
        name,
        400,
        { username: 'This name is already taken' },
      ]);
    }
    expect((await make('x')).status).toBe(400);
    const both = await Promise.all([make('names-one'), make('names-two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const links = await rowsOf(server.database, 'providerLinks', 'subject', 'sub-names');
    expect(links).toHaveLength(1);
    // Two tickets of one person are one account too.
    const [one, two] = [
      (await come('sub-late')).data.newcomer,
      (await come('sub-late')).data.newcomer,
    ];
    const first = { ticket: one.ticket, username: 'late-one' };
    expect((await post('/auth/provider/account', first)).status).toBe(200);
    const second = { ticket: two.ticket, username: 'late-two' };
    expect(errorOf(await post('/auth/provider/account', second))).toEqual([
      409,
      'This account there belongs to another account here: sign in with it',
    ]);
    expect(await rowOf('late-two')).toBeUndefined();
  });

  it('suggests a name that is free', async () => {
    await signup('zoe');
    provider.people.set('sub-zoe', { preferred_username: 'Zoë' });
    expect((await come('sub-zoe')).data.newcomer.suggestedName).toBe('Zoe-2');
    provider.people.set('sub-zoe', { preferred_username: '日本', name: 'é' });
    expect((await come('sub-zoe')).data.newcomer.suggestedName).toBe('');
  });

  it('gives an office by a claim and takes it, but none that was given here', async () => {
    const say = (groups: unknown) => provider.people.set('sub-chief', { groups });
    say(['staff', 'rondo-moderators']);
    expect(rolesOf(await makeAccount('sub-chief', 'chief'))).toEqual(['user', 'moderator']);
    say(['rondo-admins', 'rondo-moderators']);
    expect(rolesOf(await come('sub-chief'))).toEqual(['user', 'admin']);
    say('rondo-moderators');
    expect(rolesOf(await come('sub-chief'))).toEqual(['user', 'moderator']);
    for (const odd of [
      { 0: 'rondo-admins' },
      7,
      true,
      null,
      [['rondo-admins']],
      'rondo-admins ',
      undefined,
    ]) {
      say(odd);
      expect(rolesOf(await come('sub-chief'))).toEqual(['user']);
    }
    expect(await rowsOf(server.database, 'offices', 'userId', 'chief')).toEqual([]);
    const deeds = await rowsOf(server.database, 'audit', 'userId', 'chief');
    expect(deeds.map(({ action }) => action).sort()).toEqual([
      'end-office',
      'make-admin',
      'make-moderator',
      'make-moderator',
    ]);
    const given = { userId: 'chief', office: 'admin', created: Date.now() } as const;
    await server.database.queries.insertInto('offices').values(given).execute();
    say([]);
    expect(rolesOf(await come('sub-chief'))).toEqual(['user', 'admin']);
    say('rondo-moderators');
    expect(rolesOf(await come('sub-chief'))).toEqual(['user', 'admin']);
  });

  it('signs a suspended account in, and leads to no account that is gone', async () => {
    const as = credentialOf(await makeAccount('sub-leaver', 'leaver'));
    const suspension = { userId: 'leaver', reason: 'Spam', since: Date.now(), until: null };
    await server.database.queries.insertInto('suspensions').values(suspension).execute();
    const login = await come('sub-leaver');
    expect(login.status).toBe(200);
    const suspended = credentialOf(login);
    expect((await get('/auth/session', suspended)).data.suspension.reason).toBe('Spam');
    const jam = await post('/jam', { name: 'Loud' }, { as: suspended });
    expect(jam.error.code).toBe('forbidden');
    // It may leave: a proof stands in place of a password.
    await age('leaver', PROOF_MS + 1000);
    expect((await post('/accounts/delete', {}, { as })).error.code).toBe('proof_required');
    await age('leaver', 0);
    expect((await post('/accounts/delete', {}, { as })).status).toBe(200);
    expect(await rowsOf(server.database, 'providerLinks', 'userId', 'leaver')).toEqual([]);
    expect((await come('sub-leaver')).data.newcomer).toBeDefined();
    const { ticket } = (await come('sub-leaver')).data.newcomer;
    const again = await post('/auth/provider/account', { ticket, username: 'leaver' });
    expect(again.validationErrors).toEqual({ username: 'This name is already taken' });
  });

  it('ends a session there after one here, and here from there', async () => {
    await makeAccount('sub-out', 'signs-out');
    const [browser, elsewhere] = [browserAt(), browserAt()];
    const first = credentialOf(await come('sub-out', { browser }));
    const second = credentialOf(await come('sub-out', { browser: elsewhere }));
    const isIn = async (as: string) => (await get('/auth/session', as)).status === 200;
    const { data } = await post('/auth/logout', undefined, { as: first });
    const address = new URL(data.endSession);
    expect(address.origin).toBe(provider.issuer);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(PUBLIC_URL);
    expect(await isIn(second)).toBe(true);
    // There it is signed out, too, and leads back.
    expect(await browser.signOut(address.href)).toBe(`${PUBLIC_URL}/`);
    expect(await isIn(second)).toBe(true);
    // From there: the provider tells this server, and its session of that browser ends.
    const third = credentialOf(await come('sub-out', { browser }));
    await elsewhere.signOut(address.href);
    await expect.poll(() => isIn(second)).toBe(false);
    expect(await isIn(third)).toBe(true);
    const byPassword = credentialOf(await signup('Plain-out'));
    expect((await post('/auth/logout', undefined, { as: byPassword })).data).toEqual({});
  });

  it('is a refusal there, in a sentence', async () => {
    expect(errorOf(await come(''))).toEqual([
      403,
      'You said no there, or your organisation said no',
    ]);
  });

  it('belongs to the browser that began, once, for ten minutes', async () => {
    const began = async () => {
      const { address, binding } = (await start()).data;
      return { query: await browserAt().signIn(address, 'sub-began'), binding };
    };
    const stale = [400, 'This took too long, or was used already: start again'];
    const other = await began();
    expect(errorOf(await finish(other.query, (await start()).data.binding))).toEqual([
      400,
      'This was begun in another browser: start again in this one',
    ]);
    // Not even for the right one, after that.
    expect(errorOf(await finish(other.query, other.binding))).toEqual(stale);
    const once = await began();
    const both = await Promise.all([1, 2].map(() => finish(once.query, once.binding)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const late = await began();
    await server.database.queries.updateTable('providerStarts').set({ expires: 1 }).execute();
    expect(errorOf(await finish(late.query, late.binding))).toEqual(stale);
    expect(
      (await post('/auth/provider/start', { provider: 'none', intent: 'sign-in' })).status,
    ).toBe(404);
  });
});
