import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { session } from '../../../data/stores/session.ts';
import { ui } from '../../../data/stores/ui.ts';
import room from '../Arcade.module.css';
import { Front } from '../ArcadeRoom.tsx';
import { followGamepad } from '../gamepad.ts';
import { useArcade } from '../useArcade.ts';
import styles from './Result.module.css';

/** Time in front of each rifff. */
const STAY_MS = 4500;
const BUTTONS = 12;

interface KioskAttractProps {
  shares: readonly SharedRifff[];
  /** A visitor touched the kiosk. Called inside a gesture. */
  onTouch(): void;
}

/** A field that flies by itself until a visitor touches the screen, a key or a gamepad. */
export function KioskAttract({ shares, onTouch }: KioskAttractProps) {
  const rifffs = useMemo(() => shares.map(({ rifff }) => rifff), [shares]);
  const own = useArcade(rifffs);
  const { flight, focus } = own;
  const { isOnline } = useSnapshot(ui);
  const { user } = useSnapshot(session);
  const touch = useRef(onTouch);
  touch.current = onTouch;
  useEffect(() => {
    const timer = setInterval(() => flight.skip(1), STAY_MS);
    const press = () => touch.current();
    const key = (event: KeyboardEvent) => {
      // Space and Enter press the button themselves.
      if (!event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey) press();
    };
    addEventListener('keydown', key);
    const stopPad = followGamepad(
      flight,
      Object.fromEntries(Array.from({ length: BUTTONS }, (_, at) => [at, press])),
    );
    return () => {
      clearInterval(timer);
      removeEventListener('keydown', key);
      stopPad();
    };
  }, [flight]);
  return (
    <section className={room.room} aria-label="Arcade">
      <Front own={own} share={shares[focus]} />
      <div className={styles.invite}>
        <h1 className={`huge ${styles.big}`}>Touch to play</h1>
        <p className="t18">Make a rifff out of what others made. It takes two minutes.</p>
      </div>
      <button type="button" className={styles.touch} aria-label="Touch to play" onClick={onTouch} />
      {(!isOnline || user) && (
        <p className={styles.note} role="status">
          {user
            ? `Signed in as ${user.user_id}: every run would be theirs. Sign out on this device first.`
            : 'No network: what is played now cannot be taken along.'}
        </p>
      )}
    </section>
  );
}
