import { useRef } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { acceptCookieNotice, agreements } from '../../data/stores/agreements.ts';
import { Button } from '../system/Button.tsx';
import styles from './Shell.module.css';
import { useBand } from './useBand.ts';

/**
 * The cookie notice: a band above the page that everything else makes room for, so that it covers nothing.
 * There is nothing to decline: only what the service cannot do without is kept.
 */
export function CookieNotice() {
  const { isCookieNoticeAccepted } = useSnapshot(agreements);
  const band = useRef<HTMLElement>(null);
  useBand(band, !isCookieNoticeAccepted);
  if (isCookieNoticeAccepted) return null;
  return (
    <section ref={band} className={`${styles.band} over`} aria-label="Cookie notice">
      <p className={`medium ${styles.text}`}>
        We use cookies to ensure you get the best experience on our website
      </p>
      <div className={`row gap12 rigid ${styles.actions}`}>
        <Link to="/cookies" className={styles.more}>
          Learn More
        </Link>
        <Button size="xs" disabled title="Only what the service cannot do without is kept">
          Decline
        </Button>
        <Button
          size="xs"
          variant="filled"
          onClick={() => {
            acceptCookieNotice();
            document.getElementById('main')?.focus({ preventScroll: true });
          }}
        >
          Accept
        </Button>
      </div>
    </section>
  );
}
