/** Where a visit goes on after signing in. Every path that came from outside passes `safeRedirect` first. */

const REMEMBERED_KEY = 'rondo/after-login';
/** Longer than any address of ours, short enough to stand in a query. */
const MAX_PATH_CHARACTERS = 2000;

/** Pages that are no place to come back to: they would ask again, sign out again, or say that the way was closed. */
const NEVER_AFTER_LOGIN =
  /^\/(?:login|register|card|move-out|oidc|logout|forgot-password|reset-password|not-me|confirm-email|unsubscribe|accept-terms|holding-page|coming-soon)(?:[/?#]|$)/i;

/** Is this a page of signing in and out, or one that guards lead to? It is no place to come back to. */
export function isEntryPage(path: string): boolean {
  return NEVER_AFTER_LOGIN.test(path);
}

/** The link that sets a server up. Its fragment is a secret, and a query would carry it to the server. */
const HOLDS_SECRET = /^\/setup\/?(?:\?[^#]*)?#/i;

/** Two slashes, or what browsers and servers take for them, would name another host. */
const NAMES_A_HOST = /^\/(?:[/\\]|%(?:25)*(?:2f|5c))/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers leave them out, so they are refused
const HIDDEN = /[\u0000-\u0020\u007f\\]/;

/**
 * A redirect inside this server as it may be followed, or null. It begins with one slash, stays on the
 * origin however it is read, and holds nothing that a browser would leave out.
 *
 * @param path from a query or from storage: anything at all
 * @param origin of this server, for instance `https://rondo.example`
 */
export function safeRedirect(path: unknown, origin: string): string | null {
  if (typeof path !== 'string' || path.length > MAX_PATH_CHARACTERS) return null;
  if (!path.startsWith('/') || HIDDEN.test(path) || NAMES_A_HOST.test(path)) return null;
  const url = URL.parse(path, origin);
  if (url?.origin !== origin || NAMES_A_HOST.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** The page to sign in at, which leads back to `path` afterwards; to a path with a secret only where the tab remembers it. */
export function loginPath(path: string): string {
  return withSuccess('/login', path);
}

/** The page to sign up at, which leads back to `path` afterwards. */
export function registerPath(path: string): string {
  return withSuccess('/register', path);
}

/** The way to an account that leads back to `path`: a visitor signs in, a guest of a room signs up and keeps what they made. */
export function entryPath(path: string, isGuest: boolean): string {
  return isGuest ? registerPath(path) : loginPath(path);
}

function withSuccess(page: string, path: string): string {
  const isUnsaid = path === '/' || isEntryPage(path) || HOLDS_SECRET.test(path);
  return isUnsaid ? page : `${page}?success=${encodeURIComponent(path)}`;
}

/** What remembers paths needs; `sessionStorage`, where there is one. */
export type PathMemory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Remembers the full path (with query and hash) to come back to after signing in, in this tab. */
export function rememberPath(path: string, memory: PathMemory = sessionStorage): void {
  if (isEntryPage(path)) return;
  try {
    memory.setItem(REMEMBERED_KEY, path);
  } catch {
    // Without storage the query of the login page still knows it.
  }
}

/** Forgets the remembered path, once it was followed. */
export function forgetPath(memory: PathMemory = sessionStorage): void {
  try {
    memory.removeItem(REMEMBERED_KEY);
  } catch {
    // Nothing was remembered.
  }
}

function remembered(memory: PathMemory): string | null {
  try {
    return memory.getItem(REMEMBERED_KEY);
  } catch {
    return null;
  }
}

/**
 * Where someone goes who has just signed in: the `success` parameter, else the remembered path, else home.
 *
 * @param search query of the login page, with or without its question mark
 */
export function pathAfterLogin(
  search: string,
  origin: string,
  memory: PathMemory = sessionStorage,
): string {
  const wanted = [new URLSearchParams(search).get('success'), remembered(memory)];
  for (const one of wanted) {
    const path = safeRedirect(one, origin);
    if (path !== null && !isEntryPage(path)) return path;
  }
  return '/';
}
