import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import { transport } from '../../audio/state/transport.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { usedSlots } from '../../data/rules/draft.ts';
import { listening } from '../../data/stores/listening.ts';
import { loadingSentence } from '../parts/listening/describeRifff.ts';
import { RingCredits } from '../parts/listening/RingCredits.tsx';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import { useListening, usePreload } from '../parts/listening/useListening.ts';
import { useListeningKeys } from '../parts/listening/useListeningKeys.ts';
import { useRemix } from '../parts/listening/useRemix.ts';
import { useShareList } from '../parts/listening/useShareList.ts';
import { useShareSession } from '../parts/listening/useShareSession.ts';
import { KeepMix } from '../parts/rings/KeepMix.tsx';
import { LikeButton } from '../parts/shares/LikeButton.tsx';
import { Lineage } from '../parts/shares/Lineage.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { Button } from '../system/Button.tsx';
import { ExportButton } from './ExportButton.tsx';
import styles from './RifffRoom.module.css';
import { RifffWords } from './RifffWords.tsx';
import { ShareButton } from './ShareButton.tsx';
import { ShareMore } from './ShareMore.tsx';

const ROOM_PX = 12;

/** A shared rifff, big: plays on a tap, is mixed by touch, and says who made it and where it comes from. */
export function RifffRoom({ share }: { share: SharedRifff }) {
  const [shares, setShares] = useState([share]);
  // One list per rifff: likes change the share, not what is listened to.
  if (shares[0]?.rifff !== share.rifff) setShares([share]);
  const own = useListening(useShareList(shares));
  const { isTouched } = useSnapshot(listening);
  const { solo } = useSnapshot(mixer);
  const { error, failedSlots } = useSnapshot(transport);
  const [isHidden, setHidden] = useState(false);
  const reader = useReader();
  const remix = useRemix();
  useListeningKeys(own, false);
  usePreload(own.shown.rifff);
  useShareSession(share, own, own.togglePlay, false);
  const { mix, shown } = own;
  const count = usedSlots(mix);
  return (
    <article className={styles.room}>
      <RifffWords share={share} />
      <div className={styles.rifff}>
        <TurningRifff
          placeId="rifff"
          listening={own}
          isInviting={!isTouched}
          bitePx={7}
          marginPx={ROOM_PX}
        />
      </div>
      <div className={`${styles.actions} over`}>
        <p className={`${styles.status} t13 muted`} role="status">
          {loadingSentence(failedSlots.length, count, error)}
        </p>
        <div className={styles.buttons}>
          <div className={styles.main}>
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
          {reader !== share.user && (
            <ShareMore share={share} isHidden={isHidden} onHidden={setHidden} />
          )}
        </div>
      </div>
      <div className={`${styles.side} over`}>
        <section aria-labelledby="rings">
          <div className={styles.sideHead}>
            <h2 id="rings" className="t24">
              Rings <span className={styles.count}>{count}</span>
            </h2>
            <div className={styles.mix}>
              {own.isChanged && (
                <Button size="xs" icon="reset" onClick={own.reset}>
                  Reset mix
                </Button>
              )}
              <KeepMix size="xs" mix={mix} title={shown.title} isChanged={own.isChanged} />
            </div>
          </div>
          <RingCredits rifff={mix} solo={solo} />
        </section>
        <Lineage jamId={share.jamId} rifffId={share.doc_id} />
      </div>
    </article>
  );
}
