/** A small OpenID provider that can answer wrongly in every place. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

type Claims = Record<string, unknown>;
type Place = 'discovery' | 'keys' | 'token' | 'userinfo';

/** What it does wrongly from now on. */
export interface Wrongs {
  /** Answers a request by itself. */
  readonly answer?: Partial<Record<Place, (response: ServerResponse) => void>>;
  readonly discovery?: Claims;
  /** Claims of the ID token in place of the right ones. */
  readonly token?: Claims;
  /** Signs nothing (`alg: none`), or with a key that it does not show. */
  readonly signs?: 'nothing' | 'with another key';
  readonly userinfo?: Claims;
  /** Takes a code again. */
  readonly isLax?: boolean;
}

export const HOSTILE_CLIENT = 'rondo';
const SUBJECT = 'subject-1';

const secondsNow = () => Math.floor(Date.now() / 1000);

/** Starts one on a port of this machine. */
export async function startHostileProvider() {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [right, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const keys = { keys: [{ ...(await exportJWK(right.publicKey)), kid: 'one', alg: 'ES256' }] };
  const codes = new Map<string, Claims>();
  const subjects = new Map<string, unknown>();
  const asked: Place[] = [];
  let wrongs: Wrongs = {};
  let count = 0;

  const signed = (claims: JWTPayload, key = right.privateKey, typ?: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'one', ...(typ && { typ }) })
      .sign(key);

  async function idToken(claims: Claims): Promise<string> {
    const now = secondsNow();
    const whole: Claims = { iss: issuer, aud: HOSTILE_CLIENT, iat: now, exp: now + 300, ...claims };
    Object.assign(whole, wrongs.token);
    for (const name of Object.keys(whole)) if (whole[name] === undefined) delete whole[name];
    if (wrongs.signs === 'nothing') return new UnsecuredJWT(whole).encode();
    return signed(whole, wrongs.signs ? other.privateKey : right.privateKey);
  }

  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const places: Record<Place, (request: IncomingMessage, response: ServerResponse) => unknown> = {
    discovery: (_request, response) =>
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorise`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256', 'none'],
        ...wrongs.discovery,
      }),
    keys: (_request, response) => json(response, keys),
    async token(request, response) {
      const form = new URLSearchParams(await text(request));
      const code = form.get('code') ?? '';
      const claims = codes.get(code);
      if (!wrongs.isLax) codes.delete(code);
      if (!claims) return json(response, { error: 'invalid_grant' }, 400);
      const id_token = await idToken(claims);
      return json(response, { access_token: `at-${code}`, token_type: 'Bearer', id_token });
    },
    userinfo(request, response) {
      const code = request.headers.authorization?.replace('Bearer at-', '') ?? '';
      return json(response, { sub: subjects.get(code), ...wrongs.userinfo });
    },
  };
  const byPath: Readonly<Record<string, Place>> = {
    '/.well-known/openid-configuration': 'discovery',
    '/keys': 'keys',
    '/token': 'token',
    '/userinfo': 'userinfo',
  };
  server.on('request', (request, response) => {
    const place = byPath[request.url ?? ''];
    if (!place) return json(response, {}, 404);
    asked.push(place);
    const special = wrongs.answer?.[place];
    return special ? special(response) : places[place](request, response);
  });

  return {
    issuer,
    /** What it was asked for, in this order. */
    asked,
    signed: (claims: JWTPayload, typ?: string) => signed(claims, right.privateKey, typ),
    signedByAnother: (claims: JWTPayload) => signed(claims, other.privateKey),

    /** Does this wrongly from now on, and nothing else. */
    set(next: Wrongs): void {
      wrongs = next;
    },

    /** The query with which a person comes back who was sent to `address`, with these claims. */
    comesBack(address: string, claims: Claims = {}): URLSearchParams {
      const query = new URL(address).searchParams;
      count += 1;
      const code = `code-${count}`;
      const whole: Claims = { sub: SUBJECT, nonce: query.get('nonce'), ...claims };
      codes.set(code, whole);
      subjects.set(code, whole.sub);
      return new URLSearchParams({ code, state: query.get('state') ?? '' });
    },

    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export type HostileProvider = Awaited<ReturnType<typeof startHostileProvider>>;
