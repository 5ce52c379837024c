import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import { fetchUser, forgetSession } from '../../data/auth.ts';
import { onUnauthorisedAnswer } from '../../data/client.ts';
import { onCredentialChange } from '../../data/credential.ts';
import {
  forgetPath,
  isEntryPage,
  loginPath,
  rememberPath,
} from '../../data/rules/account/redirects.ts';
import { session } from '../../data/stores/session.ts';
import { keepInvitation, keepReferral } from './referral.ts';

/** Calls that ask who is signed in. When one is refused, the session is reset and the page stays. */
const ASKING = new Set(['session', 'settings', 'logout']);

/**
 * Keeps the session of this device true while the app is open: asks who is signed in, follows other tabs,
 * and goes to the login page when the server does not know the credential any more. Used once, in the frame.
 */
export function useSessionWatch(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const { status } = useSnapshot(session);
  const fullPath = location.pathname + location.search + location.hash;
  const present = useRef(fullPath);
  present.current = fullPath;

  useEffect(() => {
    void fetchUser();
    return onCredentialChange(() => void fetchUser());
  }, []);

  useEffect(() => {
    onUnauthorisedAnswer((name) => {
      if (ASKING.has(name)) return;
      const path = present.current;
      forgetSession();
      if (isEntryPage(path)) return;
      rememberPath(path);
      void navigate(loginPath(path));
    });
  }, [navigate]);

  useEffect(() => {
    keepReferral(location.search);
    keepInvitation(location.search);
  }, [location.search]);

  useEffect(() => {
    if (isEntryPage(fullPath)) return;
    if (status === 'in') forgetPath();
    else rememberPath(fullPath);
  }, [fullPath, status]);
}
