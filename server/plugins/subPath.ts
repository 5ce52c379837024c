/**
 * A server that people reach below a path of its host, such as `https://example.org/rondo`. The path is taken away from what
 * comes and put before what goes out, here alone: routes, rules and documents know nothing of it.
 */
import type { FastifyInstance } from 'fastify';

/** The path of an address, such as `/rondo`; empty where the server has its host for itself, or is told no address. */
export function subPathOf(publicUrl: string | undefined): string {
  return publicUrl?.replace(/^https?:\/\/[^/]*/i, '') ?? '';
}

/** Address of a file in `/media` as answers tell it, below the path of the server. @param name a key, or a path to it */
export const mediaUrl = (name: string, publicUrl: string | undefined): string =>
  `${subPathOf(publicUrl)}/media/${name}`;

/**
 * The address of a request without the path that the server lies below. One that comes without it stays as it is: a proxy
 * may have taken it away, and checks of health come from behind the proxy. `url` is a raw path and query.
 */
export function withoutSubPath(url: string, subPath: string): string {
  if (subPath === '') return url;
  // The absolute form of RFC 9112, 3.2.2, too.
  const [start] = /^(?:https?:\/\/[^/?#]*)?/i.exec(url) ?? [''];
  const path = url.slice(start.length);
  if (!path.startsWith(subPath)) return url;
  const rest = path.slice(subPath.length);
  if (rest !== '' && !/^[/?#]/.test(rest)) return url;
  return start + (rest.startsWith('/') ? rest : `/${rest}`);
}

/**
 * Leads from the path itself to the first page, whose address ends in a slash: workers of pages and installed apps count
 * only what begins with it as theirs.
 */
export function installSubPath(app: FastifyInstance, subPath: string): void {
  if (subPath === '') return;
  app.addHook('onRequest', async ({ originalUrl, method }, reply) => {
    const [path, query] = originalUrl.split('?', 2);
    if (path !== subPath || (method !== 'GET' && method !== 'HEAD')) return;
    return reply.redirect(`${subPath}/${query === undefined ? '' : `?${query}`}`, 308);
  });
}
