/** The disc of the page's first paint, which is tapped before any of our code runs. */
import { wishToPlay } from '../data/stores/listening.ts';

/** Id of its checkbox. */
export const FIRST_TAP_ID = 'first-tap';

/** Is the first paint on show? */
export function hasFirstPaint(): boolean {
  return document.getElementById(FIRST_TAP_ID) !== null;
}

/** Carries a tap on the first paint over to the app, which is about to take its place. */
export function takeFirstTap(): void {
  const disc = document.getElementById(FIRST_TAP_ID);
  if (disc instanceof HTMLInputElement && disc.checked) wishToPlay();
}
