import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Rifff } from '../../data/contract/rifff.ts';
import { type CardSound, LongRifffGrid } from '../kit/RifffGrid.tsx';
import { RifffCard } from '../parts/shares/RifffCard.tsx';
import cards from '../parts/shares/Shares.module.css';
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

/** Rifffs of the market as a grid of cards that are listened to one at a time. */
export function CardGrid({ items, isWhole }: CardGridProps) {
  return <LongRifffGrid items={items} isWhole={isWhole} card={drawCard} />;
}

function drawCard(item: MarketCard, { isPlaying, isWaiting, toggle }: CardSound) {
  const { id, rifff, title, to, aside, caption, end, below } = item;
  if (rifff === null) return <CoverCard item={item} />;
  return (
    <RifffCard
      placeId={`market.${id}`}
      onToggle={() => toggle(id, isPlaying)}
      rifff={rifff}
      title={title}
      to={to}
      isPlaying={isPlaying}
      isWaiting={isWaiting}
      aside={aside}
      caption={caption}
      end={end}
      below={below}
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
          <Link
            to={item.to}
            title={name}
            className={`thickLine hoverUnderline tallLink ${cards.link}`}
          >
            {name}
          </Link>
        </h2>
        {item.aside}
      </div>
      <div className={`${cards.line} ${cards.foot}`}>
        <p className={`rigidParts grow ${cards.caption} t13 muted`}>{item.caption}</p>
        {item.end}
      </div>
    </article>
  );
}
