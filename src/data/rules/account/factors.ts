/** Words about passkeys, and codes as people type them. */
import type { NoPasskeys } from './passkeysHere.ts';

/** Why a page cannot use passkeys, as a sentence. @param passkeyHost whom they are for; '' for no host */
export function noPasskeysText(why: NoPasskeys, passkeyHost: string): string {
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
