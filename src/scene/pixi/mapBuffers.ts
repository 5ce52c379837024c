/** A map as numbers for the graphics chip: made when what is on it changes, never in a frame of a movement. */
import { MAP_MARKS, type MapPicture } from '../../data/stores/historyMap.ts';
import { inGround } from '../../drawing/ringNow.ts';
import { SHOWN_SHARE } from '../map/composeMap.ts';
import { fogOf } from '../map/emblems.ts';
import { DISC_FLOATS, LINE_FLOATS } from './mapShaders.ts';

/** Numbers and how many instances they are. */
interface Filled {
  readonly data: Float32Array;
  readonly count: number;
}

class Lines {
  private data: Float32Array;
  count = 0;

  constructor(most: number) {
    this.data = new Float32Array(Math.max(1, most) * LINE_FLOATS);
  }

  private piece(
    x0: number,
    row0: number,
    x1: number,
    row1: number,
    part: number,
    late: number,
    dots: number,
  ) {
    this.data.set([x0, row0, x1, row1, part, late, dots], this.count * LINE_FLOATS);
    this.count += 1;
  }

  /** A line from one place to another: one piece along a row, three across rows. */
  add(x0: number, row0: number, x1: number, row1: number, late: number, dots: number): void {
    if (row0 === row1) this.piece(x0, row0, x1, row1, 3, late, dots);
    else for (let part = 0; part < 3; part += 1) this.piece(x0, row0, x1, row1, part, late, dots);
  }

  get filled(): Filled {
    return { data: this.data, count: this.count };
  }
}

/** Lines between rifffs. @param isWay only those of the way from the root to now, else only the others */
export function linesOf({ layout, marks }: MapPicture, isWay: boolean): Filled {
  const { parents, xs, rows, turnsLate } = layout;
  const lines = new Lines(3 * parents.length);
  parents.forEach((parent, place) => {
    const own = marks[place]!;
    if (parent < 0 || ((own & MAP_MARKS.way) !== 0) !== isWay) return;
    const dots = own & MAP_MARKS.unsent ? 1 : 0;
    lines.add(xs[parent]!, rows[parent]!, xs[place]!, rows[place]!, turnsLate[place]!, dots);
  });
  return lines.filled;
}

/** Dotted lines to what is being made. */
export function draftLines({ layout, drafts }: MapPicture): Filled {
  const lines = new Lines(3 * drafts.length);
  for (const { x, row, parent } of drafts) {
    if (parent >= 0) lines.add(layout.xs[parent]!, layout.rows[parent]!, x, row, 1, 1);
  }
  return lines.filled;
}

/** Every rifff as a disc in its ink; those off the way first, so that the way lies on them. */
export function discsOf({ layout, marks, inks }: MapPicture): Filled {
  const { xs, rows } = layout;
  const data = new Float32Array(Math.max(1, xs.length) * DISC_FLOATS);
  let count = 0;
  for (const isNear of [false, true]) {
    for (let place = 0; place < xs.length; place += 1) {
      const own = marks[place]!;
      if ((fogOf(own) === 0) !== isNear) continue;
      const ink = inGround(inks[place]!, 1 - fogOf(own));
      const size = own & MAP_MARKS.shown ? SHOWN_SHARE : 1;
      putDisc(data, count, xs[place]!, rows[place]!, 0, 0, size, 0, 0, 0, ink);
      count += 1;
    }
  }
  return { data, count };
}

/** Writes one disc. @param share of a disc's radius @param addPx to it @param ink `0xRRGGBB` */
export function putDisc(
  data: Float32Array,
  at: number,
  x: number,
  row: number,
  shiftX: number,
  shiftY: number,
  share: number,
  addPx: number,
  widthPx: number,
  dashes: number,
  ink: number,
): void {
  const from = at * DISC_FLOATS;
  data[from] = x;
  data[from + 1] = row;
  data[from + 2] = shiftX;
  data[from + 3] = shiftY;
  data[from + 4] = share;
  data[from + 5] = addPx;
  data[from + 6] = widthPx;
  data[from + 7] = dashes;
  data[from + 8] = ((ink >> 16) & 255) / 255;
  data[from + 9] = ((ink >> 8) & 255) / 255;
  data[from + 10] = (ink & 255) / 255;
}
