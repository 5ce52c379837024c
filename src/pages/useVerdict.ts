import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { COMING_SOON_MARK } from '../data/contract/constants.ts';
import { readStoredCredential } from '../data/credential.ts';
import { readKeptUser } from '../data/keptUser.ts';
import { siteQuery } from '../data/queries/site.ts';
import { askGuards, GUARDS, type Move, type Verdict } from '../data/rules/account/guards.ts';
import { pathAfterLogin } from '../data/rules/account/redirects.ts';
import { regionOfPath } from '../data/rules/site/locale.ts';
import { agreements } from '../data/stores/agreements.ts';
import { setRegion } from '../data/stores/locale.ts';
import { session } from '../data/stores/session.ts';
import { routeAt } from './routes.tsx';

/** Did the page that was loaded say that the service has not opened yet? The answer of the server wins later. */
const isMarkedComingSoon = document.querySelector(`meta[name="${COMING_SOON_MARK}"]`) !== null;

/** Is a part of the product there? Where the server cannot be asked its pages say so themselves. */
const isPartThere = (isOn: boolean | undefined, isSiteOut: boolean) =>
  isOn ?? (isSiteOut ? true : undefined);

/** Who is signed in, as the guards ask. */
function useGuardUser(): Move['user'] {
  const { status, user } = useSnapshot(session);
  if (user) {
    const termsVersionAccepted = user.settings?.termsVersionAccepted ?? null;
    return { termsVersionAccepted, isGuest: user.guestOf !== undefined, pupilOf: user.pupilOf };
  }
  return status === 'unknown' && readStoredCredential() !== null ? 'unknown' : null;
}

/** What the guards say of the present address; asked again whenever a fact changes. */
export function useVerdict(): Verdict {
  const { pathname, search, hash } = useLocation();
  const user = useGuardUser();
  const { data: site, isError, fetchStatus } = useQuery(siteQuery);
  const isSiteOut = isError || fetchStatus === 'paused';
  const { isBrowserAccepted } = useSnapshot(agreements);
  const region = regionOfPath(pathname);
  useEffect(() => {
    if (region) setRegion(region);
  }, [region]);
  const route = routeAt(pathname);
  const move: Move = {
    pathname,
    fullPath: pathname + search + hash,
    // What does not exist is not guarded: it says so.
    access: route ? (route.access ?? 'any') : 'exempt',
    user,
    wasPupil: user === 'unknown' && readKeptUser()?.pupilOf !== undefined,
    isComingSoon: site?.isComingSoon ?? isMarkedComingSoon,
    isBrowserAccepted,
    isForAnyBrowser: route?.isForAnyBrowser,
    pupils: route?.pupils,
    home: pathAfterLogin(search, window.location.origin),
    hasMarket: isPartThere(site?.hasMarket, isSiteOut),
    hasPlans: isPartThere(site?.hasPlans, isSiteOut),
  };
  return askGuards(move, route?.guards ? [...GUARDS, ...route.guards] : GUARDS);
}
