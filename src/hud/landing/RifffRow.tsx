import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { StarterRifff } from '../../data/contract/library.ts';
import { rifffBars } from '../../data/rules/timing.ts';
import { rifffGlyph } from '../../drawing/glyph.ts';
import { rifffModel } from '../../drawing/model.ts';
import { rifffCaption } from './describeRifff.ts';
import styles from './Landing.module.css';

const GLYPH_PX = 96;

export interface RifffRowProps {
  rifffs: readonly StarterRifff[];
  shownId: string;
  pendingId: string | null;
  onChoose(id: string): void;
}

/** A few more rifffs; a tap changes over to one at the next bar. */
export function RifffRow({ rifffs, shownId, pendingId, onChoose }: RifffRowProps) {
  const { load } = useSnapshot(transport);
  const waiting = load === 'loading' ? 'Loading' : 'At the next bar';
  return (
    <section className={`${styles.row} over`} aria-label="Rifffs">
      <h2 className={`${styles.rowTitle} muted`}>Turn another</h2>
      <ul className={styles.list}>
        {rifffs.map(({ rifff, title }) => (
          <li key={rifff._id} className={styles.entry}>
            <RowButton
              rifff={rifff}
              title={title}
              isShown={rifff._id === shownId}
              waiting={rifff._id === pendingId && rifff._id !== shownId ? waiting : null}
              onChoose={() => onChoose(rifff._id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowButtonProps {
  rifff: StarterRifff['rifff'];
  title: string;
  isShown: boolean;
  /** Why it is not heard yet, or null. */
  waiting: string | null;
  onChoose(): void;
}

function RowButton({ rifff, title, isShown, waiting, onChoose }: RowButtonProps) {
  const markup = useMemo(() => rifffGlyph(rifffModel(rifff, rifffBars(rifff)), GLYPH_PX), [rifff]);
  return (
    <button
      type="button"
      className={styles.small}
      title={`${title}, ${rifffCaption(rifff)}`}
      aria-current={isShown || undefined}
      onClick={onChoose}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers */}
      <span className={styles.glyph} dangerouslySetInnerHTML={{ __html: markup }} />
      <span className={`${styles.smallTitle} truncate`}>{title}</span>
      <span className={`${styles.caption} t13 muted truncate`}>
        {waiting ?? rifffCaption(rifff)}
      </span>
    </button>
  );
}
