import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { credentialOf } from '../../../testing/calls.ts';
import { describeOnce, rowsOf } from '../../../testing/databases.ts';
import {
  HOSTILE_CLIENT,
  startHostileProvider,
  type Wrongs,
} from '../../../testing/hostileProvider.ts';
import { providerCallsOf } from '../../../testing/providerCalls.ts';
import { useTestServer } from '../../../testing/testApp.ts';

const AWAY = [503, 'Your organisation does not answer at present'] as const;
const UNTRUSTED = [
  400,
  'The answer of your organisation cannot be trusted: start again, or tell the people who run this server',
] as const;
const STALE = [400, 'This took too long, or was used already: start again'] as const;

const provider = await startHostileProvider();
const other = await startHostileProvider();
afterAll(() => Promise.all([provider.close(), other.close()]));

const nowSec = () => Math.floor(Date.now() / 1000);
const head = { 'content-type': 'application/json' };
/** Ten megabytes of JSON. */
const long = (response: ServerResponse) =>
  response.writeHead(200, head).end(`"${'x'.repeat(10_000_000)}"`);
/** Never comes to an end. */
function endless(response: ServerResponse): void {
  response.writeHead(200, head);
  const more = () => {
    if (response.destroyed) return;
    if (response.write('"'.padEnd(64 * 1024, 'x'))) setImmediate(more);
    else response.once('drain', more);
  };
  more();
}
const broken = (response: ServerResponse) => response.writeHead(500, head).end('{}');
const cut = (response: ServerResponse) => response.destroy();
const redirects = (to: string) => (response: ServerResponse) =>
  response.writeHead(302, { location: to }).end();
const noJson = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello');

const entryOf = (id: string, issuer: string) => ({
  id,
  issuer,
  name: 'Hostile House',
  clientId: HOSTILE_CLIENT,
  clientSecret: 'planted-secret-81',
});

