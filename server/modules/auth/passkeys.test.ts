import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_PASSKEYS } from '../../../src/data/contract/factors.ts';
import { createAuthenticator, type Wrong } from '../../testing/authenticator.ts';
import { credentialOf } from '../../testing/calls.ts';
import { describeOnce, rowsOf } from '../../testing/databases.ts';
import { factorCallsOf, PASSKEY_URL } from '../../testing/factorCalls.ts';
import { readOutbox, waitForMail } from '../../testing/outbox.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { passkeyUserId } from './passkeys.ts';

const TRY_AGAIN = 'The passkey could not be checked: try again';
const UNKNOWN = 'This passkey is not known here';
const PROVEN_LONG_AGO = 11 * 60_000;

/** What an attacker may change of an answer. */
const ATTACKS: readonly (readonly [string, Wrong])[] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['of a child of the host', { origin: 'https://a.rondo.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['without verification of the person', { isVerified: false }],
  ['without the person', { isPresent: false }],
  ['to a challenge that was never given', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['of another type', { type: 'webauthn.other' }],
  ['of a page in a frame', { crossOrigin: true }],
];

describeOnce('passkeys', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { PUBLIC_URL: PASSKEY_URL } });
  const calls = factorCallsOf(server);
  const { post, get, send, addPasskey, passkeyLogin, loginResponse } = calls;
  const counted = createAuthenticator(PASSKEY_URL, { counts: true });
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => void warnings.push(message);
  let ada: string;
  beforeAll(async () => {
    process.on('warning', onWarning);
    ada = await calls.signedUp('Ada');
    expect((await addPasskey(ada, {}, counted)).answer.status).toBe(200);
  });
  afterAll(() => process.off('warning', onWarning));
  const factors = async (as: string) => (await get('/auth/factors', as)).data;
  const challenges = async () =>
    (await server.database.queries.selectFrom('challenges').select('key').execute()).length;

  it('are made for the host of the setting alone, by an account without its name', async () => {
    const as = await calls.signedUp('Options');
    await addPasskey(as);
    const { data } = await post('/auth/passkeys/start', undefined, { as });
    expect(data.options).toMatchObject({
      rp: { id: 'rondo.example', name: 'Rondo' },
      user: { name: 'Options', id: Buffer.from(passkeyUserId('Options')).toString('base64url') },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
    });
    expect(Buffer.from(data.options.challenge, 'base64url')).toHaveLength(32);
    expect(Buffer.from(data.options.user.id, 'base64url').toString()).not.toContain('Options');
    expect((await get('/site')).data.passkeyHost).toBe('rondo.example');
    const login = await post('/auth/passkey-login/start');
    expect(login.data.options).toMatchObject({
      rpId: 'rondo.example',
      userVerification: 'required',
    });
    expect(login.data.options.allowCredentials).toBeUndefined();
    expect(
      JSON.stringify(await rowsOf(server.database, 'challenges', 'kind', 'login')),
    ).not.toContain(login.data.options.challenge);
  });

  it('are added, listed, renamed and removed, and the owner is told', async () => {
    const as = await calls.signedUp('Bo-1');
    const { answer, key } = await addPasskey(
      as,
      {},
      createAuthenticator(PASSKEY_URL, { isSynced: true }),
    );
    expect(answer).toMatchObject({
      status: 200,
      data: { passkey: { id: key.id, name: 'Chrome on Linux', isSynced: true, lastUsed: null } },
    });
    expect(answer.data.recoveryCodes).toHaveLength(10);
    const second = await addPasskey(as);
    expect(second.answer.data.recoveryCodes).toBeUndefined();
    expect(await factors(as)).toMatchObject({
      canHavePasskeys: true,
      passkeys: [{ id: key.id }, { id: second.key.id }],
      hasTimeCodes: false,
      recoveryCodes: 10,
    });
    const renamed = await post(`/auth/passkeys/${key.id}`, { name: 'My phone' }, { as });
    expect(renamed.data).toMatchObject({ id: key.id, name: 'My phone' });
    // Those of another account are not there.
    expect((await post(`/auth/passkeys/${key.id}`, { name: 'Mine' }, { as: ada })).status).toBe(
      404,
    );
    const remove = (id: string, who: string) => send('DELETE', `/auth/passkeys/${id}`, { as: who });
    expect((await remove(key.id, ada)).status).toBe(404);
    expect((await remove(key.id, as)).status).toBe(200);
    expect((await passkeyLogin(key)).message).toBe(UNKNOWN);
    expect((await calls.login('Bo-1')).status).toBe(401);
    expect((await remove(second.key.id, as)).status).toBe(200);
    expect(await factors(as)).toMatchObject({ passkeys: [], recoveryCodes: 0 });
    expect((await calls.login('Bo-1')).status).toBe(200);
    const to = 'Bo-1@mail.example';
    const added = await waitForMail(server.folder, { to, subject: 'passkey was added', count: 2 });
    expect(added.text).toContain('https://rondo.example/account?tab=sign-in');
    const removed = await waitForMail(server.folder, { to, subject: 'was removed', count: 2 });
    expect(removed.text).toContain('If it was not you');
  });

  it('sign in by themselves, as a proof of who is there', async () => {
    const login = await passkeyLogin(counted);
    expect(login).toMatchObject({ status: 200, user_id: 'Ada', data: { provider: 'local' } });
    const as = credentialOf(login);
    expect((await get('/auth/session', as)).user_id).toBe('Ada');
    expect((await factors(as)).passkeys[0].lastUsed).toBeGreaterThan(Date.now() - 60_000);
    expect((await post('/auth/time-codes/start', undefined, { as })).status).toBe(200);
  });

  it.each(ATTACKS)('are not added by an answer %s', async (_, wrong) => {
    const before = await challenges();
    const { answer } = await addPasskey(ada, wrong);
    expect(answer).toMatchObject({ status: 400, message: TRY_AGAIN });
    expect((await factors(ada)).passkeys).toHaveLength(1);
    // A challenge is for one try; one that was not ours, or not read, ends none.
    const isSpent = !('challenge' in wrong || 'crossOrigin' in wrong);
    expect((await challenges()) - before).toBe(isSpent ? 0 : 1);
  });

  it.each([
    ['of a post-quantum algorithm', { algorithm: -48 }],
    ['of an unknown algorithm', { algorithm: -36 }],
    [
      'with another id than the one that is signed',
      { id: Buffer.alloc(32, 9).toString('base64url') },
    ],
    ['with a certificate, which nobody asked for', { format: 'packed' }],
    ['in a format that has the server read certificates', { format: 'android-key' }],
  ])('are not added by a key %s', async (_, wrong) => {
    const { answer } = await addPasskey(ada, wrong);
    expect(answer).toMatchObject({ status: 400, message: TRY_AGAIN });
    expect((await factors(ada)).passkeys).toHaveLength(1);
    // Nothing that Node calls an experiment was touched.
    expect(warnings.filter((text) => /experimental/i.test(text) && !/sqlite/i.test(text))).toEqual(
      [],
    );
  });

  it.each([
    ...ATTACKS,
    ['that another key signed', { isForged: true }],
    ['that names another account', { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
  ] as const)('sign no one in by an answer %s', async (_, wrong) => {
    expect(await passkeyLogin(counted, wrong)).toMatchObject({
      status: 401,
      error: { code: 'unauthorised', message: TRY_AGAIN },
    });
    expect((await passkeyLogin(counted)).status).toBe(200);
  });

  it('sign in once for each challenge, also of two answers at once', async () => {
    const response = await loginResponse(counted);
    const both = await Promise.all([
      post('/auth/passkey-login', { response }),
      post('/auth/passkey-login', { response }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await post('/auth/passkey-login', { response })).message).toBe(TRY_AGAIN);
    const failed = await loginResponse(counted, { isForged: true });
    await post('/auth/passkey-login', { response: failed });
    const challenge = JSON.parse(
      Buffer.from(failed.response.clientDataJSON, 'base64url').toString(),
    ).challenge;
    const again = counted.get({ challenge, rpId: 'rondo.example' });
    expect((await post('/auth/passkey-login', { response: again })).status).toBe(401);
  });

  it('are added once for each challenge, and each key to one account', async () => {
    const as = await calls.signedUp('Once');
    const { data } = await post('/auth/passkeys/start', undefined, { as });
    const key = createAuthenticator(PASSKEY_URL);
    const body = { response: key.create(data.options) };
    const both = await Promise.all([
      post('/auth/passkeys', body, { as }),
      post('/auth/passkeys', body, { as }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await addPasskey(ada, {}, key)).answer).toMatchObject({ status: 409 });
    expect((await factors(ada)).passkeys).toHaveLength(1);
  });

  it('take a challenge for what it was given for alone, and for its account', async () => {
    const as = await calls.signedUp('Kinds');
    const own = await addPasskey(as);
    const { data } = await post('/auth/passkeys/start', undefined, { as });
    const forAdding = own.key.get({ challenge: data.options.challenge, rpId: 'rondo.example' });
    expect((await post('/auth/passkey-login', { response: forAdding })).status).toBe(401);
    const response = createAuthenticator(PASSKEY_URL).create(data.options);
    expect((await post('/auth/passkeys', { response }, { as: ada })).status).toBe(400);
    const late = await loginResponse(own.key);
    await server.database.queries
      .updateTable('challenges')
      .set({ expires: Date.now() - 1 })
      .execute();
    expect((await post('/auth/passkey-login', { response: late })).status).toBe(401);
  });

  it('that are not known are said to be so, for the device to forget them', async () => {
    const stranger = createAuthenticator(PASSKEY_URL);
    expect(await passkeyLogin(stranger)).toMatchObject({
      status: 401,
      error: { code: 'unauthorised', message: UNKNOWN },
    });
    const other = await addPasskey(await calls.signedUp('Other-1'));
    // Signed by one key, with the id of another.
    const mixed = await passkeyLogin(counted, { id: other.key.id });
    expect(mixed).toMatchObject({ status: 401, message: TRY_AGAIN });
  });

  it('that count back are ended and their owner is told, but not by who cannot sign', async () => {
    const as = await calls.signedUp('Copied');
    const key = createAuthenticator(PASSKEY_URL, { counts: true });
    await addPasskey(as, { counter: 8 }, key);
    expect((await passkeyLogin(key, { counter: 9 })).status).toBe(200);
    expect((await passkeyLogin(key, { counter: 3, isForged: true })).status).toBe(401);
    expect((await factors(as)).passkeys).toHaveLength(1);
    expect(await passkeyLogin(key, { counter: 9 })).toMatchObject({
      status: 401,
      message: TRY_AGAIN,
    });
    expect((await passkeyLogin(key, { counter: 10 })).message).toBe(UNKNOWN);
    expect(await factors(as)).toMatchObject({ passkeys: [], recoveryCodes: 0 });
    const to = 'Copied@mail.example';
    const mail = await waitForMail(server.folder, { to, subject: 'was ended' });
    expect(mail.text).toContain('was used in two places');
    const mails = await readOutbox(server.folder);
    expect(mails.filter((one) => one.to === to && one.subject.includes('ended'))).toHaveLength(1);
  });

  it('ask for a proof before they are added or removed, and have a number', async () => {
    const as = await calls.signedUp('Many');
    const { key } = await addPasskey(as);
    await calls.age('Many', PROVEN_LONG_AGO);
    const answers = [
      (await addPasskey(as)).answer,
      await send('DELETE', `/auth/passkeys/${key.id}`, { as }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, error: { code: 'proof_required' } });
    }
    await calls.age('Many', 0);
    const [row] = await rowsOf(server.database, 'passkeys', 'userId', 'Many');
    const more = Array.from({ length: MAX_PASSKEYS - 1 }, (_, at) => ({
      ...row!,
      transports: '[]',
      id: `another-passkey-${at}`,
    }));
    await server.database.queries.insertInto('passkeys').values(more).execute();
    const full = (await addPasskey(as)).answer;
    expect(full).toMatchObject({ status: 403, error: { code: 'forbidden' } });
    expect(full.message).toContain(String(MAX_PASSKEYS));
  });

  it('sign suspended accounts in as passwords do, but not those of the demo or that are gone', async () => {
    const as = await calls.signedUp('Fallen');
    const { key } = await addPasskey(as);
    const { queries } = server.database;
    const suspension = { userId: 'Fallen', reason: 'Spam', since: Date.now(), until: null };
    await queries.insertInto('suspensions').values(suspension).execute();
    expect((await passkeyLogin(key)).status).toBe(200);
    const isDemo = (value: boolean) =>
      queries.updateTable('accounts').set({ isDemo: value }).where('id', '=', 'Fallen').execute();
    await isDemo(true);
    expect(await passkeyLogin(key)).toMatchObject({ status: 401, message: UNKNOWN });
    await isDemo(false);
    const { status } = await post('/accounts/delete', { password: 'Correct horse' }, { as });
    expect(status).toBe(200);
    expect(await passkeyLogin(key)).toMatchObject({ status: 401, message: UNKNOWN });
  });

  it('of another host than the one of today are refused', async () => {
    const moved = { origin: 'https://old.example', rpId: 'old.example' };
    expect((await passkeyLogin(counted, moved)).status).toBe(401);
  });
});

describeOnce('a server without a host name for passkeys', (open) => {
  const server = useTestServer({ openDatabase: open });
  const calls = factorCallsOf(server);

  it('offers none, and says why', async () => {
    const as = await calls.signedUp('Lan-1');
    expect((await calls.get('/site')).data.passkeyHost).toBeNull();
    expect((await calls.get('/auth/factors', as)).data.canHavePasskeys).toBe(false);
    const response = createAuthenticator(PASSKEY_URL).get({ challenge: 'x', rpId: 'localhost' });
    const answers = [
      await calls.post('/auth/passkey-login/start'),
      await calls.post('/auth/passkey-login', { response }),
      await calls.post('/auth/passkeys/start', undefined, { as }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, error: { code: 'not_found' } });
      expect(answer.message).toContain('PUBLIC_URL');
    }
    // Time codes need no name.
    expect(await calls.turnOnTimeCodes('Lan-1', as)).toHaveLength(10);
  });
});
