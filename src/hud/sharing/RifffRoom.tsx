import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { usedSlots } from '../../data/rules/draft/draft.ts';
import { rifffCaption, useLoadingSentence } from '../parts/listening/describeRifff.ts';
import { KeepMix, ResetMix, useRemix } from '../parts/listening/MixActions.tsx';
import { RingCredits } from '../parts/listening/RingCredits.tsx';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import { useListening, useListeningKeys, usePreload } from '../parts/listening/useListening.ts';
import { useShareList, useShareSession } from '../parts/listening/useShareList.ts';
import page from '../parts/Page.module.css';
import { Later, lazyComponent } from '../parts/page/lazyPiece.tsx';
import { useSite } from '../parts/page/page.ts';
import rifffPage from '../parts/page/RifffPage.module.css';
import { RifffSkeleton } from '../parts/rings/RifffSkeleton.tsx';
import { Byline, DemoMark, OthersLine, sourceText } from '../parts/shares/Byline.tsx';
import { COMMENTS_ANCHOR, Comments } from '../parts/shares/Comments.tsx';
import { LikeButton } from '../parts/shares/LikeButton.tsx';
import { Button } from '../system/Button.tsx';
import { Lineage } from './Lineage.tsx';
import styles from './RifffRoom.module.css';
import { ExportButton, ShareButton, ShareMore } from './ShareActions.tsx';

const ROOM_PX = 12;

/** Not a byte of the market comes where nothing can be collected. */
const CollectDoor = lazyComponent(
  async () => (await import('../parts/market/CollectDoor.tsx')).CollectDoor,
).Piece;

/** A shared rifff, big: plays on a tap, is mixed by touch, and says who made it and where it comes from. */
export function RifffRoom({ share }: { share: SharedRifff }) {
  const [shares, setShares] = useState([share]);
  // One list per rifff: likes change the share, not what is listened to.
  if (shares[0]?.rifff !== share.rifff) setShares([share]);
  const own = useListening(useShareList(shares));
  const { solo } = useSnapshot(mixer);
  const remix = useRemix();
  useListeningKeys(own, null);
  usePreload(own.shown.rifff);
  useShareSession(share, own, own.togglePlay);
  const { mix, shown } = own;
  const count = usedSlots(mix);
  const trouble = useLoadingSentence(mix);
  const site = useSite();
  const { hash } = useLocation();
  const room = useRef<HTMLElement>(null);
  // The browser looks for what an address ends with before the page is there.
  useEffect(() => {
    if (hash === `#${COMMENTS_ANCHOR}`) room.current?.querySelector(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <article ref={room} className={styles.room}>
      <RifffWords share={share} />
      <div className={`${rifffPage.besideRifff} ${styles.rifff}`}>
        <TurningRifff placeId="rifff" listening={own} isInviting bitePx={7} marginPx={ROOM_PX} />
      </div>
      <div className={`${styles.actions} over`}>
        <p className={`${styles.status} t13 muted`} role="status">
          {trouble}
        </p>
        <div className={rifffPage.deeds}>
          <div className={`${page.ownRow} ${styles.main}`}>
            <Button
              size="lg"
              variant="filled"
              icon="branch"
              className={styles.remix}
              onClick={() => void remix(mix, shown.title)}
            >
              Remix
            </Button>
          </div>
          <LikeButton share={share} size="lg" />
          <ShareButton share={share} />
          <ExportButton rifff={mix} title={shown.title} />
          <ShareMore share={share} />
        </div>
      </div>
      {site?.hasMarket && (
        <Later>
          <CollectDoor
            jamId={share.jamId}
            rifffId={share.doc_id}
            className={`${rifffPage.underWords} ${styles.collect} over`}
          />
        </Later>
      )}
      <div className={`${rifffPage.side} over`}>
        <section aria-labelledby="rings">
          <div className={styles.sideHead}>
            <h2 id="rings" className="t24">
              Rings <span className={page.count}>{count}</span>
            </h2>
            <div className="flex gap8">
              <ResetMix own={own} />
              <KeepMix size="xs" mix={mix} title={shown.title} isChanged={own.isChanged} />
            </div>
          </div>
          <RingCredits rifff={mix} solo={solo} licence={share.license} />
          <p className={`${rifffPage.ruled} t13 muted`}>
            Remixing here is always allowed, and names everybody whose loops are in it.
          </p>
        </section>
        <Comments share={share} />
        <Lineage jamId={share.jamId} rifffId={share.doc_id} />
      </div>
    </article>
  );
}

/** Name of a shared rifff, who shared it, who else is in it. */
function RifffWords({ share }: { share: SharedRifff }) {
  const title = share.title || 'Untitled';
  return (
    <header className={`${rifffPage.titleWords} over`}>
      <h1
        className={`${rifffPage.rifffTitle} clamp`}
        data-length={title.length > 28 ? 'long' : undefined}
      >
        {title}
      </h1>
      <Byline share={share} className={styles.by} />
      <OthersLine share={share} />
      <p className="below4 muted">
        {rifffCaption(share.rifff)}
        {share.private && ', for anyone with the link'}
        {share.source && `. ${sourceText(share)}`}
      </p>
      {share.isDemo && <DemoMark />}
      {share.removedReason !== undefined && (
        <p className={styles.removed}>
          <strong>Removed by the moderators.</strong> Only you and they can see it.{' '}
          <span className="muted">{share.removedReason}</span>
        </p>
      )}
    </header>
  );
}

/** Keeps the room of a shared rifff that is still coming. */
export const ShareSkeleton = () => (
  <RifffSkeleton room={styles.room} rifff={`${rifffPage.besideRifff} ${styles.rifff}`} />
);
