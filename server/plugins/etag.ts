/** True when an If-None-Match header names `etag` (RFC 9110, section 13.1.2). */
export function isKnownEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  const names = header.split(',').map((name) => name.trim().replace(/^W\//, ''));
  return names.includes(etag) || names.includes('*');
}
