import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { entryPath } from '../../../data/rules/account/redirects.ts';
import { session } from '../../../data/stores/session.ts';
import { useMember } from '../shares/useReader.ts';

const DEED = 'do';
const STAYS = { replace: true, preventScrollReset: true } as const;

/**
 * What somebody is about to do on a page, kept in its address (`?do=buy`): whoever must sign in first, or whose wallet
 * leaves the page, comes back and goes on. It only opens a dialog; nothing is done without another press there. Null for
 * visitors, who are led to sign in when they begin.
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
