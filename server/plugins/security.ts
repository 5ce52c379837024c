import type { ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
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

/** What an embed may do: less than a page, but inside the page of anybody. It sends no form and opens no socket. */
function embedPolicy(isDevelopment: boolean): string {
  const directives: Record<string, string[] | null> = {
    ...contentPolicy(isDevelopment),
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ['*'],
  };
  return Object.entries(directives)
    .flatMap(([name, values]) => (values ? [`${name} ${values.join(' ')}`] : []))
    .join(';');
}

const EMBED_PERMISSIONS = [
  'autoplay=(self)',
  'fullscreen=(self)',
  ...['microphone', 'midi', 'camera', 'geolocation', 'payment', 'usb', 'clipboard-write'].map(
    (name) => `${name}=()`,
  ),
].join(', ');

/**
 * Lets the pages of anybody frame this answer. Every answer refuses that until whoever has the page of an embed in hand
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
 * The one page that may look through the camera. What a page may do is said with its document: whoever comes there from
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
  await installRateLimit(app, settings);
}
