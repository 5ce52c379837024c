/**
 * On a cold visit the sound goes before the canvas: the code of the engine and the first rifff's audio are
 * fetched first, so that a tap is heard soon. Still pictures stand in until then.
 */
import { IDLE_PREFETCH_TIMEOUT_MS } from '../../data/contract/constants.ts';

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
