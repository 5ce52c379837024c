import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import { field } from '../../audio/state/field.ts';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import type { RifffView } from '../../data/stores/places.ts';
import { CAPTION_WIDTH, crowdView } from '../../drawing/arcade/crowd.ts';
import { useCommand } from '../parts/commands/registry.ts';
import { useRemix } from '../parts/listening/MixActions.tsx';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import { Button } from '../system/Button.tsx';
import { Icon, type IconName } from '../system/Icon.tsx';
import { Spinner } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Arcade.module.css';
import { ArcadeList } from './ArcadeList.tsx';
import { describeShare, lineOf, titleOf } from './arcadeText.ts';
import { type Arcade, useArcade, useArcadeKeys } from './useArcade.ts';

export interface ArcadeRoomProps {
  /** At least one; the order of the field. */
  shares: readonly SharedRifff[];
  /** What else can be begun here, at the upper edge. */
  ways?: ReactNode;
  /** Something lies over it: what a gamepad presses means that. */
  sheet?: { press(): void; back(): void } | null;
}

/** Room round the rings in the clearing, for what swells. */
const MARGIN_PX = 20;
const BITE_PX = 5.5;
/** A pointer that has moved less than this has touched and not pulled. */
const TAP_PX = 7;
/** Pixels of a pull that a notch of a wheel is. */
const WHEEL_SHARE = 0.6;

/** A field of rifffs to fly through: the crowd behind the page, the one in front, and what one can do. */
export function ArcadeRoom({ shares, ways, sheet }: ArcadeRoomProps) {
  const rifffs = useMemo(() => shares.map(({ rifff }) => rifff), [shares]);
  const own = useArcade(rifffs);
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
      <Ground own={own} />
      <header className={styles.head}>
        <h1 className="t64">Arcade</h1>
        <p className="t15 muted">
          {shares.length === 1 ? 'One rifff' : `${shares.length} rifffs`}
          {bpm > 0 && `, all at ${bpm} bpm`}
        </p>
      </header>
      {ways}
      <Front own={own} share={share} onTake={take} />
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

/** The ground under everything: pulled by a finger, touched, rolled by a wheel. */
function Ground({ own }: { own: Arcade }) {
  const { flight, firstTouch, toggleSound } = own;
  const held = useRef({ id: -1, x: 0, y: 0, moved: 0 });
  const letGo = () => {
    held.current.id = -1;
    flight.hold(false);
  };
  return (
    <div
      className={styles.ground}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (held.current.id >= 0 || event.button > 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: 0 };
      }}
      onPointerMove={({ pointerId, clientX, clientY }) => {
        const now = held.current;
        if (pointerId !== now.id) return;
        now.moved += Math.hypot(clientX - now.x, clientY - now.y);
        if (now.moved >= TAP_PX) {
          flight.hold(true);
          flight.pull(clientX - now.x, clientY - now.y);
        }
        now.x = clientX;
        now.y = clientY;
      }}
      onPointerUp={({ pointerId, clientX, clientY }) => {
        const { id, moved } = held.current;
        if (pointerId !== id) return;
        letGo();
        const isFirst = firstTouch();
        if (moved >= TAP_PX) return;
        const before = flight.focus;
        const touched = flight.touch(clientX, clientY);
        // On the one in front the sound is touched, unless this very touch has begun it.
        if (touched >= 0 && touched === before && !isFirst) toggleSound();
      }}
      onPointerCancel={letGo}
      onWheel={({ deltaX, deltaY, deltaMode }) => {
        const unit = WHEEL_SHARE * (deltaMode === 1 ? 16 : 1);
        flight.pull(-deltaX * unit, -deltaY * unit);
      }}
    />
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
  const { flight, focus, isFocusOpen, isHeard, isWanted, trouble } = own;
  const size = useWindowSize();
  const { focusX, focusY, focusRadius } = crowdView(size.width, size.height);
  const place = useRef<HTMLDivElement>(null);
  const { heard } = useSnapshot(field);
  const isLive = isHeard && heard.includes(focus);
  const rifff = share?.rifff;
  const view = useMemo<RifffView | null>(
    () => (rifff ? { rifff, isLive, bitePx: BITE_PX, marginPx: MARGIN_PX } : null),
    [rifff, isLive],
  );
  const hasRifff = view !== null;
  useLayoutEffect(() => {
    flight.showIn(hasRifff ? place.current : null, focus);
    return () => flight.showIn(null, -1);
  }, [flight, focus, hasRifff]);
  const half = focusRadius + MARGIN_PX;
  const where: CSSProperties = {
    left: focusX - half,
    top: focusY - half,
    width: 2 * half,
    height: 2 * half,
  };
  return (
    <>
      <div ref={place} className={styles.place} style={where}>
        {view && (
          <RifffPlace id="arcade" view={view}>
            <span
              className={styles.disc}
              style={{ width: 0.27 * focusRadius, height: 0.27 * focusRadius }}
              aria-hidden="true"
            >
              {isWanted && !isHeard ? <Spinner /> : <Icon name={isHeard ? 'pause' : 'play'} />}
            </span>
          </RifffPlace>
        )}
      </div>
      {share && (
        <div
          className={styles.caption}
          data-away={!isFocusOpen || undefined}
          style={{ left: focusX, top: focusY + focusRadius + 22, width: CAPTION_WIDTH }}
        >
          <h2 className="t40">{titleOf(share)}</h2>
          <p className="t15 muted">{trouble || lineOf(share)}</p>
          {onTake && (
            <Button size="lg" variant="filled" onClick={onTake}>
              Remix
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Size of the window, in CSS pixels. */
function useWindowSize(): { width: number; height: number } {
  const [size, setSize] = useState({ width: innerWidth, height: innerHeight });
  useEffect(() => {
    const follow = () => setSize({ width: innerWidth, height: innerHeight });
    addEventListener('resize', follow);
    return () => removeEventListener('resize', follow);
  }, []);
  return size;
}

interface KeyButtonProps {
  command: string;
  /** What is printed on its disc: a sign or the name of a key. */
  sign: string;
  icon: IconName;
  label: string;
  pressed?: boolean;
}

/** A command as a label on the ground: the key, and what it does. A button for whoever has no keys. */
function KeyButton({ command, sign, icon, label, pressed }: KeyButtonProps) {
  const { shortcuts, run } = useCommand(command);
  return (
    <button
      type="button"
      className={styles.key}
      aria-keyshortcuts={shortcuts}
      aria-pressed={pressed}
      onClick={run}
    >
      <span className={styles.cap} aria-hidden="true">
        <span className={styles.sign}>{sign}</span>
        <Icon name={icon} size={18} />
      </span>
      <span className={styles.word}>{label}</span>
    </button>
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
