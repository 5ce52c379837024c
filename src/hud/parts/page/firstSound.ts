/**
 * On a cold visit the sound goes before the canvas: the code of the engine and the first rifff's audio are
 * fetched first, so that a tap is heard soon. Still pictures stand in until then.
 */
import { IDLE_PREFETCH_TIMEOUT_MS } from '../../../data/contract/constants.ts';

let open: () => void = () => {};
let gate: Promise<void> = Promise.resolve();

/** Keeps the canvas waiting until `soundIsReady`. */
export function expectSound(): void {
  gate = new Promise((resolve) => {
    open = resolve;
  });
}

/** The sound is being fetched: the canvas waits for it, but not for ever. */
export function soundIsComing(): void {
  setTimeout(open, IDLE_PREFETCH_TIMEOUT_MS);
}

/** The first sound can be played, or there is none to wait for. */
export function soundIsReady(): void {
  open();
}

/** Resolves when the canvas may be fetched. */
export function canvasTurn(): Promise<void> {
  return gate;
}

let openRest: () => void = () => {};
const rest = new Promise<void>((resolve) => {
  openRest = resolve;
});

/** From now on code that the reader has not asked for yet may be fetched, such as menus and the next page. */
export function restMayCome(): void {
  openRest();
}

/** Resolves when code that the reader has not asked for yet may be fetched. */
export function restTurn(): Promise<void> {
  return rest;
}

/** Runs a function when the page is idle, after two seconds at the latest. @returns a function that cancels it */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: IDLE_PREFETCH_TIMEOUT_MS });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(run, IDLE_PREFETCH_TIMEOUT_MS);
  return () => clearTimeout(handle);
}

/** Does the visitor ask for little data? */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