describeOnce('a hostile provider', (open) => {
  const server = useTestServer({
    openDatabase: open,
    environment: {
      PUBLIC_URL: 'https://rondo.example',
      OIDC_PROVIDERS: JSON.stringify([
        {
          ...entryOf('test', provider.issuer),
          roleClaim: 'realm_access.roles',
          adminValue: 'chief',
        },
        { ...entryOf('other', other.issuer), signUp: false },
        entryOf('nowhere', 'http://127.0.0.1:9'),
      ]),
    },
  });
  const { post, get, start, finish } = providerCallsOf(server);
  beforeEach(async () => {
    provider.set({});
    await server.database.queries.deleteFrom('limits').execute();
  });

  /** Comes back with these claims, and with what is done to the query. */
  async function comesBack(
    claims: object = {},
    change: (query: URLSearchParams) => void = () => {},
  ) {
    const { address, binding } = (await start()).data;
    const query = provider.comesBack(address, { ...claims });
    change(query);
    return finish(query.toString(), binding);
  }
  const errorOf = ({ status, message }: Awaited<ReturnType<typeof get>>) => [status, message];

  /** How many rows there are that an answer could have left. */
  async function left(): Promise<number[]> {
    const { queries } = server.database;
    const tables = [
      'accounts',
      'sessions',
      'providerLinks',
      'newcomers',
      'providerStarts',
    ] as const;
    const counts = [];
    for (const table of tables) {
      counts.push((await queries.selectFrom(table).selectAll().execute()).length);
    }
    return counts;
  }

  it('is fine while it answers well, so that what follows is about what is wrong', async () => {
    expect((await comesBack()).data.newcomer.mayMake).toBe(true);
    expect((await comesBack({}, (query) => query.set('iss', provider.issuer))).status).toBe(200);
  });

  const token = (claims: Record<string, unknown>): Wrongs => ({ token: claims });
  it.each<[string, Wrongs, readonly [number, string]]>([
    ['a token of another issuer', token({ iss: 'https://elsewhere.example' }), UNTRUSTED],
    ['a token for another client', token({ aud: 'another' }), UNTRUSTED],
    [
      'a token for two clients, of another party',
      token({ aud: ['rondo', 'x'], azp: 'x' }),
      UNTRUSTED,
    ],
    ['a token that is over', token({ exp: nowSec() - 3600 }), UNTRUSTED],
    ['a token of tomorrow', token({ nbf: nowSec() + 86_400 }), UNTRUSTED],
    ['a token with another nonce', token({ nonce: 'another' }), UNTRUSTED],
    ['a token without a nonce', token({ nonce: undefined }), UNTRUSTED],
    ['a token without a subject', token({ sub: undefined }), UNTRUSTED],
    ['a token with a subject that is no text', token({ sub: 7 }), UNTRUSTED],
    ['a token with an empty subject', token({ sub: '' }), UNTRUSTED],
    ['a token with a subject without end', token({ sub: 's'.repeat(10_000) }), UNTRUSTED],
    ['a token that nothing signed', { signs: 'nothing' }, UNTRUSTED],
    ['a token that another key signed', { signs: 'with another key' }, UNTRUSTED],
    ['userinfo about another person', { userinfo: { sub: 'another' } }, UNTRUSTED],
    ['userinfo that is broken', { answer: { userinfo: broken } }, AWAY],
    ['userinfo of ten megabytes', { answer: { userinfo: long } }, UNTRUSTED],
    ['a token of ten megabytes', { answer: { token: long } }, UNTRUSTED],
    ['a token without end', { answer: { token: endless } }, UNTRUSTED],
    ['a broken token endpoint', { answer: { token: broken } }, AWAY],
    ['a line that is cut', { answer: { token: cut } }, AWAY],
    ['a page in place of a token', { answer: { token: noJson } }, UNTRUSTED],
    ['a way to another host', { answer: { token: redirects('http://127.0.0.1:9/') } }, UNTRUSTED],
    ['a way to a file', { answer: { userinfo: redirects('file:///etc/passwd') } }, UNTRUSTED],
  ])('is refused with %s, and nothing is stored', async (_what, wrongs, expected) => {
    const { address, binding } = (await start()).data;
    const [accounts, sessions, links, newcomers, starts] = await left();
    provider.set(wrongs);
    const answer = await finish(provider.comesBack(address).toString(), binding);
    expect(errorOf(answer)).toEqual(expected);
    expect(await left()).toEqual([accounts, sessions, links, newcomers, starts! - 1]);
  });

  it('is refused with a code that was used', async () => {
    const first = (await start()).data;
    const query = provider.comesBack(first.address);
    expect((await finish(query.toString(), first.binding)).status).toBe(200);
    const second = (await start()).data;
    query.set('state', new URL(second.address).searchParams.get('state') ?? '');
    expect(errorOf(await finish(query.toString(), second.binding))).toEqual(STALE);
    // A provider that takes codes twice: the nonce is another one.
    provider.set({ isLax: true });
    const third = (await start()).data;
    const lax = provider.comesBack(third.address);
    expect((await finish(lax.toString(), third.binding)).status).toBe(200);
    const fourth = (await start()).data;
    lax.set('state', new URL(fourth.address).searchParams.get('state') ?? '');
    expect(errorOf(await finish(lax.toString(), fourth.binding))).toEqual(UNTRUSTED);
  });

  it.each<[string, (query: URLSearchParams) => void, readonly [number, string | RegExp]]>([
    ['no state', (query) => query.delete('state'), [400, /no answer of an organisation/]],
    ['two states', (query) => query.append('state', 'x'), [400, /no answer of an organisation/]],
    ['another state', (query) => query.set('state', 'x'.repeat(32)), STALE],
    ['another issuer', (query) => query.set('iss', 'https://elsewhere.example'), UNTRUSTED],
    ['no code', (query) => query.delete('code'), UNTRUSTED],
    ['two codes', (query) => query.append('code', 'x'), UNTRUSTED],
    ['a token in the address', (query) => query.set('id_token', 'x'), UNTRUSTED],
    ['an error', (query) => query.set('error', 'login_required'), [400, /not signed in there/]],
    ['an odd error', (query) => query.set('error', '<script>'), [400, /did not sign you in/]],
    ['trouble there', (query) => query.set('error', 'server_error'), AWAY],
  ])('is refused with %s in the address', async (_what, change, [status, sentence]) => {
    const answer = await comesBack({}, change);
    expect(answer.status).toBe(status);
    expect(answer.message).toMatch(sentence);
    expect(JSON.stringify(answer)).not.toContain('<script>');
  });

  it('gets no code of another provider (mix-up)', async () => {
    other.asked.length = 0;
    const { address, binding } = (await start()).data;
    // The person was led to another provider, whose code comes back with this state.
    const query = other.comesBack(address);
    expect(errorOf(await finish(query.toString(), binding))).toEqual(STALE);
    expect(other.asked).not.toContain('token');
  });

  it('is no provider while its document is of another issuer, leads elsewhere, is too long or broken', async () => {
    const wrongs: Wrongs[] = [
      { discovery: { issuer: 'https://elsewhere.example' } },
      { discovery: { jwks_uri: undefined } },
      { discovery: { authorization_endpoint: 'javascript:alert(1)' } },
      { discovery: { authorization_endpoint: 7 } },
      { answer: { discovery: long } },
      { answer: { discovery: endless } },
      { answer: { discovery: broken } },
      { answer: { discovery: noJson } },
      { answer: { discovery: cut } },
      { answer: { discovery: redirects(provider.issuer) } },
    ];
    const begin = () => post('/auth/provider/start', { provider: 'other', intent: 'sign-in' });
    for (const wrong of wrongs) {
      other.set(wrong);
      expect(errorOf(await begin())).toEqual(AWAY);
    }
    const nowhere = { provider: 'nowhere', intent: 'sign-in' };
    expect(errorOf(await post('/auth/provider/start', nowhere))).toEqual(AWAY);
    // As soon as it answers again all is well; the others were not touched by it.
    other.set({ answer: { keys: endless } });
    const { address, binding } = (await begin()).data;
    expect(errorOf(await finish(other.comesBack(address).toString(), binding))).toEqual(UNTRUSTED);
    other.set({});
    expect((await begin()).status).toBe(200);
    expect((await start()).status).toBe(200);
  });

  it('makes no account where it is not for new accounts', async () => {
    const { address, binding } = (
      await post('/auth/provider/start', { provider: 'other', intent: 'sign-in' })
    ).data;
    const { newcomer } = (await finish(other.comesBack(address).toString(), binding)).data;
    expect(newcomer.mayMake).toBe(false);
    const body = { ticket: newcomer.ticket, username: 'let-me-in' };
    expect(errorOf(await post('/auth/provider/account', body))).toEqual([
      403,
      'Hostile House is not for new accounts here',
    ]);
  });

  it('gives roles by a claim inside of an object, and not by what objects answer to', async () => {
    const say = (claims: object) => comesBack({ sub: 'roles', ...claims });
    const { ticket } = (await say({ realm_access: { roles: ['chief'] } })).data.newcomer;
    const made = await post('/auth/provider/account', { ticket, username: 'roles' });
    expect(made.roles).toEqual(['user', 'admin']);
    const rolesOf = async (claims: object) => (await say(claims)).data.login.roles;
    expect(await rolesOf({ realm_access: ['chief'] })).toEqual(['user']);
    expect(await rolesOf({ 'realm_access.roles': 'chief' })).toEqual(['user', 'admin']);
    expect(await rolesOf({ realm_access: 'roles' })).toEqual(['user']);
  });

  it('ends sessions by a token that it signed for that, once, and by nothing else', async () => {
    const { ticket } = (await comesBack({ sub: 'out', sid: 's-1' })).data.newcomer;
    const as = credentialOf(
      await post('/auth/provider/account', { ticket, username: 'out-there' }),
    );
    const second = credentialOf(await comesBack({ sub: 'out', sid: 's-2' }));
    const isIn = async (of: string) => (await get('/auth/session', of)).status === 200;
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    let count = 0;
    const claims = (change: object = {}) => {
      count += 1;
      const now = nowSec();
      const right = { iss: provider.issuer, aud: HOSTILE_CLIENT, iat: now, exp: now + 120, events };
      return { ...right, jti: `jti-${count}`, sub: 'out', sid: 's-1', ...change };
    };
    const tell = async (form: string, id = 'test') =>
      (
        await server.app.inject({
          method: 'POST',
          url: `/api/auth/provider/${id}/logout`,
          payload: form,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).statusCode;
    const tokenOf = async (change: object, sign = provider.signed) =>
      `logout_token=${await sign(claims(change))}`;
    const wrong: [string, string][] = [
      ['no token', 'other=1'],
      ['nothing', ''],
      ['no JWT', 'logout_token=abc'],
      ['another key', await tokenOf({}, provider.signedByAnother)],
      ['another issuer', await tokenOf({ iss: other.issuer })],
      ['another client', await tokenOf({ aud: 'another' })],
      ['an old one', await tokenOf({ iat: nowSec() - 3600, exp: nowSec() + 60 })],
      ['one that is over', await tokenOf({ exp: nowSec() - 3600 })],
      ['a nonce', await tokenOf({ nonce: 'n' })],
      ['no event', await tokenOf({ events: undefined })],
      ['another event', await tokenOf({ events: { other: {} } })],
      ['an event that is a text', await tokenOf({ events: { [Object.keys(events)[0]!]: 'yes' } })],
      ['no person', await tokenOf({ sub: undefined, sid: undefined })],
      ['a person that is no text', await tokenOf({ sub: { toString: 'out' } })],
      ['another type', `logout_token=${await provider.signed(claims(), 'at+jwt')}`],
      ['no id of its own', await tokenOf({ jti: undefined })],
    ];
    for (const [what, form] of wrong) expect([what, await tell(form)]).toEqual([what, 400]);
    expect(await tell(await tokenOf({}), 'none')).toBe(404);
    expect([await isIn(as), await isIn(second)]).toEqual([true, true]);
    const right = `logout_token=${await provider.signed(claims(), 'logout+jwt')}`;
    const both = await Promise.all([tell(right), tell(right)]);
    expect(both.sort()).toEqual([200, 400]);
    expect([await isIn(as), await isIn(second)]).toEqual([false, true]);
    // By the session alone, and all of a person.
    expect(await tell(await tokenOf({ sub: undefined, sid: 's-2' }))).toBe(200);
    expect(await isIn(second)).toBe(false);
    const third = credentialOf(await comesBack({ sub: 'out', sid: 's-3' }));
    expect(await tell(await tokenOf({ sid: undefined }))).toBe(200);
    expect(await isIn(third)).toBe(false);
  });

  it('writes no secret, code or token anywhere', async () => {
    await comesBack({ sub: 'quiet' });
    const rows = JSON.stringify(await rowsOf(server.database, 'newcomers', 'provider', 'test'));
    expect(rows).not.toMatch(/code-\d|eyJ|planted-secret/);
  });
});
