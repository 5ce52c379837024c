/** What pages may weigh: for the test of the build, and for what looks for better pieces (`bench/pieces`). */

export const KB = 1000;
/**
 * Most script until the first ring is drawn, as gzip in kB, by Canvas 2D and by WebGL, and the requests for it. The bars
 * for a cold visit are 300 and 420; the others hold what was reached.
 */
export const UNTIL_RING: Readonly<
  Record<string, readonly [canvas: number, webgl: number, files: number]>
> = {
  '/': [213, 400, 17],
  '/jam': [273, 460, 27],
  '/feed': [228, 415, 22],
  '/jams/:jam': [278, 465, 28],
  '/listen': [265, 452, 28],
};
/** Most script that runs before the first sound, in kB as gzip. */
export const UNTIL_SOUND = 180;
/** Most script of the page that signs in, with what asks for a passkey, in kB as it is sent. */
export const LOGIN = 150;
/** Most code of others that a page fetches along with its own, in kB as gzip. */
export const IN_VAIN = 14;
export const RARE_IN_VAIN = 28;
