import { Button } from '../../system/Button.tsx';
import styles from './Sheets.module.css';

interface ReplaySheetProps {
  /** Whose run it is and what it was worth. */
  title: string;
  mode: string;
  /** Page of the run. */
  to: string;
  onPlay(): void;
}

/** Before a replay that was opened by its address: sound needs a touch. */
export function ReplaySheet({ title, mode, to, onPlay }: ReplaySheetProps) {
  return (
    <section className={`${styles.alone} over`}>
      <p className="t18">{mode}</p>
      <h1 className={styles.title}>Replay</h1>
      <p className="t24">{title}</p>
      <p className="muted">Every move as it was made, on the same rifffs, with the same sound.</p>
      <div className={styles.actions}>
        <Button size="xl" variant="filled" icon="play" onClick={onPlay}>
          Watch
        </Button>
        <Button size="xl" to={to}>
          Its score
        </Button>
      </div>
    </section>
  );
}
