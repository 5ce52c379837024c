import type { FastifyInstance } from 'fastify';
import type { Settings } from './settings.ts';

/**
 * Where a browser on this machine finds the server. The port is the one that was really taken, which
 * differs from the setting only for port 0.
 */
export function listeningUrl(
  app: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): string {
  const [address] = app.addresses();
  const taken = typeof address === 'object' ? address.port : port;
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${taken}`;
}
