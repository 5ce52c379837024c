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
