import { type ReactNode, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { RifffView } from '../../../data/stores/places.ts';
import { Icon } from '../../system/Icon.tsx';
import { Spinner } from '../../system/Loading.tsx';
import { useNear } from '../../system/useNear.ts';
import { RifffPlace } from '../rings/RifffPlace.tsx';
import styles from './Shares.module.css';

export interface RifffCardProps {
  /** Name of its place, unique on the page. */
  placeId: string;
  rifff: Rifff;
  title: string;
  /** Page of the rifff. */
  to: string;
  isPlaying: boolean;
  /** Asked to play and not heard yet. */
  isWaiting: boolean;
  onToggle(): void;
  /** Under the title: who made it, how old it is. What is `truncate` in it gives way to the rest. */
  caption?: ReactNode;
  /** Beside the title: a like. */
  aside?: ReactNode;
  /** Above the picture: its place in a chart. */
  above?: ReactNode;
  /** In the corners under the rings: what can be done with it. There while the card has the pointer or the focus. */
  corners?: ReactNode;
  /** Beside the caption: its comments. */
  end?: ReactNode;
  /** A line under everything, which reaches into the space between rows; may be empty. */
  below?: string;
  /** Before it: says that a rifff was made for show. */
  belowMark?: ReactNode;
}

/** A rifff in a grid: plays on a tap, its title leads to its page. It is drawn only while it is near the screen. */
export function RifffCard(props: RifffCardProps) {
  const { placeId, rifff, title, to, isPlaying, isWaiting, onToggle, caption, aside } = props;
  const { above, corners, end, below, belowMark } = props;
  const element = useRef<HTMLElement>(null);
  const isNear = useNear(element);
  const view = useMemo<RifffView>(
    () => ({ rifff, isLive: isPlaying, marginPx: 4 }),
    [rifff, isPlaying],
  );
  const name = title || 'Untitled';
  return (
    <article ref={element} className={styles.card} data-playing={isPlaying || undefined}>
      {above}
      <div className={styles.picture} data-picture>
        {isNear && <RifffPlace id={placeId} view={view} />}
        <button
          type="button"
          className={`bringsUp ${styles.play}`}
          aria-label={`${isPlaying ? 'Pause' : isWaiting ? 'Loading' : 'Play'} ${name}`}
          aria-busy={isWaiting}
          onClick={onToggle}
        >
          <span
            className={`comesUp ${styles.disc}`}
            data-shown={isPlaying || isWaiting || undefined}
          >
            {isWaiting ? (
              <Spinner size={20} />
            ) : (
              <Icon name={isPlaying ? 'pause' : 'play'} size={20} />
            )}
          </span>
        </button>
        {corners}
      </div>
      <div className={styles.line}>
        <h2 className={`${styles.title} truncate`}>
          <Link
            to={to}
            title={name}
            className={`thickLine hoverUnderline tallLink ${isPlaying ? 'underline' : ''} ${styles.link}`}
          >
            {name}
          </Link>
        </h2>
        {aside}
      </div>
      {end ? (
        <div className={`${styles.line} ${styles.foot}`}>
          <p className={`rigidParts grow ${styles.caption} t13 muted`}>{caption}</p>
          {end}
        </div>
      ) : (
        caption && <p className={`rigidParts ${styles.caption} t13 muted`}>{caption}</p>
      )}
      {below && (
        <p className="t13 muted truncate" title={below}>
          {belowMark}
          {below}
        </p>
      )}
    </article>
  );
}
