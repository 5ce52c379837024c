import styles from './Header.module.css';
import { OfflineMark } from './OfflineMark.tsx';
import { Wordmark } from './Wordmark.tsx';

/** Top of pages with one task: only the name, leading home. */
export function MarkHeader() {
  return (
    <header className={styles.header}>
      <Wordmark />
      <OfflineMark />
    </header>
  );
}
