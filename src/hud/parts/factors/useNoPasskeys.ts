import { type NoPasskeys, noPasskeys } from '../../../data/rules/account/passkeysHere.ts';
import { useSite } from '../page/page.ts';

interface PasskeysHere {
  /** Why this page cannot use passkeys; null where it can, undefined until the server has said it. */
  why: NoPasskeys | null | undefined;
  /** Host name that passkeys of this server are for; '' for none. */
  host: string;
}

/** Can passkeys be used on this page? `noPasskeysText` says why not. */
export function useNoPasskeys(): PasskeysHere {
  const site = useSite();
  const host = site?.passkeyHost ?? '';
  const hasBrowser = 'PublicKeyCredential' in window;
  return { why: site && noPasskeys(host, location.hostname, hasBrowser), host };
}
