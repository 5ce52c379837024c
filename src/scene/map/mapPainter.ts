import type { HistoryMap } from '../../data/stores/historyMap.ts';

/** What draws a map into its element: WebGL or a 2D canvas. */
export interface MapPainter {
  /**
   * Draws the map as it is now.
   * @param dpr device pixels per CSS pixel
   * @returns whether something is left to be painted in the next frame
   */
  draw(map: HistoryMap, dpr: number): boolean;
  /** The type of the page has been loaded: words are painted again. */
  typeHasCome(): void;
  remove(): void;
}

/** Widths of lines in CSS pixels, by the size of discs: the way from the root to now, and branches. */
export const wayWidth = (discPx: number) => (discPx < 14 ? 2 : 3);
export const sideWidth = (discPx: number) => (discPx < 14 ? 1 : 2);

/** Zooms between which lines come up out of the ground, in pixels for a step: where thousands lie side by side they are a shade. */
const [FAINT, PLAIN] = [1, 14] as const;

/** Share of their ink that lines have at a zoom, 0–1: along rows, and across them. */
export function lineShares(zoom: number): readonly [row: number, across: number] {
  const share = Math.min(1, Math.max(0, (zoom - FAINT) / (PLAIN - FAINT)));
  // In few steps: each is a colour of its own.
  const near = Math.round(32 * share) / 32;
  return [0.35 + 0.65 * near, 0.14 + 0.86 * near];
}
