import type { Ref } from 'react';
import { Link } from 'react-router';
import { Button } from '../system/Button.tsx';
import styles from './Shell.module.css';

interface CookieBandProps {
  ref?: Ref<HTMLElement>;
  className?: string;
  /** Left out while nothing can be agreed to yet. */
  onAccept?(): void;
}

/** What the cookie notice says. There is nothing to decline: only what the service cannot do without is kept. */
export function CookieBand({ ref, className = '', onAccept }: CookieBandProps) {
  return (
    <section ref={ref} className={`${styles.band} ${className} over`} aria-label="Cookie notice">
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
        <Button size="xs" variant="filled" disabled={!onAccept} onClick={onAccept}>
          Accept
        </Button>
      </div>
    </section>
  );
}
