import { useMemo } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { RifffView } from '../../../data/stores/places.ts';
import { RifffPlace } from '../../parts/rings/RifffPlace.tsx';
import { Button } from '../../system/Button.tsx';
import styles from './Sheets.module.css';

interface ReplaySheetProps {
  /** Whose run it is and what it was worth. */
  title: string;
  mode: string;
  /** What came of it. */
  rifff: Rifff | null;
  /** Page of the run. */
  to: string;
  onPlay(): void;
}

/** Before a replay that was opened by its address: sound needs a touch. */
export function ReplaySheet({ title, mode, rifff, to, onPlay }: ReplaySheetProps) {
  const view = useMemo<RifffView | null>(
    () => rifff && { rifff, isLive: false, marginPx: 12 },
    [rifff],
  );
  return (
    <section className={styles.alone}>
      <div className={styles.aloneRings}>{view && <RifffPlace id="replay" view={view} />}</div>
      <div className={`${styles.aloneWords} over`}>
        <p className="t18">{mode}</p>
        <h1 className={`huge ${styles.title}`}>Replay</h1>
        <p className="t24">{title}</p>
        <p className="muted">Every move as it was made, on the same rifffs, with the same sound.</p>
        <div className="row wrap gap12">
          <Button size="xl" variant="filled" icon="play" onClick={onPlay}>
            Watch
          </Button>
          <Button size="xl" to={to}>
            Its score
          </Button>
        </div>
      </div>
    </section>
  );
}
