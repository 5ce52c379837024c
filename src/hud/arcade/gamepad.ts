/**
 * A gamepad that steers the flight: sticks and cross give thrust, a held button counts as one press. It is read in each
 * frame, and only while one is connected. Order of axes and buttons: the standard mapping (W3C Gamepad, section 8).
 */
import { wakeCrowd } from '../../data/stores/arcade.ts';
import type { ArcadeFlight } from './arcadeFlight.ts';

/** Below this value a stick counts as untouched: most do not rest exactly at 0. */
const DEAD_ZONE = 0.18;
const [CROSS_UP, CROSS_DOWN, CROSS_LEFT, CROSS_RIGHT] = [12, 13, 14, 15] as const;

/** What its buttons do, by their number: 0 is the lower one, 1 the right one, 4 and 5 the shoulders. */
export type PadButtons = Readonly<Record<number, () => void>>;

/** A stick without its dead zone, −1 to 1. */
export function stick(value: number): number {
  const far = Math.abs(value);
  if (!(far > DEAD_ZONE)) return 0;
  return (Math.sign(value) * Math.min(1, far - DEAD_ZONE)) / (1 - DEAD_ZONE);
}

/** Steers the flight by the first connected gamepad. @returns function that stops it */
export function followGamepad(flight: ArcadeFlight, buttons: PadButtons): () => void {
  const down = new Uint8Array(32);
  let wasPushed = false;
  const poll = (): boolean => {
    const pad = navigator.getGamepads().find((one) => one?.connected);
    if (!pad) {
      flight.pollPad = null;
      return false;
    }
    const pressed = (at: number) => (pad.buttons[at]?.pressed ? 1 : 0);
    const x = stick(pad.axes[0] ?? 0) + pressed(CROSS_RIGHT) - pressed(CROSS_LEFT);
    const away = -stick(pad.axes[1] ?? 0) + pressed(CROSS_UP) - pressed(CROSS_DOWN);
    const isPushed = x !== 0 || away !== 0;
    // A stick at rest must not overwrite the keys.
    if (isPushed || wasPushed) {
      flight.input.thrustX = Math.max(-1, Math.min(1, x));
      flight.input.thrustDepth = Math.max(-1, Math.min(1, away));
    }
    wasPushed = isPushed;
    for (let at = 0; at < pad.buttons.length && at < CROSS_UP; at++) {
      const isDown = pressed(at);
      if (isDown === 1 && down[at] === 0) buttons[at]?.();
      down[at] = isDown;
    }
    return true;
  };
  const look = () => {
    flight.pollPad = navigator.getGamepads().some((one) => one?.connected) ? poll : null;
    wakeCrowd();
  };
  addEventListener('gamepadconnected', look);
  addEventListener('gamepaddisconnected', look);
  if (typeof navigator.getGamepads === 'function') look();
  return () => {
    flight.pollPad = null;
    removeEventListener('gamepadconnected', look);
    removeEventListener('gamepaddisconnected', look);
  };
}
