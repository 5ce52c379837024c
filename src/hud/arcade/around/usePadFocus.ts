import { useEffect } from 'react';

const LOOK_MS = 60;
/** Below, right, and the cross (W3C Gamepad, the standard mapping). */
const [PRESS, BACK, UP, DOWN, LEFT, RIGHT] = [0, 1, 12, 13, 14, 15] as const;
const FAR = 0.6;

/** What can be pressed: of an open dialog, else of the page. */
function pressable(): HTMLElement[] {
  const inside = document.querySelector('[role="dialog"]') ?? document.querySelector('main');
  return [...(inside?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])];
}

function moveFocus(by: 1 | -1): void {
  const all = pressable();
  const at = all.indexOf(document.activeElement as HTMLElement);
  all.at(at < 0 ? 0 : (at + by + all.length) % all.length)?.focus();
}

/**
 * Goes through the buttons of a page by gamepad: cross and stick move the focus, the lower button presses, the right one
 * goes back.
 */
export function usePadFocus(isOn: boolean, onBack: () => void): void {
  useEffect(() => {
    if (!isOn || typeof navigator.getGamepads !== 'function') return;
    // A button that was held before this page does not count.
    let before: string | null = null;
    const timer = setInterval(() => {
      const pad = navigator.getGamepads().find((one) => one?.connected);
      if (!pad) return;
      const isDown = (at: number) => pad.buttons[at]?.pressed === true;
      const [x = 0, y = 0] = pad.axes;
      const now = isDown(PRESS)
        ? 'press'
        : isDown(BACK)
          ? 'back'
          : isDown(DOWN) || isDown(RIGHT) || y > FAR || x > FAR
            ? 'next'
            : isDown(UP) || isDown(LEFT) || y < -FAR || x < -FAR
              ? 'previous'
              : '';
      if (before === null || now === before) {
        before = now;
        return;
      }
      before = now;
      if (now === 'press') (document.activeElement as HTMLElement | null)?.click();
      else if (now === 'back') onBack();
      else if (now !== '') moveFocus(now === 'next' ? 1 : -1);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isOn, onBack]);
}
