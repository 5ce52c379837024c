import { useRef } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { session } from '../../data/stores/session.ts';
import styles from './Shell.module.css';
import { useBand } from './useBand.ts';

/** Says above every page that the account is suspended, and where one reads why. */
export function SuspensionLine() {
  const isSuspended = useSnapshot(session).user?.suspension !== undefined;
  const band = useRef<HTMLElement>(null);
  useBand(band, isSuspended);
  if (!isSuspended) return null;
  return (
    <section ref={band} className={`${styles.band} over`} aria-label="Suspended account">
      <p className={`medium ${styles.text}`}>
        Your account is suspended: you can read, but not share or save.
      </p>
      <div className={`row gap12 rigid ${styles.actions}`}>
        <Link to="/account" className={styles.more}>
          Why, and how to appeal
        </Link>
      </div>
    </section>
  );
}
