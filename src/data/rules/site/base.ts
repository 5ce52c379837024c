/**
 * Below which path of its host this server lies. One build serves every path: its documents are told the path by the server,
 * and its scripts know it by their own address. Everything that pages ask for or show as an address goes through here; the
 * router has `BASE` as its own and knows no other paths than those of the pages.
 */

/** The path with a slash at both ends: `/` where the server has its host for itself, else such as `/rondo/`. */
export const BASE: string = /\/\/[^/]+(\/.*)assets\//.exec(import.meta.url)?.[1] ?? '/';

/** An address of this server as browsers ask for it; one of another host, or a fragment, stays. @param path from its slash on */
export const inBase = (path: string): string => path.replace(/^\//, BASE);

/**
 * Address of a page below the path of this server; null where it is there already. At its own port, behind the proxy, a server
 * answers without the path too, for a proxy may have taken it away: only the browser knows, and no page is there.
 * @param pathname of the browser's address
 */
export function missedBase(pathname: string, base = BASE): string | null {
  return `${pathname}/`.toLowerCase().startsWith(base.toLowerCase())
    ? null
    : base + pathname.slice(1);
}

/** Where this server is reached, without a slash at its end. */
export const homeUrl = (): string => location.origin + BASE.slice(0, -1);

/** The path of an address of this server as its pages know it. @param pathname of the page's own without */
export const pathInBase = (pathname: string = location.pathname): string =>
  `/${pathname.slice(BASE.length)}`;
