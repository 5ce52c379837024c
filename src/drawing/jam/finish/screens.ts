/** Screens in the colour of the ground over a picture, as far as that reaches: beyond it ground over ground is nothing. */
import type { OutlinePose, PaintList } from '../../paintList.ts';
import { circleFor } from '../../ringShapes.ts';
import { ACROSS, bar, HALF_X, HALF_Y, lineOf, MIDDLE_X, MIDDLE_Y } from '../stamp.ts';

const TAU = 2 * Math.PI;

/**
 * Distance and width of a screen, how it is turned, in turns, and how far it has to reach at most. Lengths in CSS pixels. As
 * arguments these would be boxed.
 */
export const screen = new Float64Array(4);
export const [STEP, WIDTH, TURN, REACH] = [0, 1, 2, 3] as const;

/** There are so many dots that they have coarser circles: as one of this share of their radius, at most so many pixels. */
const [COARSE, FINE_PX] = [0.5, 8];

const round: OutlinePose = { base: 0, amplitude: 0, turn: 0 };

/** Lays parallel lines over a list, one of them through its middle. @param ground their colour, `0xRRGGBB` */
export function screenLines(list: PaintList, ground: number): void {
  const { extent } = list;
  const reach = Math.min(extent, screen[REACH]!);
  const step = screen[STEP]!;
  const half = screen[WIDTH]! / 2;
  const alongX = Math.cos(screen[TURN]! * TAU);
  const alongY = Math.sin(screen[TURN]! * TAU);
  const most = Math.floor((reach + half) / step);
  for (let at = -most; at <= most; at++) {
    const off = at * step;
    const near = Math.max(0, Math.abs(off) - half);
    const long = Math.sqrt(Math.max(0, reach * reach - near * near));
    bar[MIDDLE_X] = -off * alongY;
    bar[MIDDLE_Y] = off * alongX;
    bar[HALF_X] = long * alongX;
    bar[HALF_Y] = long * alongY;
    bar[ACROSS] = 2 * half;
    lineOf(list, ground);
  }
  list.extent = extent;
}

/**
 * Lays a grid of dots over a list, one of them in its middle. All have the same points, so they cost little more than
 * their places.
 *
 * @param ground their colour, `0xRRGGBB`
 * @param dpr device pixels per CSS pixel
 */
export function screenDots(list: PaintList, ground: number, dpr: number): void {
  const { extent } = list;
  const reach = Math.min(extent, screen[REACH]!);
  const step = screen[STEP]!;
  const radius = screen[WIDTH]! / 2;
  const alongX = Math.cos(screen[TURN]! * TAU) * step;
  const alongY = Math.sin(screen[TURN]! * TAU) * step;
  const most = Math.floor((reach + radius) / step);
  const far = (reach + radius) * (reach + radius);
  round.base = radius;
  const circle = circleFor(Math.min(FINE_PX, COARSE * radius * dpr));
  const dot = list.fill(list.trace(circle, round, null), ground);
  for (let row = -most; row <= most; row++) {
    for (let at = -most; at <= most; at++) {
      const x = at * alongX - row * alongY;
      const y = at * alongY + row * alongX;
      if (x * x + y * y > far || (row === 0 && at === 0)) continue;
      const paint = list.again(dot, ground);
      paint.x = x;
      paint.y = y;
    }
  }
  list.extent = extent;
}

/** Dots of a screen that reaches so far, at a distance of 1. */
export const dotsWithin = (reach: number): number => Math.PI * reach * reach;
