/**
 * A wall: a page that is the picture of a look and nothing else. Its pictures are counted before they are shown
 * (`scene/guard`), and its ground is changed with the picture that it belongs to.
 */
import type { LookGround } from '../contract/stageLooks.ts';
import { createListeners } from './listeners.ts';

/** What lies behind the picture: a ground, or nothing. */
export type WallGround = LookGround | 'clear';

/** Pictures of walls that were shown, and how often one was not, since the page began. */
export const wallPictures = { shown: 0, held: 0 };

const listeners = createListeners();
let wished: WallGround | null = null;
let isGuarded = false;

/** The ground that is wished for; null where no wall is open. */
export const wallGround = (): WallGround | null => wished;

/** Are the pictures of the wall counted? */
export const isWallGuarded = (): boolean => isGuarded;

/** Says that they are from now on, or no longer. */
export function guardWall(guards: boolean): void {
  isGuarded = guards;
  if (!guards) showWallGround(wished);
}

/** Opens a wall or gives it another ground; null closes it. */
export function wishWallGround(ground: WallGround | null): void {
  wished = ground;
  if (!isGuarded || ground === null) showWallGround(ground);
  listeners.tell();
}

/** Puts a ground behind the page now: the styles read it from the root element. */
export function showWallGround(ground: WallGround | null): void {
  const { dataset } = document.documentElement;
  if (ground === null) delete dataset.stage;
  else if (dataset.stage !== ground) dataset.stage = ground;
}

/** Hears of walls that open or close, and of their grounds. @returns what stops it */
export const onWall = listeners.add;
