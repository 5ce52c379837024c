// biome-ignore-all lint/a11y/useSemanticElements: rows that take the keyboard make this a grid, and no table has them
// biome-ignore-all lint/a11y/useFocusableInteractive: the row takes the keyboard for its cells
import { type KeyboardEvent, memo, useRef } from 'react';
import { categoryOf } from '../../../data/contract/categories.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import { FAMILY_HOMES } from '../../../data/contract/making.ts';
import { likenessOf } from '../../../data/rules/draft/loopOrder.ts';
import { showLoopsLike } from '../../../data/stores/pool.ts';
import { formatBars, formatBpm } from '../../parts/controls/format.ts';
import { LoopGlyph } from '../../parts/LoopGlyph.tsx';
import { useNames } from '../../parts/people/useNames.ts';
import { Button, IconButton } from '../../system/Button.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useLoopDrag } from '../drag.ts';
import { useEditorActions } from '../EditorContext.tsx';
import styles from './Pool.module.css';

interface LoopRowProps {
  loop: Loop;
  index: number;
  /** Where it lies in the list, in CSS pixels. */
  topPx: number;
  packName?: string;
  /** Does it match the rifff's tempo and key? Undefined when the rifff is empty. */
  fits: boolean | undefined;
  isHeard: boolean;
  isTabStop: boolean;
  onFocusRow(index: number): void;
}

/** A press that lasts longer than this sounds only while it is held, in ms. */
const HOLD_MS = 350;

/**
 * A loop of the pool: hear it, add it, drag it, see what sounds like it, have another like it made. Enter adds; A and Space
 * let it be heard, F finds what sounds like it, Y makes.
 */
export const LoopRow = memo(function LoopRow(props: LoopRowProps) {
  const { loop, index, topPx, packName, fits, isHeard, isTabStop, onFocusRow } = props;
  const actions = useEditorActions();
  const drag = useLoopDrag(loop);
  const nameOf = useNames();
  const hearing = useRef({ fromMs: 0, wasOn: false });
  const name = loop.name ?? 'Untitled';
  const like = likenessOf(loop);
  const hasOthers = like !== null;
  // What was made here the library cannot compare with.
  const isComparable = loop.isLibraryLoop === true;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    drag.takeUp(event);
    if (event.defaultPrevented || drag.isDragged) return;
    if (event.key === 'Enter') actions.add(loop);
    else if (event.key === ' ' || event.key.toLowerCase() === 'a') actions.toggleAudition(loop);
    else if (event.key.toLowerCase() === 'y' && hasOthers) void actions.makeLike(loop);
    else if (event.key.toLowerCase() === 'f' && isComparable) showLoopsLike(loop);
    else return;
    event.preventDefault();
  };

  return (
    <div
      role="row"
      className={`focusInside ${styles.row}`}
      style={{ top: topPx }}
      aria-rowindex={index + 1}
      aria-label={`${name}, ${categoryOf(loop.category).title}`}
      aria-keyshortcuts={`Enter A Space${hasOthers ? ' Y' : ''}${isComparable ? ' F' : ''}`}
      data-heard={isHeard || undefined}
      data-loop={loop._id}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onFocusRow(index)}
      onKeyDown={onKeyDown}
      onDoubleClick={() => actions.add(loop)}
      ref={drag.ref}
      aria-describedby={drag.describedBy}
      data-dragged={drag.isDragged || undefined}
      onPointerDown={drag.onPointerDown}
    >
      <div role="gridcell" className="relative">
        <button
          type="button"
          className={styles.hear}
          tabIndex={-1}
          aria-pressed={isHeard}
          aria-label={`Hear ${name}`}
          title="Hear it in time (A)"
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            hearing.current = { fromMs: event.timeStamp, wasOn: isHeard };
            if (!isHeard) void actions.audition(loop);
          }}
          onPointerUp={(event) => {
            const { fromMs, wasOn } = hearing.current;
            if (wasOn || event.timeStamp - fromMs > HOLD_MS) actions.stopAudition();
          }}
          onClick={(event) => {
            // A click without a pointer comes from a screen reader or a key.
            if (event.detail === 0) actions.toggleAudition(loop);
          }}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <LoopGlyph loop={loop} sizePx={34} />
        </button>
      </div>
      <div role="gridcell" className="stack fill">
        <span className="t15 medium truncate">{name}</span>
        <span className="t13 muted truncate">
          {[
            packName || (loop.made && like && FAMILY_HOMES[like.family].name),
            loop.made ? 'made here' : nameOf(loop.creatorUserName),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      <div role="gridcell" className={styles.bars}>
        {formatBars(loop.length16ths, loop.barLength)}
      </div>
      <div role="gridcell" className={styles.bpm}>
        {fits && <span className={styles.fits} title="Fits the tempo and key" />}
        {formatBpm(loop.bps)}
        <VisuallyHidden>{fits ? ' bpm, fits' : ' bpm'}</VisuallyHidden>
      </div>
      <div role="gridcell" className={styles.add}>
        <div className={styles.others}>
          {isComparable && (
            <IconButton
              size="xs"
              variant="outlined"
              icon="search"
              tabIndex={-1}
              label={`Sounds like this: ${name}`}
              onClick={() => showLoopsLike(loop)}
              onDoubleClick={(event) => event.stopPropagation()}
            />
          )}
          {hasOthers && (
            <IconButton
              size="xs"
              variant="outlined"
              icon="branch"
              tabIndex={-1}
              label={`Another like ${name}`}
              onClick={() => void actions.makeLike(loop)}
              onDoubleClick={(event) => event.stopPropagation()}
            />
          )}
        </div>
        <Button
          size="xs"
          variant="filled"
          icon="plus"
          tabIndex={-1}
          aria-label={`Add ${name}`}
          onClick={() => actions.add(loop)}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          Add
        </Button>
      </div>
    </div>
  );
});
