import { useLayoutEffect } from 'react';
import { type WallGround, wishWallGround } from '../../../data/stores/wall.ts';

/** Makes the page a wall on a ground, while there is one. The ground comes with the first picture that is drawn on it. */
export function useWallGround(ground: WallGround | null): void {
  useLayoutEffect(() => wishWallGround(ground), [ground]);
  useLayoutEffect(() => () => wishWallGround(null), []);
}
