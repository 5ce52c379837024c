import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ENDPOINTS, type Endpoint, endpointUrl } from '../../../src/data/contract/endpoints.ts';
import { PROOF_MS } from '../../../src/data/contract/factors.ts';
import { credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeOnce } from '../../testing/databases.ts';
import { factorCallsOf, PASSKEY_URL } from '../../testing/factorCalls.ts';
import { useTestServer } from '../../testing/testApp.ts';

const PROVE = '/auth/proof';

/** Every call that asks for a proof, by its name. */
const ASKING = (Object.entries(ENDPOINTS) as [string, Endpoint][]).flatMap(([name, endpoint]) =>
  endpoint.asksProof ? [[name, endpoint, endpoint.asksProof] as const] : [],
);

describeOnce('proofs', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { PUBLIC_URL: PASSKEY_URL, RONDO_ADMINS: 'Plain,Asked', RATE_LIMIT: '1000000' },
  });
  const calls = factorCallsOf(server);
  const { post, get, send, addPasskey, age, codeOf, turnOnTimeCodes } = calls;
  let plain: string;
  let strong: string;
  let withFactor: string;
  let recoveryCode = '';
  beforeAll(async () => {
    plain = await calls.signedUp('Plain');
    strong = await calls.signedUp('Strong');
    withFactor = await calls.signedUp('Asked');
    const codes = await turnOnTimeCodes('Strong', strong);
    recoveryCode = codes?.[0] ?? '';
  });
  beforeEach(async () => {
    await server.database.queries.deleteFrom('limits').execute();
  });

  /** The code of what a call answers that is made with nothing in it. */
  async function answerTo(endpoint: Endpoint, as: string): Promise<string> {
    const url = endpointUrl(endpoint).replace(/:\w+/g, 'nothing-of-this-name');
    const answer = await server.app.inject({
      method: endpoint.method,
      url,
      headers: { authorization: `Bearer ${as}` },
      ...(endpoint.method === 'POST' && { payload: { nothing: true } }),
    });
    return answer.json().error?.code ?? 'ok';
  }

  it('are asked for by more than one call', () => {
    expect(ASKING.length).toBeGreaterThan(12);
    expect(new Set(ASKING.map(([, , asked]) => asked))).toEqual(new Set(['always', 'second']));
  });

  it.each(ASKING)(
    'are asked for by %s ten minutes after the last one, not before',
    async (...of) => {
      const [, endpoint, asked] = of;
      // Some of the calls take the last factor away.
      await server.database.queries
        .updateTable('accounts')
        .set({ hasSecondFactor: true })
        .where('id', '=', 'Asked')
        .execute();
      await age('Plain', PROOF_MS + 1000);
      await age('Asked', PROOF_MS + 1000);
      expect(await answerTo(endpoint, withFactor)).toBe('proof_required');
      const isAsked = (await answerTo(endpoint, plain)) === 'proof_required';
      expect(isAsked).toBe(asked === 'always');
      await age('Asked', PROOF_MS - 60_000);
      expect(await answerTo(endpoint, withFactor)).not.toBe('proof_required');
    },
  );

  it('are given by the password where there is no second factor', async () => {
    const as = await calls.signedUp('Simple');
    await age('Simple', PROOF_MS + 1000);
    const act = () => post('/auth/time-codes/start', undefined, { as });
    expect(await act()).toMatchObject({
      status: 403,
      error: { code: 'proof_required', message: 'Show once more that it is you' },
    });
    expect((await post(`${PROVE}/start`, undefined, { as })).data).toEqual({
      hasPassword: true,
      ways: [],
    });
    const wrong = await post(PROVE, { password: 'Wrong horse' }, { as });
    expect(wrong.validationErrors).toEqual({ password: 'This is not your password' });
    expect((await act()).status).toBe(403);
    const proven = await post(PROVE, { password: TEST_PASSWORD }, { as });
    expect(proven.data.until - Date.now()).toBeGreaterThan(PROOF_MS - 60_000);
    expect((await act()).status).toBe(200);
    // It is of this session alone.
    await age('Simple', PROOF_MS + 1000);
    const other = credentialOf(await calls.login('Simple'));
    expect((await act()).status).toBe(403);
    expect((await post('/auth/time-codes/start', undefined, { as: other })).status).toBe(200);
  });

  it('need a code beside the password where there is a second factor', async () => {
    await age('Strong', PROOF_MS + 1000);
    const prove = (body: object) => post(PROVE, body, { as: strong });
    const act = () => post('/auth/recovery-codes', undefined, { as: strong });
    const password = TEST_PASSWORD;
    expect((await prove({ password })).validationErrors.code).toContain('beside your password');
    expect((await prove({ password, code: '000000' })).validationErrors.code).toContain('wrong');
    const code = await codeOf('Strong');
    expect((await prove({ password: 'Wrong horse', code })).validationErrors).toEqual({
      password: 'This is not your password',
    });
    expect((await act()).error.code).toBe('proof_required');
    expect((await prove({ password, code })).status).toBe(200);
    expect((await prove({ password, code })).status).toBe(400);
    await age('Strong', PROOF_MS + 1000);
    expect((await prove({ password, recoveryCode })).status).toBe(200);
    expect((await prove({ password, recoveryCode })).status).toBe(400);
    expect((await act()).status).toBe(200);
  });

  it('let codes be guessed as seldom as signing in does', async () => {
    const prove = () =>
      post(PROVE, { password: TEST_PASSWORD, recoveryCode: 'AAAAA-AAAAA' }, { as: strong });
    const statuses = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await prove()).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    const ticket = await calls.ticketOf('Strong');
    const step = { ticket, code: await codeOf('Strong') };
    expect((await post('/auth/second-step', step)).status).toBe(429);
  });

  it('are given by a passkey of the account alone', async () => {
    const as = await calls.signedUp('Keyed');
    const { key } = await addPasskey(as);
    const other = await addPasskey(await calls.signedUp('Another'));
    await age('Keyed', PROOF_MS + 1000);
    const start = async () => (await post(`${PROVE}/start`, undefined, { as })).data;
    const begun = await start();
    expect(begun).toMatchObject({ hasPassword: true, ways: ['passkey', 'recovery'] });
    expect(begun.options.allowCredentials).toMatchObject([{ id: key.id }]);
    const wrong = await post(PROVE, { response: other.key.get(begun.options) }, { as });
    expect(wrong.validationErrors.response).toContain('try again');
    // What was signed to sign in, or without a person, proves nothing.
    const login = { response: await calls.loginResponse(key) };
    expect((await post(PROVE, login, { as })).status).toBe(400);
    const unseen = { response: key.get((await start()).options, { isVerified: false }) };
    expect((await post(PROVE, unseen, { as })).status).toBe(400);
    const act = () => send('DELETE', `/auth/passkeys/${key.id}`, { as });
    expect((await act()).status).toBe(403);
    const response = key.get((await start()).options);
    expect((await post(PROVE, { response }, { as })).status).toBe(200);
    expect((await act()).status).toBe(200);
    expect((await post(PROVE, { response }, { as })).status).toBe(400);
  });

  it('stay with a session whose credential is renewed, and go on through read-only times', async () => {
    const as = await calls.signedUp('Renewed');
    const renewed = credentialOf(await post('/auth/refresh', undefined, { as }));
    expect((await post('/auth/time-codes/start', undefined, { as: renewed })).status).toBe(200);
    const setMode = (mode: string) => post('/operations/mode', { mode }, { as: plain });
    await age('Plain', 0);
    expect((await setMode('read-only')).status).toBe(200);
    await age('Plain', PROOF_MS + 1000);
    expect((await setMode('open')).error.code).toBe('proof_required');
    expect((await post(PROVE, { password: TEST_PASSWORD }, { as: plain })).status).toBe(200);
    expect((await setMode('open')).status).toBe(200);
  });

  it('are asked for by the other way to change a password, too', async () => {
    await age('Strong', PROOF_MS + 1000);
    const user = {
      _id: 'org.couchdb.user:Strong',
      name: 'Strong',
      currentPassword: TEST_PASSWORD,
      password: 'Battery Staple',
    };
    const answer = await server.app.inject({
      method: 'PUT',
      url: '/db/_users/org.couchdb.user:Strong',
      headers: { authorization: `Bearer ${strong}` },
      payload: user,
    });
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'proof_required']);
    expect((await get('/auth/session', strong)).status).toBe(200);
  });
});
