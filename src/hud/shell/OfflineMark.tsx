import { useSnapshot } from 'valtio';
import { ui } from '../../data/stores/ui.ts';
import { Icon } from '../system/Icon.tsx';
import styles from './OfflineMark.module.css';

/** Says calmly that the network is gone, and what still works. Empty while there is one. */
export function OfflineMark() {
  const { isOnline } = useSnapshot(ui);
  return (
    <div role="status">
      {!isOnline && (
        <p className={styles.mark}>
          <Icon name="offline" size={16} />
          <span>Offline</span>
          <span className={`${styles.more} truncate`}>
            What is loaded plays on. Drafts stay on this device.
          </span>
        </p>
      )}
    </div>
  );
}
