import { useSnapshot } from 'valtio';
import { ui } from '../../../data/stores/ui.ts';
import { restTurn } from '../../parts/page/firstSound.ts';
import { Later, lazyComponent } from '../../parts/page/lazyPiece.tsx';
import { Icon } from '../../system/Icon.tsx';
import styles from './Offline.module.css';

/** The mark that knows what waits, and lists it. It comes after the page. */
const WaitingMark = lazyComponent(async () => {
  await restTurn();
  return (await import('./WaitingMark.tsx')).WaitingMark;
}).Piece;

/** Says calmly that the network is gone, and what still works; nothing while there is one. */
function PlainMark() {
  const { isOnline } = useSnapshot(ui);
  if (isOnline) return null;
  return (
    <p className={styles.mark}>
      <Icon name="offline" size={16} />
      <span>Offline</span>
      <span className={`${styles.more} truncate`}>
        What is loaded plays on. Drafts stay on this device.
      </span>
    </p>
  );
}

/** The one place that says whether there is a network, and what waits on this device to be sent. */
export function OfflineMark() {
  return (
    <div role="status" className={styles.region}>
      <Later fallback={<PlainMark />}>
        <WaitingMark>
          <PlainMark />
        </WaitingMark>
      </Later>
    </div>
  );
}
