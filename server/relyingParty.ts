import { isIP } from 'node:net';
import { ApiError } from '../src/data/contract/errors.ts';
import type { Settings } from './settings.ts';

/** Whom passkeys are for (WebAuthn Level 3, section 5.4.2 and 13.4.9): this server, under the name that people type. */
export interface RelyingParty {
  /** Host name. A passkey works under this name alone, for good. */
  readonly id: string;
  /** What a browser says where the page is that asks. */
  readonly origin: string;
}

/**
 * The relying party of PUBLIC_URL, never of what a request says. Null where browsers offer no passkeys: without the
 * setting, under an address instead of a name, and over http, but for `localhost`.
 */
export function relyingPartyOf({ publicUrl }: Pick<Settings, 'publicUrl'>): RelyingParty | null {
  if (publicUrl === undefined) return null;
  const { protocol, hostname: id, origin } = new URL(publicUrl);
  if (protocol !== 'https:' && id !== 'localhost') return null;
  return isIP(id.replace(/^\[|\]$/g, '')) === 0 ? { id, origin } : null;
}

/** The same. Throws `not_found` where there is none. */
export function requireRelyingParty(settings: Pick<Settings, 'publicUrl'>): RelyingParty {
  const party = relyingPartyOf(settings);
  if (party) return party;
  throw new ApiError(
    'not_found',
    'This server has no passkeys: they need a host name and https, by the setting PUBLIC_URL',
  );
}
