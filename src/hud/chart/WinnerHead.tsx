import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { LookCopy } from '../../data/contract/savedLooks.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { whyWon } from '../../data/rules/chart/weekView.ts';
import { personText } from '../../data/rules/sharing/credits.ts';
import type { StageView } from '../../data/stores/places.ts';
import { rifffCaption, useLoadingSentence } from '../parts/listening/describeRifff.ts';
import { useRemix } from '../parts/listening/MixActions.tsx';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import { type Listening, useListening, usePreload } from '../parts/listening/useListening.ts';
import { useShareList } from '../parts/listening/useShareList.ts';
import { Boundary, lazyComponent } from '../parts/page/lazyPiece.tsx';
import rifffPage from '../parts/page/RifffPage.module.css';
import { Byline, DemoMark } from '../parts/shares/Byline.tsx';
import { LicenceLine } from '../parts/shares/LicenceLine.tsx';
import { LikeButton } from '../parts/shares/LikeButton.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import styles from './Chart.module.css';

const LookedWinner = lazyComponent(
  async () => (await import('./LookedWinner.tsx')).LookedWinner,
).Piece;

const ROOM_PX = 12;

interface WinnerHeadProps {
  /** Has its `wonWeek`. */
  share: SharedRifff;
  /** What moderators can do about it. */
  children?: ReactNode;
}

/** The rifff of a week, large, with why it won. It turns until something is touched, and plays on a tap. */
export function WinnerHead({ share, children }: WinnerHeadProps) {
  const text = useRegionText();
  const [shares, setShares] = useState([share]);
  // One list per rifff: likes change the share, not what is listened to.
  if (shares[0]?.rifff !== share.rifff) setShares([share]);
  const own = useListening(useShareList(shares), 'beat');
  const remix = useRemix();
  const trouble = useLoadingSentence(own.mix);
  usePreload(own.shown.rifff);
  const { wonWeek, title, displayName } = share;
  if (!wonWeek) return null;
  return (
    <section className={styles.winner} aria-labelledby="winner">
      <div className={styles.winnerWords}>
        <h2 id="winner" className={`${rifffPage.rifffTitle} ${styles.winnerTitle} clamp`}>
          <Link to={`/rifff/${share._id}`} className={`hoverUnderline ${styles.titleLink}`}>
            {title || 'Untitled'}
          </Link>
        </h2>
        <Byline share={share} className="t18" />
        <p className="t18">Rifff of the week, {text.days(wonWeek.start, wonWeek.end)}</p>
        <p className={styles.why}>{whyWon(wonWeek, personText(displayName))}</p>
        <p className="t13 muted">
          {rifffCaption(share.rifff)}, <LicenceLine licence={share.license} />
        </p>
        {share.isDemo && <DemoMark />}
        <p className={`${styles.status} t13 muted`} role="status">
          {trouble}
        </p>
        <div className={rifffPage.deeds}>
          <Button
            variant="filled"
            icon="branch"
            onClick={() => void remix(own.mix, own.shown.title)}
          >
            Remix
          </Button>
          <LikeButton share={share} size="lg" />
          {children}
        </div>
      </div>
      <div className={styles.winnerRings}>
        <WinnerRings copy={share.look} listening={own} />
      </div>
    </section>
  );
}

interface WinnerRingsProps {
  listening: Listening;
  /** The look that goes with the share. */
  copy: LookCopy | undefined;
}

/** The rings of a winner by its look; plain where there is none, or where what draws it cannot be fetched. */
function WinnerRings({ listening, copy }: WinnerRingsProps) {
  const rings = (stage?: StageView) => (
    <TurningRifff
      placeId="winner"
      listening={listening}
      isInviting
      marginPx={ROOM_PX}
      stage={stage}
    />
  );
  if (!copy) return rings();
  return (
    <Boundary instead={() => rings()}>
      <Suspense fallback={<WinnerDisc />}>
        <LookedWinner copy={copy}>{rings}</LookedWinner>
      </Suspense>
    </Boundary>
  );
}

/** Stands where the rings come. */
const WinnerDisc = () => <Skeleton shape="disc" width="100%" height="100cqw" />;

/** Placeholder while the winner is loading. */
export function WinnerSkeleton() {
  return (
    <div className={styles.winner} aria-hidden="true">
      <div className={styles.winnerWords}>
        <Skeleton width={280} height={48} />
        <Skeleton width={160} height={16} />
      </div>
      <div className={styles.winnerRings}>
        <WinnerDisc />
      </div>
    </div>
  );
}
