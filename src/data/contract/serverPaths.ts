/** Addresses that no page has. Read by the server, and by the worker that keeps pages for times without a network. */

/** First segments that the server keeps for itself, also where another program serves the pages. */
const SERVER_SEGMENTS = new Set(['api', 'media', 'healthz', 'metrics', 'socket.io', 'db']);

/** Pages that the server puts together by itself, where it has them. */
const SERVER_PAGES = /^\/+plus\/+till(\/|$)/i;

/** The first segment of a path, in lower case. */
export const firstSegment = (path: string): string =>
  /^\/+([^/?#]*)/.exec(path)?.[1]?.toLowerCase() ?? '';

/** True for a path that belongs to the server and never to a page. `path` is decoded, without query. */
export function isServerSegment(path: string): boolean {
  return SERVER_SEGMENTS.has(firstSegment(path)) || SERVER_PAGES.test(path);
}
