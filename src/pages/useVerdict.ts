import { useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { readStoredCredential } from '../data/credential.ts';
import { askGuards, GUARDS, type Move, type Verdict } from '../data/rules/guards.ts';
import { session } from '../data/stores/session.ts';
import { routeAt } from './routes.tsx';

/** Who is signed in, as the guards ask. */
function useGuardUser(): Move['user'] {
  const { status, user } = useSnapshot(session);
  if (user) return { termsVersionAccepted: user.settings?.termsVersionAccepted ?? null };
  return status === 'unknown' && readStoredCredential() !== null ? 'unknown' : null;
}

/** What the guards say of the present address; asked again whenever a fact changes. */
export function useVerdict(): Verdict {
  const { pathname, search, hash } = useLocation();
  const user = useGuardUser();
  const route = routeAt(pathname);
  const move: Move = {
    pathname,
    fullPath: pathname + search + hash,
    access: route ? (route.access ?? 'any') : 'exempt',
    user,
    isComingSoon: false,
    isBrowserAccepted: true,
    home: '/',
  };
  return askGuards(move, route?.guards ? [...GUARDS, ...route.guards] : GUARDS);
}
