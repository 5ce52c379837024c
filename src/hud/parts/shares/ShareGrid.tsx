import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { ageText } from '../../../data/rules/age.ts';
import { usedSlots } from '../../../data/rules/draft.ts';
import { personText } from '../../../data/rules/makers.ts';
import { Button } from '../../system/Button.tsx';
import { useNear } from '../../system/useNear.ts';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { loadingSentence } from '../listening/describeRifff.ts';
import { useListening } from '../listening/useListening.ts';
import { useListeningKeys } from '../listening/useListeningKeys.ts';
import { useShareList } from '../listening/useShareList.ts';
import { DemoMark } from './DemoMark.tsx';
import { LikeButton } from './LikeButton.tsx';
import { RifffCard } from './RifffCard.tsx';
import styles from './ShareGrid.module.css';

export interface ShareGridProps {
  /** At least one. */
  shares: readonly SharedRifff[];
  /** Leaves the maker's name out, on their own page. */
  isOfOne?: boolean;
  hasMore: boolean;
  isFetchingMore: boolean;
  /** The next page could not be fetched. */
  hasFailed: boolean;
  onMore(): void;
}

/** Asks for the next page when the end comes near; the button is for keys, and for another try. */
function MoreButton({ isFetchingMore, hasFailed, onMore }: Omit<ShareGridProps, 'shares'>) {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNear(element);
  useEffect(() => {
    if (isNear && !isFetchingMore && !hasFailed) onMore();
  }, [isNear, isFetchingMore, hasFailed, onMore]);
  return (
    <div ref={element} className={styles.more}>
      {hasFailed && <p role="alert">More could not be loaded.</p>}
      <Button disabled={isFetchingMore} onClick={onMore}>
        {isFetchingMore ? 'Loading' : hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}

/** Shared rifffs as a grid of cards; one plays at a time. */
export function ShareGrid(props: ShareGridProps) {
  const { shares, isOfOne, hasMore } = props;
  const rifffs = useShareList(shares);
  const own = useListening(rifffs);
  const { error, failedSlots } = useSnapshot(transport);
  useListeningKeys(own);
  const shownId = own.shown.rifff._id;
  const sentence = loadingSentence(failedSlots.length, usedSlots(own.mix), error);
  return (
    <>
      <VisuallyHidden role="status">{sentence}</VisuallyHidden>
      <ul className={styles.grid}>
        {shares.map((share) => {
          const id = share.rifff._id;
          const isShown = id === shownId;
          const isPlaying = own.isPlaying && isShown;
          const isWaiting = own.pendingId === id || (own.isWaiting && isShown);
          return (
            <li key={share._id} className={styles.cell}>
              <RifffCard
                placeId={`share.${share._id}`}
                rifff={share.rifff}
                title={share.title}
                to={`/rifff/${share._id}`}
                isPlaying={isPlaying}
                isWaiting={isWaiting && !isPlaying}
                onToggle={() => (isPlaying ? own.togglePlay() : own.choose(id))}
                aside={<LikeButton share={share} />}
                caption={
                  <>
                    {share.isDemo && (
                      <span>
                        <DemoMark />{' '}
                      </span>
                    )}
                    {share.private && <span>Private, </span>}
                    {!isOfOne && <span className="truncate">{personText(share.displayName)}</span>}
                    <span>
                      {!isOfOne && ', '}
                      {ageText(share.action_timestamp)}
                    </span>
                  </>
                }
              />
            </li>
          );
        })}
      </ul>
      {hasMore && <MoreButton {...props} />}
    </>
  );
}
