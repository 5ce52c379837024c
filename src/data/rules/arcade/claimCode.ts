/** Codes that give a run to their holder, as they are typed, shown and scanned. */

const GROUP = 4;
/** Letters and digits of a code: no I, O, 0 and 1, which look like others. */
const CODE = /^[A-HJ-NP-Z2-9]{12}$/;
/** Where codes lead. */
export const CLAIM_PATH = '/arcade/qr-code-scan';

/** A code in groups of four with dashes, however it was typed: `ABCD-EFGH-JKLM`. */
export function groupCode(code: string): string {
  const letters = code.replace(/[^a-z\d]/gi, '').toUpperCase();
  return letters.replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/** Could this be a code? True with or without dashes and spaces, in any case. */
export function isCode(text: string): boolean {
  return CODE.test(text.replace(/[\s-]+/g, '').toUpperCase());
}

/** The address behind a QR code. @param home where this server is reached, without a slash at its end */
export function claimUrl(home: string, code: string): string {
  const url = new URL(home + CLAIM_PATH);
  url.searchParams.set('code', groupCode(code));
  return url.href;
}

/**
 * The code in what a camera read: the address of this page on this server, or a bare code. Null for everything else, so
 * that no foreign address is ever followed.
 */
export function codeOfScan(text: string, home: string): string | null {
  const bare = text.trim();
  if (isCode(bare)) return groupCode(bare);
  const url = URL.parse(bare);
  if (!url || url.origin + url.pathname.replace(/\/$/, '') !== home + CLAIM_PATH) return null;
  const code = url.searchParams.get('code') ?? '';
  return isCode(code) ? groupCode(code) : null;
}
