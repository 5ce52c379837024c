import styles from './DemoMark.module.css';

/** Says that something was made by the server for show. */
export function DemoMark() {
  return (
    <span className={styles.mark} title="Made by this server for show">
      Demo
    </span>
  );
}
