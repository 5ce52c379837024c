import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { drawers, type SideDrawer, toggleDrawer } from '../../../data/stores/drawers.ts';
import { LOOPS_TAB, ui } from '../../../data/stores/ui.ts';
import page from '../../parts/Page.module.css';
import { useMedia } from '../../parts/useMedia.ts';
import { IconButton } from '../../system/Button.tsx';
import { Transport } from '../transport/Transport.tsx';
import { NarrowSurface } from './NarrowSurface.tsx';
import styles from './Surface.module.css';
import { NARROW, type SidePart, type SurfaceProps } from './surfaceParts.ts';

/** The studio: rings in the middle, what belongs to them beside them, alone or in a jam. */
export function Surface(props: SurfaceProps) {
  return useMedia(NARROW) ? <NarrowSurface {...props} /> : <WideSurface {...props} />;
}

function WideSurface(props: SurfaceProps) {
  const { label, head, over, rings, under, left, right, history, mayMake } = props;
  const open = useSnapshot(drawers);
  const { maker } = useSnapshot(ui);
  const onLeft = shownOf(left, open.left);
  const onRight = shownOf(right, open.right);
  return (
    <section className={styles.surface} aria-label={label}>
      {/* The drawer of the people says it in large letters. */}
      {left.length > 1 && onLeft?.id !== 'people' && <h1 className="visuallyHidden">{label}</h1>}
      <div
        className={styles.columns}
        data-left={onLeft !== undefined || undefined}
        data-right={onRight !== undefined || undefined}
        data-making={(onLeft?.id === 'loops' && maker !== LOOPS_TAB) || undefined}
      >
        <Side label="On the left" parts={left} shown={onLeft} />
        <div className={page.middleColumn}>
          {head}
          {over}
          <div className={`growParts ${styles.rings}`}>{rings}</div>
          {under}
        </div>
        <Side label="On the right" parts={right} shown={onRight} isRight />
      </div>
      {history && <Foot isOpen={open.isHistoryOpen}>{history}</Foot>}
      {mayMake && <Transport />}
    </section>
  );
}

/** The drawer of a side that is open. */
function shownOf(parts: readonly SidePart[], id: SideDrawer | null): SidePart | undefined {
  if (parts.length === 1) return parts[0];
  if (id === null) return undefined;
  return parts.find((part) => part.id === id) ?? parts[0];
}

interface SideProps {
  label: string;
  parts: readonly SidePart[];
  shown: SidePart | undefined;
  isRight?: boolean;
}

/** A side with its drawers: the open one, and buttons that open and close them. */
function Side({ label, parts, shown, isRight }: SideProps) {
  return (
    <div
      className={styles.side}
      data-right={isRight || undefined}
      data-open={shown !== undefined || undefined}
    >
      {parts.length > 1 && (
        <fieldset className={styles.handles} aria-label={label}>
          {parts.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              className={`hoverPaper ${shown?.id === id ? 'paper' : 'muted'} ${styles.handle}`}
              aria-expanded={shown?.id === id}
              onClick={() => toggleDrawer(id)}
            >
              {title}
            </button>
          ))}
        </fieldset>
      )}
      {shown && <div className={`columnParts ${styles.drawer}`}>{shown.content}</div>}
    </div>
  );
}

/** The history, open or as a line. */
function Foot({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <div className={styles.foot} data-closed={!isOpen || undefined}>
      {isOpen && children}
      <IconButton
        icon={isOpen ? 'chevronDown' : 'chevronUp'}
        label={isOpen ? 'Close the history' : 'Open the history'}
        size="xs"
        className={styles.fold}
        aria-expanded={isOpen}
        onClick={() => toggleDrawer('history')}
      />
      {!isOpen && <p className="muted">History</p>}
    </div>
  );
}
