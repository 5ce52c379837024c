/** Rifffs that are looked at on a stage, or with their room: the code that draws what is around them comes with the first. */
import { composeRifff } from '../../drawing/composeRifff.ts';
import type { PaintList } from '../../drawing/paintList.ts';
import type { composeAround } from './around.ts';
import type { RifffDrawing } from './rifffDrawing.ts';

/** After a failure it is asked for again no sooner than this, in ms. */
const AGAIN_MS = 2000;

let compose: typeof composeAround | null = null;
let hasFailed = false;
let askedMs = Number.NEGATIVE_INFINITY;

/** Fetches what draws stages and rooms. Never throws: where it cannot come, rifffs are drawn as everywhere. */
export async function fetchAround(): Promise<void> {
  askedMs = performance.now();
  try {
    compose = (await import('./around.ts')).composeAround;
  } catch (cause) {
    hasFailed = true;
    console.warn('What draws stages could not be fetched', cause);
  }
}

/** Makes the list of a rifff that has a look or a room. Nothing is drawn while the code for it is on its way. */
export function composeLookedAt(list: PaintList, drawing: RifffDrawing): void {
  if (compose) {
    compose(list, drawing);
    return;
  }
  const isAsked = performance.now() - askedMs < (hasFailed ? AGAIN_MS : Number.POSITIVE_INFINITY);
  if (!isAsked) void fetchAround();
  if (hasFailed) composeRifff(list, drawing);
  else list.begin(-1, 0);
  // It is asked for its picture until that is there.
  drawing.isDirty = true;
}
