import { useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { entryPath } from '../../../data/rules/account/redirects.ts';
import { session } from '../../../data/stores/session.ts';

/** Account that reads, or '' for a visitor (also before the server has said who it is). */
export function useReader(): string {
  return useSnapshot(session).user?.user_id ?? '';
}

/** Account that may do what guests of a room may not (like, share, report, hide, block), or '' for visitors and guests. */
export function useMember(): string {
  const { user } = useSnapshot(session);
  return user && user.guestOf === undefined ? user.user_id : '';
}

/** Is the reader a pupil of a class? They reach no one outside of it, and write nothing there. */
export function useIsPupil(): boolean {
  return useSnapshot(session).user?.pupilOf !== undefined;
}

/** The way to an account that leads back to the present page: signing in, or signing up for guests of a room. */
export function useLoginHref(): string {
  const { pathname, search } = useLocation();
  const { user } = useSnapshot(session);
  return entryPath(pathname + search, user?.guestOf !== undefined);
}

/** What `useLoginHref` leads to, as the beginning of a sentence. */
export function useLoginWords(): 'Sign in' | 'Sign up' {
  return useSnapshot(session).user?.guestOf === undefined ? 'Sign in' : 'Sign up';
}
