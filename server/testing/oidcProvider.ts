/** A real OpenID provider on this machine, where people sign in by typing who they are. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Context } from 'oidc-provider';

/** Claims of a person there. */
export type TestClaims = Readonly<Record<string, unknown>>;

export interface TestProvider {
  readonly issuer: string;
  readonly clientSecret: string;
  /** What it says of people, by the name that they type; one who is not here has no claims but `sub`. */
  readonly people: Map<string, TestClaims>;
  close(): Promise<void>;
}

const TEST_CLIENT = 'rondo';
const SECRET = 'hidden-hidden-hidden-hidden-hidden';
const HOUR_SEC = 3600;
const SCOPE = 'openid profile email';

/** Its whole sign-in: a form with one field. */
const PAGE = `<!doctype html><title>Test organisation</title><form method="post">
<label>Who are you? <input name="login" autofocus></label> <button>Sign in there</button></form>`;

/** Stands beside the form that asks whether to sign out there. */
const YES = '<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>';

const fieldOf = async (request: IncomingMessage, name: string) =>
  new URLSearchParams(await text(request)).get(name) ?? '';

/** Consents to what this server asks for, so that people are not asked. */
async function grantAll({ oidc: { provider, client, session } }: Context) {
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPE);
  await grant.save();
  return grant;
}

/** Starts one for a server that is reached at `publicUrl`. */
export async function startTestProvider(publicUrl: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, TestClaims>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: TEST_CLIENT,
        client_secret: SECRET,
        redirect_uris: [`${publicUrl}/oidc`],
        post_logout_redirect_uris: [publicUrl],
        backchannel_logout_uri: `${publicUrl}/api/auth/provider/test/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['test'] },
    ttl: {
      Interaction: HOUR_SEC,
      Grant: HOUR_SEC,
      Session: HOUR_SEC,
      AccessToken: HOUR_SEC,
      IdToken: HOUR_SEC,
    },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups'],
    },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ ...people.get(id), sub: id }),
    }),
    loadExistingGrant: grantAll,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        logoutSource(context: { body: string }, form: string) {
          context.body = `${form}${YES}`;
        },
      },
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    // It does not call machines like this one, but for a test.
    fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(url, options),
  });
  const answer = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      answer(request, response);
      return;
    }
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html').end(PAGE);
      return;
    }
    const accountId = await fieldOf(request, 'login');
    const result = accountId
      ? { login: { accountId } }
      : { error: 'access_denied', error_description: 'The person went away' };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  });
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { issuer, clientSecret: SECRET, people, close };
}

/** Its entry in the settings of the server, with the id `test` and roles by the claim `groups`. */
export const providerEntry = ({ issuer, clientSecret }: TestProvider) => ({
  id: 'test',
  name: 'Hill School',
  issuer,
  clientId: TEST_CLIENT,
  clientSecret,
  roleClaim: 'groups',
  adminValue: 'rondo-admins',
  moderatorValue: 'rondo-moderators',
});

/** A person at a provider, with the cookies of their browser. */
export function browserAt() {
  const cookies = new Map<string, string>();

  async function ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  return {
    /**
     * Goes to the address and signs in as asked, by a form where one is shown.
     * @param login empty to say no
     * @returns the query that leads back to the server
     */
    async signIn(address: string, login: string): Promise<string> {
      let url = address;
      for (let steps = 0; steps < 10; steps += 1) {
        const isForm = new URL(url).pathname.startsWith('/interaction/');
        const body = new URLSearchParams({ login });
        const answer = await ask(url, isForm ? { method: 'POST', body } : {});
        const next = answer.headers.get('location');
        if (next === null) throw new Error(`${answer.status} ${await answer.text()}`);
        const to = new URL(next, url);
        if (to.pathname === '/oidc') return to.search.slice(1);
        url = to.href;
      }
      throw new Error('led round and round');
    },

    /** Signs out there, where the server led to. @returns where it leads back to */
    async signOut(address: string): Promise<string | null> {
      const page = await (await ask(address)).text();
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
      const url = new URL('/session/end/confirm', address).href;
      const body = new URLSearchParams({ xsrf, logout: 'yes' });
      return (await ask(url, { method: 'POST', body })).headers.get('location');
    },
  };
}
