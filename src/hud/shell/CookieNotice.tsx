import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { acceptCookieNotice, agreements } from '../../data/stores/agreements.ts';
import { CookieBand } from './CookieBand.tsx';
import { useBand } from './useBand.ts';

/** The cookie notice: a band above the page that everything else makes room for, so that it covers nothing. */
export function CookieNotice() {
  const { isCookieNoticeAccepted } = useSnapshot(agreements);
  const band = useRef<HTMLElement>(null);
  useBand(band, !isCookieNoticeAccepted);
  if (isCookieNoticeAccepted) return null;
  return (
    <CookieBand
      ref={band}
      onAccept={() => {
        acceptCookieNotice();
        document.getElementById('main')?.focus({ preventScroll: true });
      }}
    />
  );
}
