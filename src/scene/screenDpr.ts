/** Finer pictures than this cost much and are hardly seen. */
const MOST = 2;

/** Device pixels that are drawn for each CSS pixel. */
export const screenDpr = (): number => Math.min(devicePixelRatio || 1, MOST);
