import styles from './SkipLink.module.css';

/** First stop of the keyboard: past the header. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      Skip to content
    </a>
  );
}
