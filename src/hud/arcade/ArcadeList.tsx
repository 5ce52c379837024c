import { useEffect, useRef } from 'react';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { IconButton } from '../system/Button.tsx';
import styles from './Arcade.module.css';
import { lineOf, titleOf } from './arcadeText.ts';

interface ArcadeListProps {
  shares: readonly SharedRifff[];
  /** Index of the one in front, −1 for none. */
  focus: number;
  onGo(index: number): void;
  onClose(): void;
}

/** All rifffs of the field as a list: for screen readers, and for a player who looks for a certain rifff. */
export function ArcadeList({ shares, focus, onGo, onClose }: ArcadeListProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    first.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <aside className={styles.list} aria-label="All rifffs of the field">
      <div className={styles.listHead}>
        <h2 className="t24">All rifffs</h2>
        <IconButton label="Close the list" icon="close" onClick={onClose} />
      </div>
      <ol className={styles.rows}>
        {shares.map((share, index) => (
          <li key={share._id}>
            <button
              ref={index === Math.max(0, focus) ? first : undefined}
              type="button"
              className={`focusInside ${index === focus ? 'raised' : ''} ${styles.row}`}
              aria-current={index === focus || undefined}
              onClick={() => onGo(index)}
            >
              <RifffDisc rifff={share.rifff} sizePx={40} />
              <span>
                <span className="medium truncate">{titleOf(share)}</span>
                <span className="t13 muted">{lineOf(share)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </aside>
  );
}
