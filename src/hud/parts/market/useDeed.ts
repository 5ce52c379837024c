import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { entryPath } from '../../../data/rules/account/redirects.ts';
import { session } from '../../../data/stores/session.ts';
import { useMember } from '../shares/useReader.ts';

const DEED = 'do';
const STAYS = { replace: true, preventScrollReset: true } as const;

/**
 * An action that the reader has begun on a page. It is kept in the address (`?do=buy`), so that a reader who must sign in
 * first, or whose wallet leaves the page, comes back to it. It only opens a dialog: nothing is done until the reader
 * presses a button there. Null for visitors; they are led to sign in when they begin an action.
 */
export function useDeed() {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const { user } = useSnapshot(session);
  const navigate = useNavigate();
  const member = useMember();
  const begin = (deed: string) => {
    const next = new URLSearchParams(params);
    next.set(DEED, deed);
    if (member !== '') setParams(next, STAYS);
    else void navigate(entryPath(`${pathname}?${next}`, user?.guestOf !== undefined));
  };
  const end = () => {
    const next = new URLSearchParams(params);
    next.delete(DEED);
    setParams(next, STAYS);
  };
  return { deed: member === '' ? null : params.get(DEED), begin, end };
}
