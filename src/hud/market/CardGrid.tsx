import { type ReactNode, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { StarterRifff } from '../../data/contract/library.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { useLoadingSentence } from '../parts/listening/describeRifff.ts';
import { type Listening, useListening } from '../parts/listening/useListening.ts';
import { RifffCard } from '../parts/shares/RifffCard.tsx';
import cards from '../parts/shares/Shares.module.css';
import { useCardSound } from '../parts/shares/useCardSound.ts';
import { useRowsInSight } from '../parts/shares/useRowsInSight.ts';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { CoverPicture } from './CoverPicture.tsx';

/** One card of the market. */
export interface MarketCard {
  /** Unique on the page. */
  id: string;
  /** With the jam that it is of; null where it is gone: then its cover stands for it. */
  rifff: Rifff | null;
  coverUrl: string;
  title: string;
  to: string;
  caption: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  /** Beside the caption. */
  end?: ReactNode;
  /** A line under everything. */
  below?: string;
}

interface CardGridProps {
  /** At least one. Cards keep their rifff objects: the engine compares by identity. */
  items: readonly MarketCard[];
  /** Does nothing come after them? */
  isWhole: boolean;
}

/** Rifffs of the market as a grid of cards that are listened to one at a time; only the rows near the window are there. */
export function CardGrid(props: CardGridProps) {
  const { items } = props;
  const rifffs = useMemo(
    () => items.flatMap(({ id, title, rifff }) => (rifff ? [{ id, title, rifff }] : [])),
    [items],
  );
  return rifffs.length > 0 ? (
    <SoundingGrid {...props} rifffs={rifffs} />
  ) : (
    <SilentGrid {...props} />
  );
}

/** A grid of which nothing can be heard any more. */
function SilentGrid({ items }: CardGridProps) {
  return (
    <ul className={cards.grid}>
      {items.map((item) => (
        <li key={item.id} className={cards.cell}>
          <CoverCard item={item} />
        </li>
      ))}
    </ul>
  );
}

function SoundingGrid({
  items,
  isWhole,
  rifffs,
}: CardGridProps & { rifffs: readonly StarterRifff[] }) {
  const own = useListening(rifffs, 'beat');
  const trouble = useLoadingSentence(own.mix);
  const list = useRef<HTMLUListElement>(null);
  const { columns, cellPx, rows, onFocus, onBlur } = useRowsInSight(list, items.length);
  const sound = useCardSound(own, rifffs, list);
  const mounted = rows.flatMap((row) =>
    items.slice(row * columns, (row + 1) * columns).map((item, at) => ({ item, row, at })),
  );
  return (
    <>
      <VisuallyHidden role="status">{trouble}</VisuallyHidden>
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
            className={cards.cell}
            style={{ gridRow: row + 1, gridColumn: at + 1 }}
            data-row={row}
            data-item={item.rifff ? item.id : undefined}
            aria-posinset={row * columns + at + 1}
            aria-setsize={isWhole ? items.length : -1}
          >
            {item.rifff ? (
              <SoundingCard item={item} rifff={item.rifff} own={own} onToggle={sound.toggle} />
            ) : (
              <CoverCard item={item} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface SoundingCardProps {
  item: MarketCard;
  rifff: Rifff;
  own: Listening;
  onToggle(id: string, isPlaying: boolean): void;
}

function SoundingCard({ item, rifff, own, onToggle }: SoundingCardProps) {
  const isShown = own.shown.id === item.id;
  const isPlaying = own.isPlaying && isShown;
  const isWaiting = own.pendingId === item.id || (own.isWaiting && isShown);
  return (
    <RifffCard
      placeId={`market.${item.id}`}
      rifff={rifff}
      title={item.title}
      to={item.to}
      isPlaying={isPlaying}
      isWaiting={isWaiting && !isPlaying}
      onToggle={() => onToggle(item.id, isPlaying)}
      aside={item.aside}
      caption={item.caption}
      end={item.end}
      below={item.below}
    />
  );
}

/** A token whose rifff is gone, or not for the reader: its cover is on the chain's word for ever. */
function CoverCard({ item }: { item: MarketCard }) {
  const name = item.title || 'Untitled';
  return (
    <article className={cards.card}>
      <div className={cards.picture}>
        <CoverPicture url={item.coverUrl} alt="" />
      </div>
      <div className={cards.line}>
        <h2 className={`${cards.title} truncate`}>
          <Link to={item.to} title={name} className={cards.link}>
            {name}
          </Link>
        </h2>
        {item.aside}
      </div>
      <div className={`${cards.line} ${cards.foot}`}>
        <p className={`${cards.caption} t13 muted`}>{item.caption}</p>
        {item.end}
      </div>
    </article>
  );
}
