import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../src/data/contract/errors.ts';
import type { Settings } from '../settings.ts';
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

/** True for the address of an embed: the only page that others may frame. */
const isEmbed = (url: string) => /^\/embed\/[^/?#]+\/?(?:[?#]|$)/.test(url);

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

/** Headers that protect pages and answers, and a limit on the calls that one address may make. */
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
    const isFramed = isEmbed(request.url);
    if (isFramed) {
      // Helmet writes to the raw response, and so must what replaces it.
      reply.raw.setHeader('content-security-policy', embedPolicy(isDevelopment));
      reply.raw.removeHeader('x-frame-options');
      reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin');
    }
    reply.header('permissions-policy', isFramed ? EMBED_PERMISSIONS : PERMISSIONS);
    reply.header('x-request-id', request.id);
    refuseNullCharacters(request.url);
  });
  await app.register(rateLimit, {
    max: settings.rateLimit,
    timeWindow: '1 minute',
    allowList: (request) => !/^\/(api|media)\//.test(request.url),
    errorResponseBuilder: (_request, { after }) =>
      new ApiError('too_many_requests', `Too many requests: try again in ${after}`),
  });
}
