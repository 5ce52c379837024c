import { useEffect, useRef, useState } from 'react';
import { idleOf, type KioskPhase } from '../../../data/rules/arcade/kiosk.ts';

const LOOK_MS = 500;
const HANDS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
/** Below this value a stick counts as untouched: most do not rest exactly at 0. */
const DEAD_ZONE = 0.3;

/** Is a button or a stick of a gamepad held? */
function isPadHeld(): boolean {
  const pads = typeof navigator.getGamepads === 'function' ? navigator.getGamepads() : [];
  return pads.some(
    (pad) =>
      pad?.connected &&
      (pad.buttons.some(({ pressed }) => pressed) ||
        pad.axes.some((at) => Math.abs(at) > DEAD_ZONE)),
  );
}

/**
 * Watches whether a visitor is at the kiosk.
 * @param onReset called once when there was no input for too long, after the warning
 * @returns seconds until `onReset` during the warning, else null
 */
export function useIdle(phase: KioskPhase, onReset: () => void): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const reset = useRef(onReset);
  reset.current = onReset;
  useEffect(() => {
    let lastMs = performance.now();
    const stir = () => {
      lastMs = performance.now();
      setLeft(null);
    };
    const timer = setInterval(() => {
      if (isPadHeld()) stir();
      const idle = idleOf(phase, performance.now() - lastMs);
      setLeft(idle.kind === 'warn' ? idle.leftSec : null);
      if (idle.kind !== 'reset') return;
      stir();
      reset.current();
    }, LOOK_MS);
    for (const hand of HANDS) addEventListener(hand, stir, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const hand of HANDS) removeEventListener(hand, stir, { capture: true });
    };
  }, [phase]);
  return left;
}
