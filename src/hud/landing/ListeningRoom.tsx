import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import { transport } from '../../audio/state/transport.ts';
import type { StarterRifff } from '../../data/contract/library.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { usedSlots } from '../../data/rules/draft.ts';
import { rifffBars } from '../../data/rules/timing.ts';
import { layoutRings } from '../../drawing/layout.ts';
import { rifffModel } from '../../drawing/model.ts';
import { loadingSentence } from '../parts/listening/describeRifff.ts';
import { useListening, usePreload } from '../parts/listening/useListening.ts';
import { useListeningKeys } from '../parts/listening/useListeningKeys.ts';
import { Button } from '../system/Button.tsx';
import { Credits } from './Credits.tsx';
import { Hero } from './Hero.tsx';
import styles from './Landing.module.css';
import { Leader } from './Leader.tsx';
import { RifffRow } from './RifffRow.tsx';
import { StartButton } from './StartButton.tsx';
import { TouchTable } from './TouchTable.tsx';

/** Radius of the big rifff in a window of 1440 × 900. */
const DRAWN_RADIUS_PX = 384;

/** Distance of the leader's dot: the edge of the ring next to the outermost. */
function leaderShare(rifff: Rifff): number {
  const model = rifffModel(rifff, rifffBars(rifff));
  const { character } = model;
  const { rings, radius } = layoutRings(model.rings, DRAWN_RADIUS_PX, { character });
  const ring = rings.at(-2) ?? rings.at(-1);
  return ring ? (ring.outer - ring.amplitude * 0.4) / radius : 0.8;
}

export interface ListeningRoomProps {
  /** At least one. */
  rifffs: readonly StarterRifff[];
}

/** The first page with something to hear. */
export function ListeningRoom({ rifffs }: ListeningRoomProps) {
  const navigate = useNavigate();
  const own = useListening(rifffs);
  const { shown, mix } = own;
  const { error, failedSlots } = useSnapshot(transport);
  const { solo } = useSnapshot(mixer);
  useListeningKeys(own);
  usePreload(shown.rifff);
  const share = useMemo(() => leaderShare(mix), [mix]);

  const open = async () => {
    const { remixIntoDraft } = await import('../../data/stores/draft.ts');
    await remixIntoDraft(mix, shown.title);
    await navigate('/jam');
  };

  return (
    <>
      <Hero listening={own} />
      <div className={`${styles.actions} over`}>
        <StartButton />
        <Button size="lg" onClick={() => void open()}>
          Open this rifff
        </Button>
      </div>
      <p className={`${styles.status} over t13 muted`} role="status">
        {loadingSentence(failedSlots.length, usedSlots(mix), error)}
      </p>
      <RifffRow
        rifffs={rifffs}
        shownId={shown.rifff._id}
        pendingId={own.pendingId}
        onChoose={own.choose}
      />
      <Leader share={share} />
      <div className={styles.tables}>
        <TouchTable />
        <Credits
          title={shown.title}
          rifff={mix}
          isChanged={own.isChanged}
          solo={solo}
          onReset={own.reset}
        />
      </div>
    </>
  );
}
