import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isTradingPage, WALLET_NONCE_ENTRY } from '../../src/data/rules/money/tradingPages.ts';
import type { Settings } from '../settings.ts';
import { installRateLimit } from './rateLimit.ts';
import { refuseNullCharacters } from './validation.ts';

/**
 * Where pages may load from. `blob:` and `wasm-unsafe-eval` are for worklets, workers and the sound
 * decoders; inline styles are for what the drawing libraries set on elements. `isDevelopment` lets Vite
 * inject its reload script.
 */
function contentPolicy(isDevelopment: boolean): Record<string, string[] | null> {
  const vite = isDevelopment ? ["'unsafe-inline'"] : [];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", 'blob:', ...vite],
    'script-src-attr': ["'none'"],
    'worker-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", 'data:', 'blob:', ...(isDevelopment ? ['ws:'] : [])],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': null,
  };
}

const policyText = (directives: Record<string, string[] | null>) =>
  Object.entries(directives)
    .flatMap(([name, values]) => (values ? [`${name} ${values.join(' ')}`] : []))
    .join(';');

/**
 * What a page may do that wallets of a network work on. near-connect fetches their code and runs it in sandboxed frames
 * made of text, which have this policy too: their first script carries the nonce, and each calls its own servers. No
 * origin of theirs becomes a source of scripts of the page.
 */
function tradingPolicy(isDevelopment: boolean, nonce: string, rpcUrls: readonly string[]): string {
  const policy = contentPolicy(isDevelopment);
  const wider = (name: string, ...more: string[]) => [...(policy[name] ?? []), ...more];
  const nodes = rpcUrls.map((url) => new URL(url).origin);
  return policyText({
    ...policy,
    'script-src': wider('script-src', `'nonce-${nonce}'`),
    'connect-src': wider('connect-src', 'https:', 'wss:', ...nodes),
    'img-src': wider('img-src', 'https:'),
    'font-src': wider('font-src', 'https:'),
    'frame-src': ["'self'", 'https:'],
  });
}

/**
 * Every sink of a document asks the one policy of `rules/site/trustedTypes.ts`. Workers are under the policy of their own
 * script, where there is no document to write into.
 */
const TRUSTED_TYPES = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] };

/**
 * What goes with the document of a page alone: no window that opened it, or that it opens, of another origin gets a hold of
 * it, and its sinks take trusted types. Pages that wallets work on open their windows, and near-connect writes sandboxed
 * frames out of the text of a wallet (`srcdoc`), so they have neither.
 */
export function guardDocument(response: ServerResponse): void {
  const policy = String(response.getHeader('content-security-policy'));
  const hasWallets = policy.includes("'nonce-");
  const opener = hasWallets ? 'same-origin-allow-popups' : 'same-origin';
  response.setHeader('cross-origin-opener-policy', opener);
  if (hasWallets) return;
  response.setHeader('content-security-policy', `${policy};${policyText(TRUSTED_TYPES)}`);
}

/** What an embed may do: less than a page, but inside the page of anybody. It sends no form and opens no socket. */
function embedPolicy(isDevelopment: boolean): string {
  return policyText({
    ...contentPolicy(isDevelopment),
    ...(isDevelopment ? {} : TRUSTED_TYPES),
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ['*'],
  });
}

const EMBED_PERMISSIONS = [
  'autoplay=(self)',
  'fullscreen=(self)',
  ...['microphone', 'midi', 'camera', 'geolocation', 'payment', 'usb', 'clipboard-write'].map(
    (name) => `${name}=()`,
  ),
].join(', ');

/**
 * Lets the pages of anybody frame this answer. Every answer refuses that until code that has the page of an embed in hand
 * says otherwise; no address is enough for it.
 */
export function allowFraming(response: ServerResponse, isDevelopment: boolean): void {
  // Helmet writes to the raw response, and so must what replaces it.
  response.setHeader('content-security-policy', embedPolicy(isDevelopment));
  response.removeHeader('x-frame-options');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  response.setHeader('permissions-policy', EMBED_PERMISSIONS);
}

/**
 * The one page that may look through the camera. What a page may do is said with its document: a person who comes there from
 * another page has to load it anew.
 */
const CAMERA_PAGE = /^\/arcade\/qr-code-scan\/?(?:\?|$)/;

const PERMISSIONS = [
  'microphone=(self)',
  'midi=(self)',
  'screen-wake-lock=(self)',
  'fullscreen=(self)',
  'autoplay=(self)',
  'clipboard-write=(self)',
  'camera=()',
  'geolocation=()',
  'payment=()',
  'usb=()',
].join(', ');
const CAMERA_PERMISSIONS = PERMISSIONS.replace('camera=()', 'camera=(self)');

/** Headers that protect pages and answers, and a limit on the requests that one address may make. */
export async function installSecurity(
  app: FastifyInstance,
  settings: Settings,
  isDevelopment: boolean,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(isDevelopment) },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // A self-hosted server is often reached over plain http; only a public https address may promise more.
    strictTransportSecurity: settings.publicUrl?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: false,
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    const permissions = CAMERA_PAGE.test(request.url) ? CAMERA_PERMISSIONS : PERMISSIONS;
    reply.raw.setHeader('permissions-policy', permissions);
    reply.header('x-request-id', request.id);
    refuseNullCharacters(request.url);
  });
  const { isOn, near } = settings.market;
  if (isOn && near) letWalletsIn(app, isDevelopment, near.rpcUrls);
  await installRateLimit(app, settings);
}

/**
 * Gives pages that trade the policy of wallets. The page reads its nonce in `Server-Timing`: in the document itself it
 * would have to be written into every copy of it.
 */
function letWalletsIn(
  app: FastifyInstance,
  isDevelopment: boolean,
  rpcUrls: readonly string[],
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' || !isTradingPage(request.url)) return;
    const nonce = randomBytes(16).toString('base64');
    const policy = tradingPolicy(isDevelopment, nonce, rpcUrls);
    reply.raw.setHeader('content-security-policy', policy);
    reply.raw.setHeader('server-timing', `${WALLET_NONCE_ENTRY};desc="${nonce}"`);
    // A copy that a browser kept would come with a nonce of its own.
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
  });
}
