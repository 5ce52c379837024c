import { useMemo } from 'react';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { personText } from '../../data/rules/makers.ts';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import styles from './NextUp.module.css';

export interface NextUpProps {
  share: SharedRifff;
  /** What it does: `Next`, `Loading`, `Coming in`. */
  word: string;
  onChoose(): void;
}

/** The rifff that follows, small; a tap brings it in now. */
export function NextUp({ share, word, onChoose }: NextUpProps) {
  const view = useMemo(() => ({ rifff: share.rifff, isLive: false, marginPx: 1 }), [share.rifff]);
  return (
    <button type="button" className={styles.next} onClick={onChoose}>
      <span className={styles.disc}>
        <RifffPlace id="listen.next" view={view} />
      </span>
      <span className={styles.words}>
        <span className="t13 muted">{word}</span>
        <span className={`${styles.title} truncate`}>{share.title || 'Untitled'}</span>
        <span className="t13 muted truncate">{personText(share.displayName)}</span>
      </span>
    </button>
  );
}
