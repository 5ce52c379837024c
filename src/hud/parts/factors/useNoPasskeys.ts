import {
  type NoPasskeys,
  noPasskeys,
  noPasskeysText,
} from '../../../data/rules/account/factors.ts';
import { useSite } from '../page/page.ts';

interface PasskeysHere {
  /** Why this page cannot use passkeys; null where it can, undefined until the server has said it. */
  why: NoPasskeys | null | undefined;
  /** The same as a sentence; '' where it can, and until it is known. */
  text: string;
  /** Host name that passkeys of this server are for; '' for none. */
  host: string;
}

/** Can passkeys be used on this page? */
export function useNoPasskeys(): PasskeysHere {
  const site = useSite();
  if (!site) return { why: undefined, text: '', host: '' };
  const { passkeyHost } = site;
  const why = noPasskeys(passkeyHost, location.hostname, 'PublicKeyCredential' in window);
  return { why, text: why ? noPasskeysText(why, passkeyHost) : '', host: passkeyHost ?? '' };
}
