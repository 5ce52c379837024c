import { useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { loginPath } from '../../../data/rules/account/redirects.ts';
import { session } from '../../../data/stores/session.ts';

/** Account that reads, or '' for a visitor (also before the server has said who it is). */
export function useReader(): string {
  return useSnapshot(session).user?.user_id ?? '';
}

/** Where signing in leads back to the present page. */
export function useLoginHref(): string {
  const { pathname, search } = useLocation();
  return loginPath(pathname + search);
}
