import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { session } from '../../../data/stores/session.ts';
import { ui } from '../../../data/stores/ui.ts';
import { Boundary, restComponent } from '../../parts/page/lazyPiece.tsx';
import { Icon } from '../../system/Icon.tsx';
import styles from '../Shell.module.css';

/** The mark that knows what waits, and lists it. It comes after the page. */
const WaitingMark = restComponent(async () => (await import('./WaitingMark.tsx')).WaitingMark);

/** Says calmly that the network is gone, and what still works; nothing while there is one. */
function PlainMark() {
  const { isOnline } = useSnapshot(ui);
  if (isOnline) return null;
  return (
    <p className={styles.mark}>
      <Icon name="offline" size={16} />
      <span>Offline</span>
      <span className="visuallyHidden">What is loaded plays on. Drafts stay on this device.</span>
    </p>
  );
}

/**
 * The one place that says whether there is a network, and what waits on this device to be sent. With a network nothing of
 * a visitor's waits in vain.
 */
export function OfflineMark() {
  const { status } = useSnapshot(session);
  const { isOnline } = useSnapshot(ui);
  const canWait = status === 'in' || !isOnline;
  return (
    <div role="status" className="min0">
      {canWait && (
        <Boundary instead={() => <PlainMark />}>
          <Suspense fallback={<PlainMark />}>
            <WaitingMark>
              <PlainMark />
            </WaitingMark>
          </Suspense>
        </Boundary>
      )}
    </div>
  );
}
