/**
 * Rifffs that are looked at on a stage, or with their room: the code that draws what is around them comes with the first,
 * and with the first wall what counts its pictures before they are shown.
 */
import { scene } from '../../data/stores/scene.ts';
import { guardWall, isWallGuarded, onWall, wallGround } from '../../data/stores/wall.ts';
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
    scene.drawsLooks = true;
  } catch (cause) {
    hasFailed = true;
    console.warn('What draws stages could not be fetched', cause);
  }
}

/** Can a look be drawn now? Not on a wall whose pictures are not counted. */
const isReady = () => wallGround() === null || isWallGuarded();

/**
 * Makes the list of a rifff that has a look or a room.
 *
 * @returns false while the code for it is on its way: what was seen stays
 */
export function composeLookedAt(list: PaintList, drawing: RifffDrawing): boolean {
  if (compose && isReady()) {
    compose(list, drawing);
    return true;
  }
  const isAsked = performance.now() - askedMs < (hasFailed ? AGAIN_MS : Number.POSITIVE_INFINITY);
  if (!compose && !isAsked) void fetchAround();
  // It is asked for its picture until that is there.
  drawing.isDirty = true;
  if (hasFailed) composeRifff(list, drawing);
  return hasFailed;
}

/**
 * Has the pictures of every wall counted. Never throws: where what counts cannot come, rifffs are drawn as everywhere.
 *
 * @param begin fetches what counts the pictures of a host and begins; its answer ends it
 * @returns what stops it
 */
export function guardWalls(begin: () => Promise<() => void>): () => void {
  let end: (() => void) | null = null;
  let isComing = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    if (!end) return;
    end();
    end = null;
    guardWall(false);
  };
  const follow = async () => {
    if (isOver || wallGround() === null) leave();
    else if (!end && !isComing) {
      isComing = true;
      try {
        end = await begin();
        hasFailed = false;
        guardWall(true);
      } catch (cause) {
        hasFailed = true;
        timer = setTimeout(follow, AGAIN_MS);
        console.warn('What counts the pictures of a wall could not be fetched', cause);
      }
      isComing = false;
      // It may be over by now.
      if (isOver || wallGround() === null) leave();
    }
  };
  const stop = onWall(() => void follow());
  void follow();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
    leave();
  };
}
