/**
 * What sounds before the app is there: the page's engine, the rifff that the document names, and the disc of the
 * first paint, which is tapped while React is still on its way. Needs nothing of the app.
 */
import { createEngine } from '../audio/engine/createEngine.ts';
import { sampleTelemetry } from '../audio/engine/telemetry.ts';
import { FIRST_RIFFF_ID, FIRST_TAP_CLASS, FIRST_TAP_ID } from '../data/contract/constants.ts';
import type { StarterRifff } from '../data/contract/library.ts';
import { beforeEachFrame } from '../data/stores/frameLoop.ts';
import { startListening } from '../hud/parts/listening/startListening.ts';
import { savesData } from '../hud/parts/page/firstSound.ts';

/** The one engine of the page. */
export const engine = createEngine();
beforeEachFrame(sampleTelemetry);

function readFirstRifff(): StarterRifff | null {
  const block = document.getElementById(FIRST_RIFFF_ID)?.textContent;
  if (!block) return null;
  try {
    return JSON.parse(block) as StarterRifff;
  } catch {
    return null; // the page asks the server for it
  }
}

/** The rifff that the first page begins with, as its document names it; null where it names none. */
export const firstRifff = readFirstRifff();

const firstDisc = (): HTMLInputElement | null => {
  const disc = document.getElementById(FIRST_TAP_ID);
  return disc instanceof HTMLInputElement ? disc : null;
};

/** Is the first paint on show? */
export function hasFirstPaint(): boolean {
  return document.querySelector(`.${FIRST_TAP_CLASS}`) !== null;
}

/** Gets the code of the engine on its way. A failure is met when something is played. */
export function fetchEngine(): void {
  import('../audio/engine/liveEngine.ts').catch(() => {});
}

/** Plays as the disc of the first paint says, until the app takes its place. */
export function beginFirstSound(): void {
  const disc = firstDisc();
  if (!disc) return;
  if (!firstRifff) {
    // What plays is not known yet.
    if (disc.checked) fetchEngine();
    else disc.addEventListener('change', fetchEngine, { once: true });
    return;
  }
  const follow = async () => {
    if (!disc.checked) return engine.stop();
    await startListening(engine, [firstRifff as StarterRifff], 0);
    // Taken back while it was loading.
    if (!disc.checked && disc.isConnected) engine.stop();
  };
  disc.addEventListener('change', () => void follow());
  if (disc.checked) void follow();
  // Loops are fetched and decoded beside the page, which is put together meanwhile.
  else if (!savesData()) engine.preload(firstRifff.rifff).catch(() => {}); // a tap meets the same failure
}

/** Remembers Enter in a field of the first paint as a tap on what sends its form. */
export function beginFirstForm(): void {
  const send = document.querySelector<HTMLInputElement>(`form .${FIRST_TAP_CLASS}`);
  send?.form?.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') send.checked = true;
  });
}

/** What was tapped on the first paint and is still to be done by the app, which is about to take its place; else null. */
export function takeFirstTap(): string | null {
  const tapped = document.querySelector<HTMLInputElement>(`.${FIRST_TAP_CLASS}:checked`);
  // The first rifff sounds by itself.
  if (!tapped || (tapped.id === FIRST_TAP_ID && firstRifff)) return null;
  return tapped.dataset.wish ?? null;
}
