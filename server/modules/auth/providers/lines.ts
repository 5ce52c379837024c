import { createRemoteJWKSet, type JWTPayload, jwtVerify, customFetch as keysFetch } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
} from 'openid-client';
import type { Provider } from '../../../providerSettings.ts';
import type { Settings } from '../../../settings.ts';
import { boundedFetch } from './boundedFetch.ts';
import { ProviderAway } from './refusals.ts';

/** Of each request. */
const TIMEOUT_SEC = 10;
/** What a provider says of itself is asked for again after this. */
const KNOWN_MS = 3_600_000;
/** Signed by a key that the provider keeps to itself. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA'],
];
/** What names a person there: OpenID Connect Core 1.0, section 2. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store it
const SUBJECT = /^[^\u0000]{1,255}$/;
/** Of a token that ends sessions; clocks may differ by the tolerance. */
const LOGOUT_TOKEN = { maxTokenAge: '5 minutes', clockTolerance: 30 };

/** What is only known here, and comes back with the answer of the provider or is compared with it. */
export interface Handshake {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** What a provider says of a person: the claims of the signed ID token, and those of the userinfo endpoint. */
export interface Told {
  readonly token: IDToken;
  readonly info: Readonly<Record<string, unknown>>;
}

/** As the provider lists it; the first is what a client does where it says nothing (OpenID Connect Discovery 1.0, section 3). */
function authentication(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: ways } = server;
    const isPost = ways?.includes('client_secret_post') && !ways.includes('client_secret_basic');
    return (isPost ? post : basic)(server, ...rest);
  };
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  const address = new URL(issuer);
  const config = await discovery(address, clientId, undefined, authentication(clientSecret), {
    [customFetch]: boundedFetch,
    timeout: TIMEOUT_SEC,
    execute: [
      // Without it the signature of an ID token would not be looked at.
      enableNonRepudiationChecks,
      ...(address.protocol === 'http:' ? [allowInsecureRequests] : []),
    ],
  });
  return config;
}

function keysOf(config: Configuration) {
  const address = config.serverMetadata().jwks_uri;
  if (address === undefined) throw new Error('the provider names no keys');
  return createRemoteJWKSet(new URL(address), {
    [keysFetch]: (url, { redirect: _, ...options }) =>
      boundedFetch(url, {
        ...options,
        redirect: 'manual',
        body: null,
        headers: Object.fromEntries(options.headers),
      }),
    timeoutDuration: TIMEOUT_SEC * 1000,
  });
}

/**
 * What is said between this server and one provider. Every function throws `ProviderAway` where the provider cannot be
 * asked what it is, and what its library throws for an answer that is not good; `refusals.ts` makes sentences of both.
 */
export function openLine(provider: Provider, publicUrl: string) {
  // As both requests spell it: the host in small letters.
  const redirectUri = new URL(`${publicUrl}/oidc`).href;
  let known: Promise<{ config: Configuration; keys: ReturnType<typeof keysOf> }> | undefined;
  let until = 0;

  async function ask() {
    try {
      const config = await discover(provider);
      // Throws for an address that is none a page may go to.
      buildAuthorizationUrl(config, {});
      return { config, keys: keysOf(config) };
    } catch (error) {
      known = undefined;
      throw new ProviderAway(error);
    }
  }

  /** Of callers at once one asks. What failed is asked again by the next. */
  function about() {
    if (!known || Date.now() >= until) {
      until = Date.now() + KNOWN_MS;
      known = ask();
    }
    return known;
  }

  return {
    provider,

    /** Where a person is sent. @param isProof they have to sign in there once more */
    async addressFor({ state, nonce, verifier }: Handshake, isProof: boolean): Promise<string> {
      const { config } = await about();
      const address = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: provider.scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isProof && { prompt: 'login', max_age: '0' }),
      });
      return address.href;
    },

    /** What the provider says of the person who came back. @param query as it stood in the address */
    async redeem(query: string, { state, nonce, verifier }: Handshake): Promise<Told> {
      const { config } = await about();
      const address = new URL(redirectUri);
      address.search = query;
      const tokens = await authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const token = tokens.claims();
      // The library takes any text.
      if (!token || !SUBJECT.test(token.sub)) throw new Error('the subject is empty or too long');
      const hasInfo = config.serverMetadata().userinfo_endpoint !== undefined;
      const info = hasInfo ? await fetchUserInfo(config, tokens.access_token, token.sub) : {};
      return { token, info };
    },

    /** Where a page goes to be signed out there, too (RP-Initiated Logout 1.0); null where there is no such place. */
    async endSessionAddress(): Promise<string | null> {
      const { config } = await about();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(config, { post_logout_redirect_uri: publicUrl }).href;
    },

    /** The claims of a token that ends sessions, once its signature, issuer, audience and age are good. */
    async readLogoutToken(token: string): Promise<JWTPayload> {
      const { config, keys } = await about();
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        ...LOGOUT_TOKEN,
        issuer: config.serverMetadata().issuer,
        audience: provider.clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['jti', 'events'],
      });
      // Section 2.4 asks for a type of its own, and older providers have none.
      const type = protectedHeader.typ?.toLowerCase() ?? 'jwt';
      if (type !== 'jwt' && type !== 'logout+jwt') throw new Error('another kind of token');
      return payload;
    },
  };
}

export type ProviderLine = ReturnType<typeof openLine>;
/** By the ids of the providers. */
export type ProviderLines = ReadonlyMap<string, ProviderLine>;

/** A line to each provider of the settings. No request is made before one is needed. */
export const openLines = ({
  providers: { list },
  publicUrl = '',
}: Pick<Settings, 'providers' | 'publicUrl'>): ProviderLines =>
  new Map(list.map((provider) => [provider.id, openLine(provider, publicUrl)]));
