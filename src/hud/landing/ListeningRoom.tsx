import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import type { StarterRifff } from '../../data/contract/library.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { ringMakers } from '../../data/rules/sharing/credits.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import { layoutRings } from '../../drawing/layout.ts';
import { rifffModel } from '../../drawing/model.ts';
import { useEngine } from '../EngineContext.tsx';
import { useLoadingSentence } from '../parts/listening/describeRifff.ts';
import { KeepMix, ResetMix, useRemix } from '../parts/listening/MixActions.tsx';
import { TurningRifff } from '../parts/listening/TurningRifff.tsx';
import {
  type Listening,
  useListening,
  useListeningKeys,
  usePreload,
} from '../parts/listening/useListening.ts';
import { Button } from '../system/Button.tsx';
import styles from './Landing.module.css';
import { type OtherRifffs, RifffRow, StartButton } from './RifffRow.tsx';

export interface ListeningRoomProps {
  /** At least one. */
  rifffs: readonly StarterRifff[];
  /** State of the other rifffs: the first one is loaded before them. */
  others: OtherRifffs;
  onRetry(): void;
}

/** The first page with something to hear. */
export function ListeningRoom({ rifffs, others, onRetry }: ListeningRoomProps) {
  const remix = useRemix();
  const own = useListening(rifffs);
  const { shown, mix } = own;
  const { solo } = useSnapshot(mixer);
  const trouble = useLoadingSentence(mix);
  useListeningKeys(own);
  usePreload(shown.rifff);
  const share = useMemo(() => leaderShare(mix), [mix]);

  return (
    <>
      <Hero listening={own} />
      <div className={`${styles.actions} over`}>
        <StartButton />
        <Button size="lg" onClick={() => void remix(mix, shown.title)}>
          Open this rifff
        </Button>
      </div>
      <p className={`${styles.status} over t13 muted`} role="status">
        {trouble}
      </p>
      <RifffRow
        rifffs={rifffs}
        shownId={shown.id}
        pendingId={own.pendingId}
        others={others}
        onRetry={onRetry}
        onChoose={own.choose}
      />
      <Leader share={share} />
      <div className={styles.tables}>
        <TouchTable />
        <Credits listening={own} solo={solo} />
      </div>
    </>
  );
}

const ROOM_PX = 12;

/** The big rifff of the first page: turns, plays, and is mixed by touching its rings. */
function Hero({ listening: own }: { listening: Listening }) {
  return (
    <div className={styles.hero}>
      <TurningRifff
        placeId="landing.hero"
        listening={own}
        isInviting
        bitePx={7}
        marginPx={ROOM_PX}
      />
    </div>
  );
}

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

/** Direction of the dot from the centre, clockwise from above, in radians. */
const DOT_ANGLE = 0.731;

/**
 * The line from the table to a ring, with the touch dot at its end. Only a picture.
 *
 * @param share distance of the dot from the centre of the rifff, in shares of its radius
 */
function Leader({ share }: { share: number }) {
  return (
    <div
      className={styles.leader}
      aria-hidden="true"
      style={{
        ['--dx' as string]: Math.sin(DOT_ANGLE) * share,
        ['--dy' as string]: -Math.cos(DOT_ANGLE) * share,
      }}
    >
      <svg aria-hidden="true" className="full" preserveAspectRatio="none" viewBox="0 0 100 100">
        <line
          x1="0"
          y1="100"
          x2="100"
          y2="0"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className={styles.dot} />
    </div>
  );
}

/** What fingers do on rings. */
const GESTURES = [
  { gesture: 'Tap', effect: 'mute' },
  { gesture: 'Tap twice', effect: 'solo' },
  { gesture: 'Drag out', effect: 'louder' },
  { gesture: 'Drag round', effect: 'pitch', needsPitch: true },
] as const;

/** The small table that says what can be touched; only what works. */
function TouchTable() {
  const { features } = useEngine();
  const gestures = GESTURES.filter((one) => !('needsPitch' in one) || features.pitchShift);
  return (
    <section className={`${styles.touch} over`}>
      <h2 className="t18">Touch a ring</h2>
      <dl>
        {gestures.map(({ gesture, effect }) => (
          <div key={gesture} className={styles.pair}>
            <dt className="rigid">{gesture}</dt>
            <dd className="muted">{effect}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What sounds: one line per ring, from the outside in. */
function Credits({ listening: own, solo }: { listening: Listening; solo: number }) {
  const { title } = own.shown;
  return (
    <section className={`${styles.credits} over`}>
      <div className={styles.reset}>
        <KeepMix mix={own.mix} title={title} isChanged={own.isChanged} size="xs" />
        <ResetMix own={own} />
      </div>
      <h2 className="t18 anywhere">{title}</h2>
      <dl>
        {ringMakers(own.mix).map(({ slot, category, loopName, userId, isOn }) => {
          const isSilent = !isOn || (solo >= 0 && solo !== slot);
          return (
            <div key={slot} className={styles.pair}>
              <dt className={isSilent ? 'rigid muted' : 'rigid'}>{category}</dt>
              <dd className="muted">{isOn ? loopName || userId : 'muted'}</dd>
            </div>
          );
        })}
        <div className={styles.pair}>
          <dt className="rigid">Licence</dt>
          <dd className="muted">MIT, free to use</dd>
        </div>
      </dl>
    </section>
  );
}
