import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import { field } from '../../audio/state/field.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { useRemix } from '../parts/listening/MixActions.tsx';
import { Button } from '../system/Button.tsx';
import { Icon } from '../system/Icon.tsx';
import { Spinner } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Arcade.module.css';
import { ArcadeList } from './ArcadeList.tsx';
import { describeShare, lineOf, titleOf } from './arcadeText.ts';
import { FrontCaption, FrontPlace, Ground, KeyButton } from './fieldParts.tsx';
import { type Arcade, useArcade, useArcadeKeys } from './useArcade.ts';

export interface ArcadeRoomProps {
  /** At least one; the order of the field. */
  shares: readonly SharedRifff[];
  /** What else can be begun here, at the upper edge. */
  ways?: ReactNode;
  /** Something lies over the field: presses on a gamepad then go there. */
  sheet?: { press(): void; back(): void } | null;
}

/** A field of rifffs to fly through: the crowd behind the page, the rifff in front, and the commands. */
export function ArcadeRoom({ shares, ways, sheet }: ArcadeRoomProps) {
  const rifffs = useMemo(() => shares.map(({ rifff }) => rifff), [shares]);
  const names = useMemo(() => shares.map(titleOf), [shares]);
  const own = useArcade(rifffs, undefined, names);
  const [isListOpen, setListOpen] = useState(false);
  const navigate = useNavigate();
  const remix = useRemix();
  const share = shares[own.focus];
  const take = () => {
    if (share) void remix(share.rifff, titleOf(share));
  };
  useArcadeKeys(own, {
    listen: sheet?.press ?? own.toggleSound,
    take: sheet?.press ?? take,
    list: () => setListOpen((isOpen) => !isOpen),
    leave: sheet?.back ?? (() => (isListOpen ? setListOpen(false) : void navigate('/'))),
  });
  const { bpm } = useSnapshot(field);

  return (
    <section className={styles.room} aria-label="Arcade">
      <Ground
        own={own}
        onFront={(_x, _y, isFirst) => {
          // A touch switches the sound, unless the same touch has just started it.
          if (!isFirst) own.toggleSound();
        }}
      />
      <header className={styles.head}>
        <h1 className="t64">Arcade</h1>
        <p className="t15 muted">
          {shares.length === 1 ? 'One rifff' : `${shares.length} rifffs`}
          {bpm > 0 && `, all at ${bpm} bpm`}
        </p>
      </header>
      {ways}
      <Front own={own} share={share} {...(!sheet && { onTake: take })} />
      <Bar own={own} isListOpen={isListOpen} />
      {isListOpen && (
        <ArcadeList
          shares={shares}
          focus={own.focus}
          onGo={(index) => {
            own.firstTouch();
            own.flight.goTo(index);
          }}
          onClose={() => setListOpen(false)}
        />
      )}
      <VisuallyHidden role="status">
        {own.isFocusOpen && share && describeShare(share, own.focus, shares.length)}
      </VisuallyHidden>
    </section>
  );
}

interface FrontProps {
  own: Arcade;
  share: SharedRifff | undefined;
  /** Left out: there is nothing to be done with it. */
  onTake?(): void;
}

/** The one in the clearing, with what it is called and what one can do with it. */
export function Front({ own, share, onTake }: FrontProps) {
  const { isFocusOpen, isHeard, isWanted, trouble } = own;
  return (
    <>
      <FrontPlace own={own} rifff={share?.rifff}>
        {isWanted && !isHeard ? <Spinner /> : <Icon name={isHeard ? 'pause' : 'play'} />}
      </FrontPlace>
      {share && (
        <FrontCaption isAway={!isFocusOpen}>
          <h2 className="t40">{titleOf(share)}</h2>
          <p className="t15 muted">{trouble || lineOf(share)}</p>
          {onTake && (
            <Button size="lg" variant="filled" onClick={onTake}>
              Remix
            </Button>
          )}
        </FrontCaption>
      )}
    </>
  );
}

/** What can be done, at the lower edge. */
function Bar({ own, isListOpen }: { own: Arcade; isListOpen: boolean }) {
  return (
    <nav className={styles.bar} aria-label="Flight">
      <KeyButton command="arcade.previous" sign="←" icon="arrowLeft" label="Previous" />
      <KeyButton command="arcade.next" sign="→" icon="arrowRight" label="Next" />
      <KeyButton
        command="arcade.listen"
        sign="Space"
        icon={own.isWanted ? 'pause' : 'play'}
        label={own.isWanted ? 'Silence' : 'Listen'}
      />
      <KeyButton command="arcade.list" sign="L" icon="list" label="List" pressed={isListOpen} />
      <KeyButton command="arcade.leave" sign="Esc" icon="close" label="Leave" />
    </nav>
  );
}
