import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useQueryClient } from '@tanstack/react-query';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadItems } from '../../data/queries/playlists.ts';
import { firstUnknown, itemTitle, type PlaylistView } from '../../data/rules/playlist/view.ts';
import type { ListPlaying } from '../parts/playlist/listPlaying.ts';
import { useMember } from '../parts/shares/useReader.ts';
import { useMedia } from '../parts/useMedia.ts';
import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { ItemRow } from './ItemRow.tsx';
import { ItemSettings } from './ItemSettings.tsx';
import styles from './PlaylistRoom.module.css';
import { useItemDeeds } from './useItemDeeds.ts';
import type { Ordering } from './useOrdering.ts';

/** Height of a row with its line, in CSS pixels, as the style has it. */
const ROW_PX = 73;
/** Rows on the page above and below what is seen. */
const SPARE_ROWS = 6;
/** How far a pointer goes before a press is a drag, in CSS pixels. */
const SLOP_PX = 6;
const NARROW = '(max-width: 991px)';

/** What is moved is said by the list itself. */
const SILENT: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
const HOW = {
  draggable:
    'Arrow up and arrow down move it in the playlist; so do they with Alt anywhere in its row.',
};

export interface ItemListProps {
  view: PlaylistView;
  ordering: Ordering;
  playing: ListPlaying;
  onPlay(itemId: string): void;
  /** Rows that are seen, from and to, both from 0. */
  onSeen(from: number, to: number): void;
}

/** The rows near the window, and those that hold the keyboard or are being dragged. */
function useRows(count: number, kept: readonly number[]) {
  const list = useRef<HTMLOListElement>(null);
  const [topPx, setTop] = useState(400);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + scrollY));
    };
    measure();
    // What stands above it grows and shrinks, for instance while it is edited.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = new Set(defaultRangeExtractor(range));
      for (const at of kept) if (at >= 0 && at < range.count) rows.add(at);
      return [...rows].sort((a, b) => a - b);
    },
    [kept],
  );
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_PX,
    scrollMargin: topPx,
    overscan: SPARE_ROWS,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor,
    useFlushSync: false,
  });
  return { list, rows, topPx };
}

/** Asks for items that are seen and not there yet, twenty at a time; stands still after a failure. */
function useLoading(view: PlaylistView, from: number, to: number) {
  const queries = useQueryClient();
  const [state, setState] = useState<'rest' | 'loading' | 'failed'>('rest');
  const missing = firstUnknown(view, from);
  const isDue = missing >= 0 && missing <= to;
  const { id } = view.playlist;
  const load = useCallback(async () => {
    setState('loading');
    const { ok, loaded } = await loadItems(queries, id, missing);
    // An answer without any of them is no reason to ask for ever.
    setState(ok && loaded > 0 ? 'rest' : 'failed');
  }, [queries, id, missing]);
  useEffect(() => {
    if (isDue && state === 'rest') void load();
  }, [isDue, state, load]);
  return { hasFailed: state === 'failed' && isDue, retry: () => void load() };
}

/** The items of a playlist in their order; moved by hand and by keys. */
export function ItemList(props: ItemListProps) {
  const { view, ordering, playing, onPlay, onSeen } = props;
  const { order } = ordering;
  const { id: playlistId, mayAdd, mayEdit } = view.playlist;
  const deeds = useItemDeeds(playlistId, ordering);
  const member = useMember();
  const isNarrow = useMedia(NARROW);
  const [said, setSaid] = useState('');
  const [draggedId, setDragged] = useState<string | null>(null);
  const [focusedId, setFocused] = useState<string | null>(null);
  const [settingsId, setSettings] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: SLOP_PX } }),
  );
  const kept = [draggedId, focusedId].map((id) => (id === null ? -1 : order.indexOf(id)));
  const { list, rows, topPx } = useRows(order.length, kept);
  const from = rows.range?.startIndex ?? 0;
  const to = Math.min(order.length - 1, (rows.range?.endIndex ?? 0) + SPARE_ROWS);
  const { hasFailed, retry } = useLoading({ ...view, order }, from, to);
  useEffect(() => onSeen(from, to), [onSeen, from, to]);

  const focusHandle = (id: string | undefined) =>
    requestAnimationFrame(() => {
      if (id === undefined) return;
      const row = list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(id)}"]`);
      row?.focus();
    });
  const move = (id: string, place: number) => {
    const held = Math.min(order.length - 1, Math.max(0, place));
    const item = view.known.get(id);
    if (!item || !ordering.move(id, held)) return;
    setSaid(`${itemTitle(item)} is number ${held + 1} of ${order.length}`);
    rows.scrollToIndex(held, { align: 'auto' });
    // A row that takes another place in the document loses the focus.
    if (list.current?.contains(document.activeElement)) focusHandle(id);
  };
  const remove = async (item: Parameters<typeof deeds.remove>[0], at: number) => {
    const next = order[at + 1] ?? order[at - 1];
    if (!(await deeds.remove(item))) return;
    setSaid(`${itemTitle(item)} is out of the playlist`);
    focusHandle(next);
  };
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    if (over) move(String(active.id), order.indexOf(String(over.id)));
  };
  const settings = settingsId === null ? undefined : view.known.get(settingsId);
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {ordering.trouble && (
        <div className={styles.unsaved} role="alert">
          <p>{ordering.trouble}</p>
          <span>
            <Button size="sm" variant="filled" onClick={ordering.retry}>
              Try again
            </Button>
            <Button size="sm" variant="bare" onClick={ordering.forget}>
              Take the old order
            </Button>
          </span>
        </div>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{ announcements: SILENT, screenReaderInstructions: HOW }}
        onDragStart={({ active }) => setDragged(String(active.id))}
        onDragCancel={() => setDragged(null)}
        onDragEnd={drop}
      >
        <ol
          ref={list}
          className="relative lineAbove"
          aria-label="Items"
          style={{ height: rows.getTotalSize() }}
          onFocus={({ target }) =>
            setFocused(target.closest<HTMLElement>('[data-item]')?.dataset.item ?? null)
          }
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const id = order[index]!;
            const item = view.known.get(id);
            const top = { top: start - topPx };
            if (!item) {
              return (
                <li key={id} className={styles.slot} style={top} aria-hidden="true">
                  <span className={styles.waiting}>
                    <Skeleton shape="disc" width={48} />
                    <Skeleton width="40%" height={16} />
                  </span>
                </li>
              );
            }
            const isOwn = item.addedBy === member && member !== '';
            const isHere = playing.itemId === id && playing.status !== 'stopped';
            return (
              <ItemRow
                key={id}
                item={item}
                at={index}
                count={order.length}
                style={top}
                sound={isHere ? (playing.status as 'loading' | 'playing' | 'paused') : 'none'}
                mayMove={mayAdd}
                mayChange={mayEdit || (mayAdd && isOwn)}
                mayReact={member !== ''}
                isNarrow={isNarrow}
                deeds={deeds}
                onPlay={onPlay}
                onMove={move}
                onRemove={(one, at) => void remove(one, at)}
                onSettings={({ id: chosen }) => setSettings(chosen)}
              />
            );
          })}
        </ol>
      </DndContext>
      {hasFailed && (
        <div className={`${styles.unsaved} ${styles.failed}`} role="alert">
          <p>More of it could not be loaded.</p>
          <Button size="sm" icon="reset" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {settings && (
        <ItemSettings item={settings} change={deeds.change} onClose={() => setSettings(null)} />
      )}
    </>
  );
}
