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
    reply.header('permissions-policy', PERMISSIONS);
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
