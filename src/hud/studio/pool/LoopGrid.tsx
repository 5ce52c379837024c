import { useQuery } from '@tanstack/react-query';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { libraryPacksQuery } from '../../../data/queries/library.ts';
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { fitsRifff } from '../../../data/rules/draft/loopChoice.ts';
import { draft } from '../../../data/stores/draft.ts';
import { registerCommands } from '../../parts/commands/registry.ts';
import { useMedia } from '../../parts/useMedia.ts';
import { useEditorActions } from '../EditorContext.tsx';
import { LoopRow } from './LoopRow.tsx';
import { scrollerOf } from './scrollerOf.ts';

/** Height of a row as its style has it, in CSS pixels: fingers and narrow windows have a higher one. */
const ROW_PX = 48;
const HIGH_ROW_PX = 56;
const HAS_HIGH_ROWS = '(hover: none), (max-width: 991px)';
/** Rows that are on the page above and below what is seen. */
const SPARE_ROWS = 10;

/** The rows near what is seen, and always the one that has the place of the keyboard. */
function useRows(count: number, tabStop: number) {
  const grid = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  const rowPx = useMedia(HAS_HIGH_ROWS) ? HIGH_ROW_PX : ROW_PX;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scrollerOf(grid.current),
    estimateSize: () => rowPx,
    overscan: SPARE_ROWS,
    scrollMargin: above,
    useFlushSync: false,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), tabStop])].sort((a, b) => a - b),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is measured anew
  useEffect(() => rows.measure(), [rowPx, rows]);
  // In a sheet the head of the pool scrolls along, and grows when its filters open.
  useLayoutEffect(() => {
    const list = grid.current;
    const scroller = scrollerOf(list);
    if (!list || !scroller) return;
    const measure = () => {
      const top = list.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      setAbove(Math.round(top + scroller.scrollTop));
    };
    const watcher = new ResizeObserver(measure);
    for (const part of [scroller, ...scroller.querySelectorAll('fieldset')]) watcher.observe(part);
    measure();
    return () => watcher.disconnect();
  }, []);
  return { grid, rows, above };
}

interface LoopGridProps {
  label: string;
  loops: readonly Loop[];
  /** How many there are, also those that are not here yet. */
  total: number;
  /** The last rows are about to be seen. Called in an effect, as long as they are. */
  onNearEnd?(): void;
  /** The keyboard went on past the last row. */
  onPastEnd?(): void;
  /** What stands after the last row. */
  children?: ReactNode;
}

/** Rows of loops, those that are near what is seen. Arrows move, Enter adds, A lets one be heard. */
export function LoopGrid(props: LoopGridProps) {
  const { label, loops, total, onNearEnd, onPastEnd, children } = props;
  const packs = useQuery(libraryPacksQuery).data;
  const { auditionLoopId } = useSnapshot(transport);
  const rifff = useSnapshot(draft).rifff as Rifff;
  const actions = useEditorActions();
  const last = loops.length - 1;
  const [asked, setTabStop] = useState(0);
  const tabStop = Math.min(asked, last);
  const { grid, rows, above } = useRows(loops.length, tabStop);
  const names = useMemo(() => new Map(packs?.map((pack) => [pack.id, pack.name])), [packs]);
  const isEmptyRifff = usedSlots(rifff) === 0;

  const shown = rows.getVirtualItems();
  const isNearEnd = (rows.range?.endIndex ?? 0) + SPARE_ROWS >= last;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);

  const focusRow = useCallback(
    (index: number) => {
      rows.scrollToIndex(index);
      setTabStop(index);
      // The row of the keyboard is always there, as soon as this one has been told.
      requestAnimationFrame(() =>
        grid.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 1}"]`)?.focus(),
      );
    },
    [rows, grid],
  );
  useEffect(
    () =>
      registerCommands([
        {
          id: 'pool.focus',
          group: 'Draft',
          title: 'Go to the loops',
          keys: [],
          isUnlisted: true,
          run: () => focusRow(tabStop),
        },
      ]),
    [focusRow, tabStop],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Arrows choose where a loop goes that was taken up.
    if ((event.target as Element).closest('[data-dragged]')) return;
    const moves: Record<string, number> = {
      ArrowDown: Math.min(last, tabStop + 1),
      ArrowUp: Math.max(0, tabStop - 1),
      PageDown: Math.min(last, tabStop + 8),
      PageUp: Math.max(0, tabStop - 8),
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (event.key === 'ArrowDown' && tabStop === last) onPastEnd?.();
    focusRow(to);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot have rows that take the keyboard */}
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        aria-rowcount={total}
        className="relative lineBelow"
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) actions.stopAudition();
        }}
      >
        {shown.map(({ index, start }) => {
          const loop = loops[index];
          if (!loop) return null;
          return (
            <LoopRow
              key={loop._id}
              loop={loop}
              index={index}
              topPx={start - above}
              packName={names.get(loop.family ?? '')}
              fits={isEmptyRifff ? undefined : fitsRifff(rifff, loop)}
              isHeard={auditionLoopId === loop._id}
              isTabStop={index === tabStop}
              onFocusRow={setTabStop}
            />
          );
        })}
      </div>
      {children}
    </>
  );
}
