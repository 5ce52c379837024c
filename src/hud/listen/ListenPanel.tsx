import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { mixer } from '../../audio/state/mixer.ts';
import { transport } from '../../audio/state/transport.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { ageText } from '../../data/rules/age.ts';
import { BLENDS, type Blend, blendOf, ROUNDS } from '../../data/rules/listenOrder.ts';
import { personText } from '../../data/rules/makers.ts';
import { loadingSentence } from '../landing/describeRifff.ts';
import type { Listening } from '../landing/useListening.ts';
import { KeepMix } from '../rings/KeepMix.tsx';
import { DemoMark } from '../sharing/DemoMark.tsx';
import { LikeButton } from '../sharing/LikeButton.tsx';
import { PersonLink } from '../sharing/PersonLink.tsx';
import { Button } from '../system/Button.tsx';
import { IconButton } from '../system/IconButton.tsx';
import { Select } from '../system/Select.tsx';
import styles from './ListenPanel.module.css';
import { NextUp } from './NextUp.tsx';
import { RingCredits } from './RingCredits.tsx';
import { useRemix } from './useRemix.ts';

export interface ListenPanelProps {
  share: SharedRifff;
  next: SharedRifff | null;
  own: Listening;
  /** Rings of the rifff. */
  count: number;
  blend: Blend;
  onBlend(blend: Blend): void;
  rounds: number;
  onRounds(rounds: number): void;
  isWall: boolean;
  onWall(isWall: boolean): void;
}

const BLEND_OPTIONS = BLENDS.map(({ id, title }) => ({ value: id, title }));
const ROUND_OPTIONS = ROUNDS.map((count) => ({
  value: String(count),
  title: count === 1 ? '1 round' : `${count} rounds`,
}));

/** What is heard, who made it, what comes next, and how. */
export function ListenPanel(props: ListenPanelProps) {
  const { share, next, own, count, blend, rounds, isWall, onWall } = props;
  const { solo } = useSnapshot(mixer);
  const { error, failedSlots, load } = useSnapshot(transport);
  const remix = useRemix();
  const { shown, mix } = own;
  const isComing = own.pendingId !== null && own.pendingId !== shown.rifff._id;
  return (
    <div className={`${styles.panel} over`}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <Link to={`/rifff/${share._id}`} className={styles.titleLink}>
            {shown.title}
          </Link>
        </h1>
        <p className={styles.by}>
          {share.user === '' ? (
            personText('')
          ) : (
            <PersonLink userId={share.user} displayName={share.displayName} />
          )}
          <span className="muted">, {ageText(share.action_timestamp)}</span>{' '}
          {share.isDemo && <DemoMark />}
        </p>
      </header>
      <div className={styles.credits}>
        <RingCredits rifff={mix} solo={solo} isShort={isWall} />
      </div>
      <div className={styles.controls}>
        <IconButton
          icon="skipBack"
          label="Previous rifff"
          size="lg"
          variant="outlined"
          onClick={() => own.skip(-1)}
        />
        <IconButton
          icon="skipForward"
          label="Next rifff"
          size="lg"
          variant="outlined"
          onClick={() => own.skip(1)}
        />
        <LikeButton share={share} size="lg" />
        {isWall && (
          <IconButton
            icon="close"
            label="Leave the wall"
            size="lg"
            variant="outlined"
            onClick={() => onWall(false)}
          />
        )}
        {!isWall && (
          <Button size="md" icon="branch" onClick={() => void remix(mix, shown.title)}>
            Remix
          </Button>
        )}
        {!isWall && own.isChanged && (
          <Button size="md" icon="reset" onClick={own.reset}>
            Reset mix
          </Button>
        )}
        {!isWall && <KeepMix mix={mix} title={shown.title} isChanged={own.isChanged} />}
      </div>
      <p className={`${styles.status} t13 muted`} role="status">
        {loadingSentence(failedSlots.length, count, error)}
      </p>
      <div className={styles.settings} hidden={isWall}>
        {next && !isWall && (
          <NextUp
            share={next}
            word={isComing ? (load === 'loading' ? 'Loading' : 'Coming in') : 'Next'}
            onChoose={() => own.skip(1)}
          />
        )}
        <div className={styles.selects}>
          <Select
            label="Comes in"
            options={BLEND_OPTIONS}
            value={blend.id}
            onValueChange={(id) => props.onBlend(blendOf(id))}
          />
          <Select
            label="Stays for"
            options={ROUND_OPTIONS}
            value={String(rounds)}
            onValueChange={(value) => props.onRounds(Number(value))}
          />
          <IconButton
            icon="expand"
            label="Wall: the picture alone"
            size="sm"
            variant="outlined"
            onClick={() => onWall(true)}
          />
        </div>
      </div>
    </div>
  );
}
