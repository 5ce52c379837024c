import { type ComponentProps, memo, type ReactNode, useCallback, useMemo, useState } from 'react';
import type { StarterRifff } from '../../../data/contract/library.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { personText } from '../../../data/rules/sharing/credits.ts';
import { mixOf } from '../../../data/stores/listening.ts';
import { LongRifffGrid } from '../../kit/RifffGrid.tsx';
import { IconButton } from '../../system/Button.tsx';
import { useRemix } from '../listening/MixActions.tsx';
import { useShareList } from '../listening/useShareList.ts';
import { LaterPassOn } from '../page/LaterDialog.tsx';
import { useRegionText } from '../useRegionText.ts';
import { DemoMark, sourceText } from './Byline.tsx';
import { CommentsButton, CommentsDialog } from './CommentsDialog.tsx';
import { LikeButton } from './LikeButton.tsx';
import { QueueMenu, queueShare } from './QueueMenu.tsx';
import { RifffCard } from './RifffCard.tsx';
import styles from './Shares.module.css';

export interface ShareCardsProps {
  /** At least one. */
  shares: readonly SharedRifff[];
  isOfOne: boolean;
  /** Does nothing come after them? */
  isWhole: boolean;
  /** Stands above the picture of a card. The same function while it says the same. */
  above?(share: SharedRifff): ReactNode;
}

type ShareItem = StarterRifff & { share: SharedRifff };

/** What a card opens over the page. */
interface Opened {
  what: 'comments' | 'share' | 'queue';
  shareId: string;
  /** Of a menu: where it stands, in CSS pixels of the viewport. */
  at?: { x: number; y: number };
}

/** Shared rifffs as a grid of cards; one plays at a time. Only the rows near the window are on the page. */
export function ShareCards({ shares, isOfOne, isWhole, above }: ShareCardsProps) {
  const rifffs = useShareList(shares);
  const items = useMemo(
    () => shares.map((share, at): ShareItem => ({ ...(rifffs[at] as StarterRifff), share })),
    [shares, rifffs],
  );
  const [opened, setOpened] = useState<Opened | null>(null);
  const openedShare = opened && shares.find(({ _id }) => _id === opened.shareId);
  const close = () => setOpened(null);
  return (
    <>
      <LongRifffGrid
        items={items}
        isWhole={isWhole}
        onQueue={(shareId, place) => {
          const share = shares.find(({ _id }) => _id === shareId);
          if (share) queueShare(share, place);
        }}
        card={({ share }, { isPlaying, isWaiting, toggle }) => (
          <ShareCard
            share={share}
            isOfOne={isOfOne}
            isPlaying={isPlaying}
            isWaiting={isWaiting}
            above={above}
            onToggle={toggle}
            onOpen={setOpened}
          />
        )}
      />
      {opened && openedShare && (
        <>
          <CommentsDialog
            share={openedShare}
            isOpen={opened.what === 'comments'}
            onOpenChange={close}
          />
          <LaterPassOn
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
          <Corner
            side="top"
            icon="list"
            label={`Queue ${name}`}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => {
              const { right: x, bottom: y } = currentTarget.getBoundingClientRect();
              onOpen({ what: 'queue', shareId, at: { x, y } });
            }}
          />
          <Corner
            side="left"
            icon="branch"
            label={`Remix ${name}`}
            data-deed="remix"
            onClick={takeUp}
          />
          <Corner
            side="right"
            icon="share"
            label={`Share ${name}`}
            data-deed="share"
            aria-haspopup="dialog"
            onClick={() => onOpen({ what: 'share', shareId })}
          />
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

type CornerProps = Omit<ComponentProps<typeof IconButton>, 'size'> & {
  side: 'top' | 'left' | 'right';
  'data-deed'?: string;
};

/** A button in a corner of the picture. */
function Corner({ side, ...button }: CornerProps) {
  return (
    <span className={styles.corner} data-side={side}>
      <IconButton {...button} size="xs" />
    </span>
  );
}
