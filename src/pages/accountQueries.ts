import type { QueryClientConfig } from '@tanstack/react-query';
import { subscribe } from 'valtio/vanilla';
import { credentialToken } from '../data/credential.ts';
import { AccountCache } from '../data/queries/accountCache.ts';
import { session } from '../data/stores/session.ts';
import { deviceAccount } from '../data/sync/account.ts';

/**
 * The server data of the account that is signed in on this device. It passes on with the session, whether this tab or another
 * signs in or out, and before anything shows the other account.
 */
export function accountQueries(config: Pick<QueryClientConfig, 'defaultOptions'>): AccountCache {
  const queries = new AccountCache(config);
  // Whom it is of before the server has said so: what is asked until then takes this credential along.
  const token = credentialToken();
  let account = token === '' ? '' : deviceAccount();
  const follow = () => {
    if (session.status === 'unknown') return;
    const present = session.user?.user_id ?? '';
    const isSame = account === null ? credentialToken() === token : account === present;
    account = present;
    if (!isSame) queries.passOn();
  };
  subscribe(session, follow, true);
  return queries;
}
