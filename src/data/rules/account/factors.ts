/** Where passkeys can be used. */

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

/** The same as a sentence. */
export function noPasskeysText(why: NoPasskeys, passkeyHost: string | null | undefined): string {
  if (why === 'none') {
    return 'Passkeys need a host name such as music.example.org, and https. This server has none.';
  }
  if (why === 'elsewhere') {
    return `Passkeys of this server work at ${passkeyHost} alone. Open Rondo there to use them.`;
  }
  return 'This browser has no passkeys. Another browser, or another device, may have them.';
}

/** The six digits of a code as people type it, with or without spaces; null while it has not six. */
export function codeDigits(text: string): string | null {
  const digits = text.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
