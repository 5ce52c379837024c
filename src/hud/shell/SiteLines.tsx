import { useRef, useState } from 'react';
import type { Announcement } from '../../data/contract/operations.ts';
import type { Site } from '../../data/contract/site.ts';
import { keepText, keptText } from '../../data/keptText.ts';
import { Button } from '../system/Button.tsx';
import styles from './Shell.module.css';
import { useBand } from './useBand.ts';

/** Ids of the lines that were closed on this device, the newest last. */
const KEY = 'rondo/closed-lines';
const REMEMBERED = 20;

const readClosed = (): string[] => (keptText(KEY) ?? '').split(' ').filter(Boolean);

/** What the server takes now, where that is not everything. */
const MODE_WORDS = {
  'read-only':
    'This server can only be read at present. What you make is kept on this device, and sent later.',
  maintenance: 'This server is closed for a while for maintenance. What plays goes on.',
} as const;

/** What the operator says on every page: what the server does not take at present, and lines that can be closed. */
export function SiteLines({ mode, announcements }: Pick<Site, 'mode' | 'announcements'>) {
  const [closed, setClosed] = useState(readClosed);
  const band = useRef<HTMLElement>(null);
  const open = announcements.filter(({ id }) => !closed.includes(id));
  const isShown = mode !== 'open' || open.length > 0;
  useBand(band, isShown);
  const close = ({ id }: Announcement) => {
    const ids = [...readClosed(), id].slice(-REMEMBERED);
    keepText(KEY, ids.join(' '));
    setClosed(ids);
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  if (!isShown) return null;
  return (
    <section ref={band} className="over" aria-label="Announcements" aria-live="polite">
      {mode !== 'open' && (
        <p className={`${styles.band} medium`}>
          <span>{MODE_WORDS[mode]}</span>
        </p>
      )}
      {open.map((one) => (
        <div key={one.id} className={styles.band}>
          <p className={`medium anywhere ${styles.text}`}>{one.text}</p>
          <div className={`row rigid ${styles.actions}`}>
            <Button size="xs" aria-label={`Close: ${one.text}`} onClick={() => close(one)}>
              Close
            </Button>
          </div>
        </div>
      ))}
    </section>
  );
}
