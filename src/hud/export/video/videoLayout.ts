/** Where rings and words stand in a video: the stage of the look, for three shapes of picture. */

export interface VideoLayout {
  readonly centre: { readonly x: number; readonly y: number };
  /** Radius that the rifff may take. */
  readonly radius: number;
  /** Left edge and baseline of the title; makers and tempo stand under it. */
  readonly words: { readonly x: number; readonly y: number; readonly width: number };
  /** Size of the title. */
  readonly titlePx: number;
  readonly textPx: number;
}

/** All lengths in pixels of the picture. */
export function videoLayout(width: number, height: number): VideoLayout {
  const side = Math.min(width, height);
  const margin = Math.round(0.06 * side);
  const titlePx = Math.round(0.056 * side);
  const textPx = Math.round(0.026 * side);
  // Two lines of text under the title, and the margin under them.
  const wordsY = height - margin - Math.round(2.9 * textPx);
  if (width > 1.2 * height) {
    const radius = Math.round(0.455 * height);
    const x = width - margin - radius;
    const room = x - radius - 2 * margin;
    return {
      centre: { x, y: height / 2 },
      radius,
      words: { x: margin, y: wordsY, width: room },
      titlePx,
      textPx,
    };
  }
  const isTall = height > 1.2 * width;
  const radius = Math.round((isTall ? 0.46 : 0.36) * width);
  const y = isTall ? Math.round(0.43 * height) : margin + radius;
  return {
    centre: { x: width / 2, y },
    radius,
    words: { x: margin, y: wordsY, width: width - 2 * margin },
    titlePx,
    textPx,
  };
}
