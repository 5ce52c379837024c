import { useSnapshot } from 'valtio';
import { install, installApp } from '../../data/stores/install.ts';
import { Button } from '../system/Button.tsx';
import styles from './Download.module.css';

/** The site as an app of its own window, by the browser. */
export function InstallRow() {
  const { offer, isInstalled } = useSnapshot(install);
  return (
    <li className={styles.row}>
      <span className={styles.name}>Any device</span>
      <span className={styles.what}>
        {isInstalled
          ? 'Installed on this device.'
          : offer
            ? 'From this browser, in a window of its own.'
            : 'With “Install” or “Add to home screen” in the menu of your browser.'}
      </span>
      {offer && !isInstalled && (
        <Button size="sm" variant="filled" onClick={() => void installApp()}>
          Install
        </Button>
      )}
    </li>
  );
}
