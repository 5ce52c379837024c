import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { sharedByQuery } from '../../../data/queries/feed.ts';
import { allShares, mayBeBanner } from '../../../data/rules/sharing/shares.ts';
import { QueryList } from '../../kit/QueryList.tsx';
import styles from '../forms/FormSection.module.css';
import { RifffDisc } from '../rings/RifffDisc.tsx';

interface BannerFieldProps {
  userId: string;
  /** Id of a share, or '' for the latest. */
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

const DISC_PX = 64;

/** Which of one's own shared rifffs is the banner: always the latest, or one that stays. */
export function BannerField({ userId, value, onChange, error }: BannerFieldProps) {
  const name = useId();
  const noteId = useId();
  const query = useInfiniteQuery(sharedByQuery(userId));
  const shares = allShares(query.data?.pages ?? []).filter(mayBeBanner);
  const [latest] = shares;
  const choice = (id: string, title: string, share: SharedRifff) => (
    <label key={id} className={`relative min0 ${styles.banner}`}>
      <input
        type="radio"
        name={name}
        value={id}
        checked={value === id}
        onChange={() => onChange(id)}
        className={styles.bannerInput}
      />
      <span className={styles.bannerDisc}>
        <RifffDisc rifff={share.rifff} sizePx={DISC_PX} />
      </span>
      <span className={`${value === id ? 'paper' : 'muted'} ${styles.bannerTitle} t13 clamp`}>
        {title}
      </span>
    </label>
  );
  const list = (
    <QueryList
      query={query}
      what="Your rifffs"
      isPlural
      isEmpty={!latest}
      empty={<p className="muted">Once you share a rifff with everybody, its rings stand here.</p>}
    >
      <div className={styles.bannerRow}>
        {latest && choice('', 'Always the latest', latest)}
        {shares.map((share) => choice(share._id, share.title || 'Untitled', share))}
      </div>
    </QueryList>
  );
  if (!latest) return list;
  return (
    <fieldset className={styles.banners} aria-describedby={error ? noteId : undefined}>
      <legend>Rings of your page</legend>
      {list}
      {error && (
        <p id={noteId} className="top8" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
