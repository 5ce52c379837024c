import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { playlist } from '../../../audio/state/playlist.ts';
import type { PlaylistItem } from '../../../data/contract/playlists.ts';
import { itemSeconds, whyNot } from '../../../data/rules/playlist/playable.ts';
import { clockText, itemsOf, itemTitle } from '../../../data/rules/playlist/view.ts';
import { personText } from '../../../data/rules/sharing/credits.ts';
import { openList, takeOutOfListening } from '../../../data/stores/playlist.ts';
import { ItemPicture } from '../../parts/playlist/ItemPicture.tsx';
import { IconButton } from '../../system/Button.tsx';
import { useReturnFocus } from '../../system/useReturnFocus.ts';
import styles from './Foot.module.css';
import type { FootList } from './useFootList.ts';

const ROW_PX = 57;
const PICTURE_PX = 40;

interface FootQueueProps {
  list: FootList;
  /** What has no room in the bar. */
  children?: ReactNode;
  onClose(): void;
}

/** What comes, over the player: a tap plays it, and what is taken out is out for this listening alone. */
export function FootQueue({ list, children, onClose }: FootQueueProps) {
  const { view, item: heard, play } = list;
  const { taken } = useSnapshot(openList);
  const { passedOver } = useSnapshot(playlist);
  const panel = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(
    () => (view ? itemsOf(view).filter(({ id }) => !taken.includes(id)) : []),
    [view, taken],
  );
  const heardAt = items.findIndex(({ id }) => id === heard?.id);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    useFlushSync: false,
    initialOffset: Math.max(0, (heardAt - 1) * ROW_PX),
  });
  const returnFocus = useRef(useReturnFocus(true));
  useEffect(() => {
    const giveBack = returnFocus.current;
    panel.current?.focus({ preventScroll: true });
    return () => giveBack(new Event('close'));
  }, []);
  const takeOut = (item: PlaylistItem, at: number) => {
    takeOutOfListening(item.id);
    // The next row is in its place.
    requestAnimationFrame(() => {
      const next = items[at + 1] ?? items[at - 1];
      panel.current
        ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next?.id ?? '')}"]`)
        ?.focus();
    });
  };
  return (
    <section
      ref={panel}
      className={`focusBare ${styles.queue}`}
      aria-label="Queue"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={styles.queueHead}>
        <h2 className="t24">
          Queue <span className="medium">{items.length}</span>
        </h2>
        <IconButton icon="close" label="Close the queue" onClick={onClose} />
      </header>
      {children}
      <div ref={scroller} className={styles.scroller}>
        <ol className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const item = items[index]!;
            const { id, user, displayName } = item;
            const title = itemTitle(item);
            const isHeard = id === heard?.id;
            const trouble = whyNot(item, passedOver);
            const seconds = itemSeconds(item);
            return (
              <li
                key={id}
                className={styles.queueRow}
                style={{ top: start }}
                data-heard={isHeard || undefined}
                data-before={index < heardAt || undefined}
                aria-posinset={index + 1}
                aria-setsize={items.length}
              >
                <button
                  type="button"
                  className={`focusInside row fill full gap12 textLeft ${styles.choose}`}
                  data-row={id}
                  aria-current={isHeard || undefined}
                  disabled={!item.data}
                  onClick={() => play(id)}
                >
                  <ItemPicture item={item} sizePx={PICTURE_PX} />
                  <span className="grid fill">
                    <span
                      className={`${isHeard ? 'bold thickUnderline' : 'medium'} ${index < heardAt ? 'muted' : ''} ${styles.name} truncate`}
                      title={title}
                    >
                      {title}
                    </span>
                    <span className="t13 muted truncate">
                      {trouble || personText(displayName || user)}
                    </span>
                  </span>
                  <span className="t13 muted">{seconds !== null && clockText(seconds)}</span>
                </button>
                {!isHeard && (
                  <IconButton
                    icon="close"
                    label={`Leave ${title} out this time`}
                    onClick={() => takeOut(item, index)}
                  />
                )}
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
