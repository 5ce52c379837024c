import { memo, type ReactNode, useCallback, useRef, useState } from 'react';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { personText } from '../../../data/rules/sharing/credits.ts';
import { mixOf } from '../../../data/stores/listening.ts';
import { IconButton } from '../../system/Button.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { useLoadingSentence } from '../listening/describeRifff.ts';
import { useRemix } from '../listening/MixActions.tsx';
import type { Listening } from '../listening/useListening.ts';
import { useRegionText } from '../useRegionText.ts';
import { DemoMark, sourceText } from './Byline.tsx';
import { CommentsButton, CommentsDialog } from './CommentsDialog.tsx';
import { LikeButton } from './LikeButton.tsx';
import { PassOnDialog } from './PassOnDialog.tsx';
import { QueueMenu, queueShare } from './QueueMenu.tsx';
import { RifffCard } from './RifffCard.tsx';
import styles from './Shares.module.css';
import { useCardKeys } from './useCardKeys.ts';
import { useCardSound } from './useCardSound.ts';
import { useRowsInSight } from './useRowsInSight.ts';

export interface ShareCardsProps {
  /** At least one. */
  shares: readonly SharedRifff[];
  /** The same as a list to listen to, and who listens to it. */
  rifffs: readonly StarterRifff[];
  own: Listening;
  isOfOne: boolean;
  /** Does nothing come after them? */
  isWhole: boolean;
  /** Stands above the picture of a card. The same function while it says the same. */
  above?(share: SharedRifff): ReactNode;
}

/** What a card opens over the page. */
interface Opened {
  what: 'comments' | 'share' | 'queue';
  shareId: string;
  /** Of a menu: where it stands, in CSS pixels of the viewport. */
  at?: { x: number; y: number };
}

/** Shared rifffs as a grid of cards; one plays at a time. Only the rows near the window are on the page. */
export function ShareCards({ shares, rifffs, own, isOfOne, isWhole, above }: ShareCardsProps) {
  const trouble = useLoadingSentence(own.mix);
  const list = useRef<HTMLUListElement>(null);
  const { columns, cellPx, rows, onFocus, onBlur } = useRowsInSight(list, shares.length);
  const sound = useCardSound(own, rifffs, list);
  useCardKeys({
    ...{ list, columns, count: shares.length, shownId: own.shown.id },
    onQueue: (shareId, place) => {
      const share = shares.find(({ _id }) => _id === shareId);
      if (share) queueShare(share, place);
    },
  });
  const [opened, setOpened] = useState<Opened | null>(null);
  const openedShare = opened && shares.find(({ _id }) => _id === opened.shareId);
  const close = () => setOpened(null);
  const shownId = own.shown.id;
  const mounted = rows.flatMap((row) =>
    shares.slice(row * columns, (row + 1) * columns).map((share, at) => ({ share, row, at })),
  );
  return (
    <>
      <VisuallyHidden role="status">{trouble}</VisuallyHidden>
      <ul
        ref={list}
        className={styles.grid}
        style={{ gridTemplateRows: `repeat(${Math.ceil(shares.length / columns)}, ${cellPx}px)` }}
        onFocus={(event) => {
          onFocus(event);
          sound.onFocus(event);
        }}
        onBlur={onBlur}
        onPointerMove={sound.onPointerMove}
        onPointerLeave={sound.onPointerLeave}
      >
        {mounted.map(({ share, row, at }) => {
          const id = share._id;
          const isShown = id === shownId;
          const isPlaying = own.isPlaying && isShown;
          const isWaiting = own.pendingId === id || (own.isWaiting && isShown);
          return (
            <li
              key={id}
              className={styles.cell}
              style={{ gridRow: row + 1, gridColumn: at + 1 }}
              data-row={row}
              data-item={id}
              aria-posinset={row * columns + at + 1}
              aria-setsize={isWhole ? shares.length : -1}
            >
              <ShareCard
                share={share}
                isOfOne={isOfOne}
                isPlaying={isPlaying}
                isWaiting={isWaiting && !isPlaying}
                above={above}
                onToggle={sound.toggle}
                onOpen={setOpened}
              />
            </li>
          );
        })}
      </ul>
      {opened && openedShare && (
        <>
          <CommentsDialog
            share={openedShare}
            isOpen={opened.what === 'comments'}
            onOpenChange={close}
          />
          <PassOnDialog
            share={openedShare}
            isOpen={opened.what === 'share'}
            onOpenChange={close}
            onUnshared={close}
          />
          {opened.at && <QueueMenu share={openedShare} at={opened.at} onClose={close} />}
        </>
      )}
    </>
  );
}

interface ShareCardProps {
  share: SharedRifff;
  isOfOne: boolean;
  isPlaying: boolean;
  isWaiting: boolean;
  above: ShareCardsProps['above'];
  onToggle(shareId: string, isPlaying: boolean): void;
  onOpen(opened: Opened): void;
}

/** The card of one share, with everything that can be done with it. */
const ShareCard = memo(function ShareCard(props: ShareCardProps) {
  const { share, isOfOne, isPlaying, isWaiting, above, onToggle, onOpen } = props;
  const { _id: shareId, rifff, jamId, title } = share;
  const name = title || 'Untitled';
  const text = useRegionText();
  const remix = useRemix();
  // It knows its jam, so that the remix names its parent.
  const takeUp = useCallback(
    () => void remix({ ...mixOf(rifff), jamId }, name),
    [remix, rifff, jamId, name],
  );
  return (
    <RifffCard
      placeId={`share.${shareId}`}
      rifff={rifff}
      title={title}
      to={`/rifff/${shareId}`}
      isPlaying={isPlaying}
      isWaiting={isWaiting}
      onToggle={() => onToggle(shareId, isPlaying)}
      above={above?.(share)}
      corners={
        <>
          <span className={styles.corner} data-side="top">
            <IconButton
              icon="list"
              label={`Queue ${name}`}
              size="xs"
              aria-haspopup="menu"
              onClick={({ currentTarget }) => {
                const { right: x, bottom: y } = currentTarget.getBoundingClientRect();
                onOpen({ what: 'queue', shareId, at: { x, y } });
              }}
            />
          </span>
          <span className={styles.corner} data-side="left">
            <IconButton
              icon="branch"
              label={`Remix ${name}`}
              size="xs"
              data-deed="remix"
              onClick={takeUp}
            />
          </span>
          <span className={styles.corner} data-side="right">
            <IconButton
              icon="share"
              label={`Share ${name}`}
              size="xs"
              data-deed="share"
              aria-haspopup="dialog"
              onClick={() => onOpen({ what: 'share', shareId })}
            />
          </span>
        </>
      }
      aside={<LikeButton share={share} />}
      end={<CommentsButton share={share} onOpen={() => onOpen({ what: 'comments', shareId })} />}
      below={[text.age(share.action_timestamp), sourceText(share).toLowerCase()]
        .filter(Boolean)
        .join(', ')}
      belowMark={
        share.isDemo && (
          <>
            <DemoMark />{' '}
          </>
        )
      }
      caption={
        <>
          {share.private && <span>{isOfOne ? 'Private' : 'Private, '}</span>}
          {!isOfOne && <span className="truncate">{personText(share.displayName)}</span>}
        </>
      }
    />
  );
});
