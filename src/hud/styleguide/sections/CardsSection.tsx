import { useState } from 'react';
import { RifffCard } from '../../parts/shares/RifffCard.tsx';
import { Skeleton } from '../../system/Skeleton.tsx';
import { Part } from '../Part.tsx';
import { sampleRifff } from '../sampleRifff.ts';
import styles from './Sections.module.css';

const CARDS = [
  ['Late shift', 'Default', 3],
  ['Long way down', 'Playing', 5],
  ['Hey, ninth bus', 'Loading', 7],
  ['', 'Without a title', 2],
  ['The one that we made on the night ferry when nobody could sleep', 'Long text', 8],
] as const;
const RIFFFS = CARDS.map(([, , count]) => sampleRifff(count));

/** Rifffs in a grid. */
export function CardsSection() {
  const [playing, setPlaying] = useState(1);
  return (
    <Part
      title="Rifff card"
      text="Columns of at least 172. The square plays, the title leads to its page."
    >
      <div className={styles.cards}>
        {CARDS.map(([title, state], at) => (
          <RifffCard
            key={state}
            placeId={`guide-${at}`}
            rifff={RIFFFS[at]!}
            title={title}
            to="#rifff-card"
            isPlaying={at === playing}
            isWaiting={at === 2}
            onToggle={() => setPlaying(at === playing ? -1 : at)}
            caption={state}
          />
        ))}
        <div className={styles.cardSkeleton} role="img" aria-label="A card that is still coming">
          <span className={styles.cardDisc}>
            <Skeleton shape="disc" width="100%" height="100%" />
          </span>
          <Skeleton width="72%" height={15} />
          <Skeleton width="48%" height={13} />
        </div>
      </div>
    </Part>
  );
}
