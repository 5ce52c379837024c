/**
 * Path of a request as the router reads it, so that what is decided by the path is decided about the route that answers:
 * without origin (the absolute form of RFC 9112, 3.2.2), query and fragment, decoded once. A slash that was written as
 * `%2F` stays so, and a path that cannot be decoded stays as it is.
 */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** True for the address of a call or of a file in `/media`, by the route that answers it; `route` as it was mounted. */
export function isCallRoute(route: string | undefined): boolean {
  return route !== undefined && /^\/(api|media)\//.test(route);
}
