import { useQueryClient } from '@tanstack/react-query';
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

/** Calls that ask who is signed in: what they are refused resets the session and leads nowhere. */
const ASKING = new Set(['session', 'settings', 'logout']);

/**
 * Keeps the session of this device true while the app is open: asks who is signed in, follows other tabs,
 * and goes to the login page when the server does not know the credential any more. Used once, in the frame.
 */
export function useSessionWatch(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const queries = useQueryClient();
  const { status, user } = useSnapshot(session);
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

  // What one person may see is not for the next one.
  const userId = user?.user_id ?? null;
  const shown = useRef(userId);
  const isKnown = useRef(false);
  useEffect(() => {
    // The library was asked for with the credential that was there already; collections of partners make it differ.
    const keepsLibrary = !isKnown.current;
    isKnown.current = status !== 'unknown';
    if (shown.current === userId) return;
    if (shown.current !== null) queries.removeQueries({ queryKey: ['account'] });
    shown.current = userId;
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => !(keepsLibrary && queryKey[0] === 'library'),
    });
  }, [userId, status, queries]);
}
