/** Rifffs as a grid of cards of which one is heard at a time. */
import { type ReactNode, useMemo, useRef } from 'react';
import type { StarterRifff } from '../../data/contract/library.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { useLoadingSentence } from '../parts/listening/describeRifff.ts';
import { type Listening, useListening, useListeningKeys } from '../parts/listening/useListening.ts';
import type { QueuePlace } from '../parts/shares/QueueMenu.tsx';
import cards from '../parts/shares/Shares.module.css';
import { useCardKeys } from '../parts/shares/useCardKeys.ts';
import { useCardSound } from '../parts/shares/useCardSound.ts';
import { useRowsInSight } from '../parts/shares/useRowsInSight.ts';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';

export interface GridItem {
  /** Unique in the list. */
  id: string;
  title: string;
  /** The same object while it is the same rifff: the engine compares by identity. Null: nothing to hear any more. */
  rifff: Rifff | null;
}

/** How the rifff of a card stands. */
export interface CardSound {
  isPlaying: boolean;
  /** Asked to play and not heard yet. */
  isWaiting: boolean;
  /** Plays the item of an id, or pauses it where it plays. Always the same function. */
  toggle(id: string, isPlaying: boolean): void;
}

interface RifffGridProps<Item extends GridItem> {
  /** At least one. */
  items: readonly Item[];
  card(item: Item, sound: CardSound): ReactNode;
  /** Keys that play and skip in this list; in one list of a page. */
  hasKeys?: boolean;
}

interface LongGridProps<Item extends GridItem> extends RifffGridProps<Item> {
  /** No other page comes after the items. */
  isWhole: boolean;
  /** Puts an item into the queue of `/listen`, by a key. Keys go through the cards where this is given. */
  onQueue?(id: string, place: QueuePlace): void;
}

const NOT_HEARD: CardSound = { isPlaying: false, isWaiting: false, toggle() {} };
const NONE: readonly StarterRifff[] = [];
const entries = new WeakMap<Rifff, StarterRifff>();

/** The same object for the same rifff, whatever else changes of its item. */
function entryOf({ id, title }: GridItem, rifff: Rifff): StarterRifff {
  const known = entries.get(rifff);
  if (known && known.id === id && known.title === title) return known;
  const made = { id, title, rifff };
  entries.set(rifff, made);
  return made;
}

function useEntries(items: readonly GridItem[]): StarterRifff[] {
  return useMemo(
    () => items.flatMap((item) => (item.rifff ? [entryOf(item, item.rifff)] : [])),
    [items],
  );
}

function soundOf({ id, rifff }: GridItem, own: Listening, toggle: CardSound['toggle']): CardSound {
  if (rifff === null) return NOT_HEARD;
  const isShown = own.shown.id === id;
  const isPlaying = own.isPlaying && isShown;
  const isWaiting = !isPlaying && (own.pendingId === id || (own.isWaiting && isShown));
  return { isPlaying, isWaiting, toggle };
}

/** Cards of any height, a page or two of them; a tap plays one, and another one comes in at the next bar. */
export function RifffGrid<Item extends GridItem>(props: RifffGridProps<Item>) {
  const rifffs = useEntries(props.items);
  if (rifffs.length === 0) return <SilentGrid {...props} />;
  return <TappedGrid {...props} rifffs={rifffs} />;
}

/** Cards of one height, of which only the rows near the window are on the page; a mouse that rests on one plays it. */
export function LongRifffGrid<Item extends GridItem>(props: LongGridProps<Item>) {
  const rifffs = useEntries(props.items);
  if (rifffs.length === 0) return <SilentGrid {...props} />;
  return <RestedGrid {...props} rifffs={rifffs} />;
}

function SilentGrid<Item extends GridItem>({ items, card }: RifffGridProps<Item>) {
  return (
    <ul className={cards.grid}>
      {items.map((item) => (
        <li key={item.id} className={`min0 ${cards.cell}`}>
          {card(item, NOT_HEARD)}
        </li>
      ))}
    </ul>
  );
}

interface Sounding {
  rifffs: readonly StarterRifff[];
}

function TappedGrid<Item extends GridItem>(props: RifffGridProps<Item> & Sounding) {
  const { items, card, hasKeys, rifffs } = props;
  const own = useListening(rifffs);
  const list = useRef<HTMLUListElement>(null);
  const { toggle } = useCardSound(own, NONE, list);
  return (
    <>
      {hasKeys && <Keys own={own} />}
      <VisuallyHidden role="status">{useLoadingSentence(own.mix)}</VisuallyHidden>
      <ul ref={list} className={cards.grid}>
        {items.map((item) => (
          <li key={item.id} className={`min0 ${cards.cell}`}>
            {card(item, soundOf(item, own, toggle))}
          </li>
        ))}
      </ul>
    </>
  );
}

function Keys({ own }: { own: Listening }) {
  useListeningKeys(own);
  return null;
}

function RestedGrid<Item extends GridItem>(props: LongGridProps<Item> & Sounding) {
  const { items, card, isWhole, onQueue, rifffs } = props;
  const own = useListening(rifffs, 'beat');
  const list = useRef<HTMLUListElement>(null);
  const { columns, cellPx, rows, onFocus, onBlur } = useRowsInSight(list, items.length);
  const sound = useCardSound(own, rifffs, list);
  const mounted = rows.flatMap((row) =>
    items.slice(row * columns, (row + 1) * columns).map((item, at) => ({ item, row, at })),
  );
  return (
    <>
      {onQueue && (
        <CardKeys list={list} columns={columns} onQueue={onQueue} count={items.length} own={own} />
      )}
      <VisuallyHidden role="status">{useLoadingSentence(own.mix)}</VisuallyHidden>
      <ul
        ref={list}
        className={cards.grid}
        style={{ gridTemplateRows: `repeat(${Math.ceil(items.length / columns)}, ${cellPx}px)` }}
        onFocus={(event) => {
          onFocus(event);
          sound.onFocus(event);
        }}
        onBlur={onBlur}
        onPointerMove={sound.onPointerMove}
        onPointerLeave={sound.onPointerLeave}
      >
        {mounted.map(({ item, row, at }) => (
          <li
            key={item.id}
            className={`min0 ${cards.cell}`}
            style={{ gridRow: row + 1, gridColumn: at + 1 }}
            data-row={row}
            data-item={item.rifff ? item.id : undefined}
            aria-posinset={row * columns + at + 1}
            aria-setsize={isWhole ? items.length : -1}
          >
            {card(item, soundOf(item, own, sound.toggle))}
          </li>
        ))}
      </ul>
    </>
  );
}

type CardKeysProps = Omit<Parameters<typeof useCardKeys>[0], 'shownId'> & { own: Listening };

function CardKeys({ own, ...cardKeys }: CardKeysProps) {
  useCardKeys({ ...cardKeys, shownId: own.shown.id });
  return null;
}
