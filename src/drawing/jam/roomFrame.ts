/** Where things lie in the picture of a room, for its size. Pure geometry. */

export interface RoomFrame {
  /** Centre of the rings in the picture, and their radius. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** The strip of history: its centre from the centre of the rings, how long and how wide it is. */
  readonly tree: {
    readonly x: number;
    readonly y: number;
    /** Does time go upwards rather than to the right? */
    readonly isUpright: boolean;
    readonly along: number;
    readonly across: number;
    readonly disc: number;
    readonly lane: number;
  };
}

/** Room between a picture's edge and what is drawn, as a share of its shorter side. */
const MARGIN = 0.04;
/** The strip of history as a share of the picture. */
const STRIP = 0.3;
/** The rings with people, who stand outside them, as a share of their radius. */
const AROUND = 1.12;

/**
 * Divides a picture: rings in the middle, the strip under them; in an upright picture too, since time reads to the right.
 * Very wide and low ones have the strip at the right, upright.
 *
 * @param width in CSS pixels, at least 1
 * @param height the same
 */
export function roomFrame(width: number, height: number): RoomFrame {
  const margin = MARGIN * Math.min(width, height);
  const isBeside = width > 2.4 * height;
  const strip = STRIP * (isBeside ? width : height);
  const openWidth = width - (isBeside ? strip : 0) - 2 * margin;
  const openHeight = height - (isBeside ? 0 : strip) - 2 * margin;
  const radius = Math.max(4, Math.min(openWidth, openHeight) / 2 / AROUND);
  const x = margin + openWidth / 2;
  // Above them, in an upright picture, is room for words.
  const y = margin + openHeight - AROUND * radius;
  const along = isBeside ? height - 2 * margin : width - 2 * margin;
  const across = strip - margin;
  const disc = Math.min(56, Math.max(14, Math.min(across / 5, along / 9)));
  // The newest disc is larger and has a keyline.
  const room = Math.max(0, along - 1.4 * disc - 16);
  return {
    x,
    y,
    radius,
    tree: {
      x: (isBeside ? width - margin - strip / 2 : width / 2) - x,
      y: (isBeside ? height / 2 : height - margin - across / 2) - y,
      isUpright: isBeside,
      along: room,
      across,
      disc,
      lane: 1.2 * disc,
    },
  };
}
