/** What every page in the field has: the ground, the one in front, and labels of keys. */
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSnapshot } from 'valtio';
import { field } from '../../audio/state/field.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { RifffView } from '../../data/stores/places.ts';
import { CAPTION_WIDTH, crowdView } from '../../drawing/arcade/crowd.ts';
import { useCommand } from '../parts/commands/registry.ts';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import { Icon, type IconName } from '../system/Icon.tsx';
import styles from './Arcade.module.css';
import type { Arcade } from './useArcade.ts';

/** Room round the rings in the clearing, for what swells. */
const MARGIN_PX = 20;
/** Ground round a rifff that lies over others. */
export const BITE_PX = 5.5;
/** A pointer that has moved less than this is a touch and no drag. */
const TAP_PX = 7;
/** One step of a mouse wheel counts as a drag of this many pixels. */
const WHEEL_SHARE = 0.6;

interface GroundProps {
  own: Arcade;
  /** The one in front is touched, at CSS pixels of the window; `isFirst`: it is the touch that lets the field sound. */
  onFront(x: number, y: number, isFirst: boolean): void;
}

/** The ground under everything: pulled by a finger, touched, rolled by a wheel. */
export function Ground({ own, onFront }: GroundProps) {
  const { flight, firstTouch } = own;
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
        if (touched >= 0 && touched === before) onFront(clientX, clientY, isFirst);
      }}
      onPointerCancel={letGo}
      onWheel={({ deltaX, deltaY, deltaMode }) => {
        const unit = WHEEL_SHARE * (deltaMode === 1 ? 16 : 1);
        flight.pull(-deltaX * unit, -deltaY * unit);
      }}
    />
  );
}

interface FrontPlaceProps {
  own: Arcade;
  rifff: Rifff | undefined;
  /** Slot of the ring that has a broken keyline; left out for none. */
  focused?: number;
  /** What stands on the disc in the hole. */
  children: ReactNode;
}

/** The rifff in the clearing, with a disc in its hole. */
export function FrontPlace({ own, rifff, focused, children }: FrontPlaceProps) {
  const { flight, focus, isHeard } = own;
  const { focusX, focusY, focusRadius } = useCrowdView();
  const place = useRef<HTMLDivElement>(null);
  const { heard } = useSnapshot(field);
  const isLive = isHeard && heard.includes(focus);
  const view = useMemo<RifffView | null>(
    () => (rifff ? { rifff, isLive, focused, bitePx: BITE_PX, marginPx: MARGIN_PX } : null),
    [rifff, isLive, focused],
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
    <div ref={place} className={styles.place} style={where}>
      {view && (
        <RifffPlace id="arcade" view={view}>
          <span
            className={`discIcon ${styles.disc}`}
            style={{ width: 0.27 * focusRadius, height: 0.27 * focusRadius }}
            aria-hidden="true"
          >
            {children}
          </span>
        </RifffPlace>
      )}
    </div>
  );
}

/** Words under the one in front. */
export function FrontCaption({ isAway, children }: { isAway: boolean; children: ReactNode }) {
  const { focusX, focusY, focusRadius } = useCrowdView();
  return (
    <div
      className={`${isAway ? 'invisible' : ''} ${styles.caption}`}
      style={{ left: focusX, top: focusY + focusRadius + 22, width: CAPTION_WIDTH }}
    >
      {children}
    </div>
  );
}

/** The window onto the crowd as it is now. */
export function useCrowdView() {
  const { width, height } = useWindowSize();
  return useMemo(() => crowdView(width, height), [width, height]);
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

/** A command as a label on the ground: its key, and what it does. A button for players without a keyboard. */
export function KeyButton({ command, sign, icon, label, pressed }: KeyButtonProps) {
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
        <span className="phoneAway">{sign}</span>
        <Icon name={icon} size={18} />
      </span>
      <span>{label}</span>
    </button>
  );
}
