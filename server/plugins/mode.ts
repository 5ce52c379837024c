import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../src/data/contract/endpoints.ts';
import { ApiError } from '../../src/data/contract/errors.ts';
import { MODES, type Mode } from '../../src/data/contract/operations.ts';

/** What this node takes now; `modules/operations` sets it. */
export interface ModeHolder {
  now: Mode;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Not there in tests that mount a few routes alone. */
    operatingMode?: ModeHolder;
  }
}

/** Seconds after which a page asks again. */
const RETRY_SEC = 30;

function refusal(mode: Exclude<Mode, 'open'>): ApiError {
  const data = { retryAfterSec: RETRY_SEC };
  if (mode === 'maintenance') {
    return new ApiError('maintenance', 'This server is closed for a while for maintenance', data);
  }
  return new ApiError(
    'read_only',
    'This server can only be read at present: what you make is kept on this device, and sent later',
    data,
  );
}

const strictness = (mode: Mode): number => MODES.indexOf(mode);

/**
 * Throws 503 with `read_only` or `maintenance` for a call that is not answered at present. Administrators are not shut out
 * by maintenance; what only they may call is answered in every mode.
 */
export function requireOpen(
  { server, identity }: Pick<FastifyRequest, 'server' | 'identity'>,
  { method, access, until }: Pick<Endpoint, 'method' | 'access' | 'until'>,
): void {
  const mode = server.operatingMode?.now ?? 'open';
  if (mode === 'open' || access === 'admin') return;
  if (mode === 'maintenance' && identity?.roles.includes('admin')) return;
  const answered = until ?? (method === 'GET' ? 'read-only' : 'open');
  if (strictness(answered) < strictness(mode)) throw refusal(mode);
}

/** The databases of devices are no calls of the contract. A device that cannot write syncs nothing, and tries again. */
const isWriteOfDevice = ({ method, routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/db') === true && method !== 'GET' && method !== 'HEAD';

/** Keeps what the server takes, and holds devices to it; calls are held to it by `route`. Files are always served. */
export function installMode(app: FastifyInstance): ModeHolder {
  const holder: ModeHolder = { now: 'open' };
  app.decorate('operatingMode', holder);
  app.addHook('onRequest', async (request) => {
    if (holder.now !== 'open' && isWriteOfDevice(request)) throw refusal(holder.now);
  });
  return holder;
}
