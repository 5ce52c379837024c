/** Addresses of looks. A key is the name of a look of the house, or the id of a saved one. */

/** Address of the page of a look. */
export const lookPath = (key: string): string => `/looks/${encodeURIComponent(key)}`;

/** As `IdSchema` of the contract, which brings zod. */
const KEY = /^[A-Za-z0-9_-]{1,64}$/;
/** Parts of addresses that name no look. */
const NO_KEYS = new Set(['', 'looks', 'edit', 'new']);

/** The key that was typed, or the one in an address that was pasted; null for what can be neither. */
export function typedLookKey(text: string): string | null {
  const [path = ''] = text.trim().split(/[?#]/);
  const parts = path.replace(/^https?:\/\/[^/]*/i, '').split('/');
  const key = parts.findLast((part) => !NO_KEYS.has(part)) ?? '';
  return KEY.test(key) ? key : null;
}
