import type { Rifff } from '../../../data/contract/rifff.ts';
import { RifffDisc } from '../rings/RifffDisc.tsx';
import styles from './Playlist.module.css';

interface CoverDiscsProps {
  /** Four at most. */
  discs: readonly Rifff[];
  sizePx: number;
}

/** The cover of a playlist, small: one disc alone, two beside each other, up to four in two rows. */
export function CoverDiscs({ discs, sizePx }: CoverDiscsProps) {
  const across = discs.length > 1 ? 2 : 1;
  const discPx = Math.floor(sizePx / across) - (across - 1);
  return (
    <span
      className={`${discs.length === 2 ? 'diagonal' : ''} ${styles.discs}`}
      style={{ width: sizePx, height: sizePx }}
      data-count={discs.length}
      aria-hidden="true"
    >
      {discs.length === 0 && (
        <span className={styles.gone} style={{ width: sizePx, height: sizePx }} />
      )}
      {discs.map((rifff) => (
        <RifffDisc key={rifff._id} rifff={rifff} sizePx={discPx} />
      ))}
    </span>
  );
}
