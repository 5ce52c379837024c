/** The wrap of a rendered loop whose end does not meet its beginning by itself. */

/**
 * Cuts the frames before a loop off and fades the loop's end over into them, so that its last frame goes on into its
 * first. The power is held whatever the two have in common: with gains a and b and correlation r it is
 * a² + b² + 2rab.
 *
 * @param wave `seam` frames before the loop, then the loop
 * @returns the loop alone
 */
export function crossfadeEnd(wave: Float32Array, seam: number): Float32Array<ArrayBuffer> {
  const loop = new Float32Array(wave.subarray(seam));
  const from = loop.length - seam;
  let both = 0;
  let before = 1e-20;
  let end = 1e-20;
  for (let i = 0; i < seam; i++) {
    both += wave[i]! * loop[from + i]!;
    before += wave[i]! ** 2;
    end += loop[from + i]! ** 2;
  }
  const likeness = Math.max(-0.5, Math.min(1, both / Math.sqrt(before * end)));
  for (let i = 0; i < seam; i++) {
    const into = 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / seam);
    const out = 1 - into;
    const level = Math.sqrt(into * into + out * out + 2 * likeness * into * out);
    loop[from + i] = (out * loop[from + i]! + into * wave[i]!) / level;
  }
  return loop;
}
