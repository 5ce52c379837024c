/**
 * Why a page cannot use the passkeys of its server: the server has no host name for them (`none`), the page was opened
 * at another one (`elsewhere`), or the browser has no passkeys (`browser`). Null where it can.
 */
export type NoPasskeys = 'none' | 'elsewhere' | 'browser';

/**
 * Can this page use passkeys? They belong to one host name (WebAuthn Level 3, section 4, relying party identifier).
 * @param passkeyHost as the server says it; undefined where it does not know of passkeys
 * @param hostname of the page
 * @param hasBrowser does the browser have them?
 */
export function noPasskeys(
  passkeyHost: string | null | undefined,
  hostname: string,
  hasBrowser: boolean,
): NoPasskeys | null {
  if (!passkeyHost) return 'none';
  if (passkeyHost !== hostname) return 'elsewhere';
  return hasBrowser ? null : 'browser';
}
