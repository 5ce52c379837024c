import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../audio/state/transport.ts';
import type { StarterRifff } from '../../data/contract/library.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import { rifffGlyph } from '../../drawing/glyph.ts';
import { rifffModel } from '../../drawing/model.ts';
import { rifffCaption } from '../parts/listening/describeRifff.ts';
import page from '../parts/Page.module.css';
import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import styles from './Landing.module.css';

/** State of the other rifffs after the first one: loaded, loading or failed. */
export type OtherRifffs = 'success' | 'pending' | 'error';

export interface RifffRowProps {
  rifffs: readonly StarterRifff[];
  shownId: string;
  pendingId: string | null;
  others: OtherRifffs;
  onRetry(): void;
  onChoose(id: string): void;
}

/** A few more rifffs; a tap changes over to one at the next bar. */
export function RifffRow(props: RifffRowProps) {
  const { rifffs, shownId, pendingId, others, onRetry, onChoose } = props;
  const { load } = useSnapshot(transport);
  const waiting = load === 'loading' ? 'Loading' : 'At the next bar';
  return (
    <section className={`${styles.row} over`} aria-label="Rifffs">
      <h2 className={`medium ${styles.rowTitle} muted`}>Turn another</h2>
      <ul className={styles.list}>
        {rifffs.map(({ id, rifff, title }) => (
          <li key={id} className={styles.entry}>
            <RifffRowButton
              rifff={rifff}
              title={title}
              isShown={id === shownId}
              waiting={id === pendingId && id !== shownId ? waiting : null}
              onChoose={() => onChoose(id)}
            />
          </li>
        ))}
        {others === 'pending' && <EntrySkeletons count={SKELETONS - rifffs.length} />}
        {others === 'error' && (
          <li className={`${styles.entry} ${styles.missing} t13`}>
            <span className="muted">The others could not be loaded.</span>
            <Button size="xs" onClick={onRetry}>
              Try again
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

const GLYPH_PX = 96;

interface RifffRowButtonProps {
  rifff: StarterRifff['rifff'];
  title: string;
  isShown: boolean;
  /** Why it is not heard yet, or null. */
  waiting: string | null;
  onChoose(): void;
}

/** One rifff of the row: its emblem, its name, and why it is not heard yet. */
function RifffRowButton({ rifff, title, isShown, waiting, onChoose }: RifffRowButtonProps) {
  const markup = useMemo(() => rifffGlyph(rifffModel(rifff, rifffBars(rifff)), GLYPH_PX), [rifff]);
  return (
    <button
      type="button"
      className={`focusInside ${styles.small}`}
      title={`${title}, ${rifffCaption(rifff)}`}
      aria-current={isShown || undefined}
      onClick={onChoose}
    >
      <span
        className={`${page.art} ${styles.glyph}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing's own markup, made of numbers
        dangerouslySetInnerHTML={{ __html: markup }}
      />
      <span
        className={`medium thickLine hoverUnderline ${isShown ? 'underline' : ''} maxWide truncate`}
      >
        {title}
      </span>
      <span className={`${styles.caption} t13 muted truncate`}>
        {waiting ?? rifffCaption(rifff)}
      </span>
    </button>
  );
}

/** As many as fit. */
const SKELETONS = 5;

/** Placeholders for rifffs that are loading. */
function EntrySkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all alike
    <li key={at} className={styles.entry} aria-hidden="true">
      <div className={`focusInside ${styles.small}`}>
        <span className={`${page.art} ${styles.glyph}`}>
          <Skeleton shape="disc" width="100%" height="100%" />
        </span>
        <Skeleton width={72} height={12} />
      </div>
    </li>
  ));
}

/** The row of rifffs while none of them is known. */
export function RowWaiting() {
  return (
    <div className={`${styles.row} over`} aria-hidden="true">
      <p className={`medium ${styles.rowTitle}`}>
        <Skeleton width={96} height={20} />
      </p>
      <ul className={styles.list}>
        <EntrySkeletons count={SKELETONS} />
      </ul>
    </div>
  );
}

/** The way into the editor. */
export function StartButton() {
  return (
    <Button to="/jam" size="lg" variant="filled" icon="plus">
      Start a rifff
    </Button>
  );
}
