import { inBase } from '../site/base.ts';
/** Addresses of looks. A key is the name of a look of the house, or the id of a saved one. */

/** Address of the page of a look. */
export const lookPath = (key: string): string => `/looks/${encodeURIComponent(key)}`;

/** Addresses of pictures of a look that the server makes. */
export interface LookPictures {
  /** A square one that stands still. */
  readonly still: string;
  /** The same for four seconds. */
  readonly loop: string;
}

/**
 * Where a still and a loop of a look are, where this server makes them (`Site.hasLookPictures`) and everybody may see the
 * look.
 *
 * @param changed when a saved one was last changed, in ms: another picture has another address
 */
export function lookPictures(key: string, changed?: number): LookPictures {
  const file = inBase(`/media/covers/looks/${encodeURIComponent(key)}`);
  const version = changed === undefined ? '' : `?v=${changed}`;
  return { still: `${file}.webp${version}`, loop: `${file}.webm${version}` };
}

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
