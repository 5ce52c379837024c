import { useMemo } from 'react';
import type { StarterRifff } from '../../data/contract/library.ts';
import { rifffBars } from '../../data/rules/timing.ts';
import { rifffGlyph } from '../../drawing/glyph.ts';
import { rifffModel } from '../../drawing/model.ts';
import { rifffCaption } from '../parts/listening/describeRifff.ts';
import styles from './Landing.module.css';

const GLYPH_PX = 96;

export interface RifffRowButtonProps {
  rifff: StarterRifff['rifff'];
  title: string;
  isShown: boolean;
  /** Why it is not heard yet, or null. */
  waiting: string | null;
  onChoose(): void;
}

/** One rifff of the row: its emblem, its name, and why it is not heard yet. */
export function RifffRowButton({ rifff, title, isShown, waiting, onChoose }: RifffRowButtonProps) {
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
