import { useMemo } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import { transport } from '../../audio/state/transport.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { BLENDS, type Blend, blendOf, ROUNDS } from '../../data/rules/listening/listenOrder.ts';
import { personText } from '../../data/rules/sharing/credits.ts';
import { useLoadingSentence } from '../parts/listening/describeRifff.ts';
import { KeepMix, ResetMix, useRemix } from '../parts/listening/MixActions.tsx';
import { RingCredits } from '../parts/listening/RingCredits.tsx';
import type { Listening } from '../parts/listening/useListening.ts';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import { Byline } from '../parts/shares/Byline.tsx';
import { LikeButton } from '../parts/shares/LikeButton.tsx';
import { Button, IconButton } from '../system/Button.tsx';
import { Select } from '../system/Select.tsx';
import styles from './Listen.module.css';

/** The picture alone, as large as the window: on a wall, on a second screen. */
export interface Wall {
  isWall: boolean;
  setWall(isWall: boolean): void;
}

export interface ListenPanelProps {
  share: SharedRifff;
  next: SharedRifff | null;
  own: Listening;
  order: Order;
  wall: Wall;
}

/** What is heard, who made it, what comes next, and how. */
export function ListenPanel({ share, next, own, order, wall }: ListenPanelProps) {
  const { solo } = useSnapshot(mixer);
  const { load } = useSnapshot(transport);
  const { shown, mix } = own;
  const trouble = useLoadingSentence(mix);
  const { isWall, setWall } = wall;
  const isComing = own.pendingId !== null && own.pendingId !== shown.rifff._id;
  return (
    <div className={`${styles.panel} over`}>
      <header className={styles.head}>
        <h1 className={`${styles.title} clamp`} title={shown.title}>
          <Link to={`/rifff/${share._id}`} className={styles.titleLink}>
            {shown.title}
          </Link>
        </h1>
        <Byline share={share} className={styles.by} hasDemoMark />
      </header>
      <div className={styles.credits}>
        <RingCredits rifff={mix} solo={solo} isShort={isWall} licence={share.license} />
      </div>
      <ListenControls share={share} own={own} wall={wall} />
      <p className={`${styles.status} t13 muted`} role="status">
        {trouble}
      </p>
      <div className={styles.settings} hidden={isWall}>
        {next && !isWall && (
          <NextUp
            share={next}
            word={isComing ? (load === 'loading' ? 'Loading' : 'Coming in') : 'Next'}
            onChoose={() => own.show(next.rifff._id)}
          />
        )}
        <ListenOrder order={order} onWall={() => setWall(true)} />
      </div>
    </div>
  );
}

/** What can be done with the rifff that is heard; on a wall only what goes on. */
function ListenControls({ share, own, wall }: Pick<ListenPanelProps, 'share' | 'own' | 'wall'>) {
  const remix = useRemix();
  const { shown, mix } = own;
  return (
    <div className={styles.controls}>
      <IconButton
        icon="skipBack"
        label="Previous rifff"
        size="lg"
        variant="outlined"
        disabled={!own.hasPrevious}
        onClick={() => own.skip(-1)}
      />
      <IconButton
        icon="skipForward"
        label="Next rifff"
        size="lg"
        variant="outlined"
        disabled={!own.hasNext}
        onClick={() => own.skip(1)}
      />
      <LikeButton share={share} size="lg" />
      {wall.isWall ? (
        <IconButton
          icon="close"
          label="Leave the wall"
          size="lg"
          variant="outlined"
          onClick={() => wall.setWall(false)}
        />
      ) : (
        <>
          <Button size="md" icon="branch" onClick={() => void remix(mix, shown.title)}>
            Remix
          </Button>
          <ResetMix own={own} size="md" />
          <KeepMix mix={mix} title={shown.title} isChanged={own.isChanged} />
        </>
      )}
    </div>
  );
}

interface NextUpProps {
  share: SharedRifff;
  /** What it does: `Next`, `Loading`, `Coming in`. */
  word: string;
  onChoose(): void;
}

/** The rifff that follows, small; a tap brings it in now. */
function NextUp({ share, word, onChoose }: NextUpProps) {
  const view = useMemo(() => ({ rifff: share.rifff, isLive: false, marginPx: 1 }), [share.rifff]);
  return (
    <button type="button" className={styles.next} onClick={onChoose}>
      <span className={styles.nextDisc}>
        <RifffPlace id="listen.next" view={view} />
      </span>
      <span className={styles.nextWords}>
        <span className="t13 muted">{word}</span>
        <span className={`${styles.nextTitle} truncate`}>{share.title || 'Untitled'}</span>
        <span className="t13 muted truncate">{personText(share.displayName)}</span>
      </span>
    </button>
  );
}

/** How the next rifff comes in, and how long each stays. */
interface Order {
  blend: Blend;
  setBlend(blend: Blend): void;
  rounds: number;
  setRounds(rounds: number): void;
}

const BLEND_OPTIONS = BLENDS.map(({ id, title }) => ({ value: id, title }));
const ROUND_OPTIONS = ROUNDS.map((count) => ({
  value: String(count),
  title: count === 1 ? '1 round' : `${count} rounds`,
}));

/** The listener's own order of things, and the way to the wall. */
function ListenOrder({ order, onWall }: { order: Order; onWall(): void }) {
  return (
    <div className={styles.selects}>
      <Select
        label="Comes in"
        options={BLEND_OPTIONS}
        value={order.blend.id}
        onValueChange={(id) => order.setBlend(blendOf(id))}
      />
      <Select
        label="Stays for"
        options={ROUND_OPTIONS}
        value={String(order.rounds)}
        onValueChange={(value) => order.setRounds(Number(value))}
      />
      <IconButton
        icon="expand"
        label="Wall: the picture alone"
        size="sm"
        variant="outlined"
        onClick={onWall}
      />
    </div>
  );
}
