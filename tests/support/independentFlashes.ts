/**
 * A second count of flashes, written from the text of WCAG 2.2 (2.3.1, "three flashes or below threshold") without a look at
 * the product's own. It sees all pictures at once: each place has its light as a series, ripples are taken out of it, what is
 * left are its changes, and each second is laid over the picture as a table of sums. It is slow and easy to read. What happens
 * at once was made narrower when both counts had been compared: see `isFlash`.
 *
 * https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds
 */
import {
  type Changes,
  type Grid,
  generalChanges,
  hueOf,
  lightOf,
  redChanges,
} from './placeChanges.ts';

/** Flashes count from this share of a field on. The text says "more than" a quarter: this is a line stricter. */
const SHARE = 0.25;
/** A field of ten degrees is 341 of 1024 pixels wide, and 256 of 768 high. */
const FIELDS_ACROSS = 3;

export interface Counted {
  /** General flashes within a second: the most that each place of a quarter of a field has, in which they flash at once. */
  readonly general: number;
  /** The same of red flashes. */
  readonly red: number;
  /**
   * Flashes of either kind within a second, wherever in a field they are: each takes a quarter of it at one moment, and
   * begins where the one before has ended. More than the others where places flash one after the other.
   */
  readonly inTurns: number;
}

/** Sums of all that lies above and to the left, with a row and a column of zeros before. */
function sumsOf(isIn: (place: number) => boolean, { across, down }: Grid): Uint32Array {
  const wide = across + 1;
  const sums = new Uint32Array(wide * (down + 1));
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const at = (y + 1) * wide + x + 1;
      sums[at] =
        sums[at - 1]! + sums[at - wide]! - sums[at - wide - 1]! + (isIn(y * across + x) ? 1 : 0);
    }
  }
  return sums;
}

const fieldOf = ({ across, down }: Grid): Grid => ({
  across: Math.max(1, Math.round(across / FIELDS_ACROSS)),
  down: Math.max(1, Math.round(down / FIELDS_ACROSS)),
});

/** Is there a field of which these places are a quarter? */
function fillsSomeField(isIn: (place: number) => boolean, grid: Grid): boolean {
  const sums = sumsOf(isIn, grid);
  const field = fieldOf(grid);
  const wide = grid.across + 1;
  for (let y = 0; y + field.down <= grid.down; y++) {
    for (let x = 0; x + field.across <= grid.across; x++) {
      const [top, bottom] = [y * wide + x, (y + field.down) * wide + x];
      const inside =
        sums[bottom + field.across]! - sums[bottom]! - sums[top + field.across]! + sums[top]!;
      if (inside >= SHARE * field.across * field.down) return true;
    }
  }
  return false;
}

/** How much longer than its neighbours a flash may last, for pictures that fall on either side. */
const LONGER = 1.5;

/**
 * Is a place in a flash between two of its changes? Not while nothing happens: what lies before and after does not take much
 * less. Else all places that a thin line passes now and then would be in a flash all the time.
 */
function isFlash(changes: Changes, next: number): boolean {
  const lasts = changes[next]! - changes[next - 1]!;
  const before = next > 1 ? changes[next - 1]! - changes[next - 2]! : Number.POSITIVE_INFINITY;
  const after = changes[next + 1] === undefined ? before : changes[next + 1]! - changes[next]!;
  return lasts <= LONGER * Math.min(before, after);
}

/** The change that ends the flash which a place is in at this moment; none: -1. */
function endOfFlash(changes: Changes, moment: number): number {
  const next = changes.findIndex((at) => at > moment);
  return next > 0 && isFlash(changes, next) ? next : -1;
}

/**
 * Flashes in the worst second: as many as each place of a quarter of some field has, where those places are in a flash at
 * one moment. A line that goes through a field flashes all of its places, but few of them at once.
 */
function mostAtOnce(
  places: readonly Changes[],
  grid: Grid,
  pictures: number,
  perSecond: number,
): number {
  let most = 0;
  for (let from = 0; from === 0 || from + perSecond < pictures; from++) {
    const flashes = places.map((changes) =>
      Math.floor(changes.filter((at) => at > from && at <= from + perSecond).length / 2),
    );
    const isMore = () => fillsSomeField((place) => flashes[place]! > most, grid);
    for (let moment = from; isMore() && moment < Math.min(pictures, from + perSecond); ) {
      const isIn = (place: number) =>
        flashes[place]! > most && endOfFlash(places[place]!, moment) >= 0;
      if (fillsSomeField(isIn, grid)) most++;
      else moment++;
    }
  }
  return most;
}

/**
 * When the next flash that takes a quarter of a field ends; none: infinite. It begins at `from` at the earliest.
 *
 * @param moments in which something changes in the field, in their order
 * @param spent number of each place's change that ended its last flash, or -1; is changed
 */
function nextInTurns(
  field: readonly Changes[],
  moments: readonly number[],
  from: number,
  spent: number[],
): number {
  const needed = Math.ceil(SHARE * field.length);
  let [best, end] = [0, Number.POSITIVE_INFINITY];
  const endAt = (place: number, moment: number) => {
    const next = endOfFlash(field[place]!, moment);
    return next > spent[place]! + 1 && field[place]![next - 1]! >= from ? next : -1;
  };
  for (const moment of moments) {
    if (moment < from || moment >= end) continue;
    const ends: number[] = [];
    for (const [place, changes] of field.entries()) {
      const next = endAt(place, moment);
      if (next >= 0) ends.push(changes[next]!);
    }
    ends.sort((a, b) => a - b);
    if (ends.length >= needed && ends[needed - 1]! < end) [best, end] = [moment, ends[needed - 1]!];
  }
  for (const [place, changes] of field.entries()) {
    const next = endAt(place, best);
    if (next >= 0 && changes[next]! <= end) spent[place] = next;
  }
  return end;
}

/** Flashes in the worst second, wherever in a field they are. Fields are tried at every third of their size. */
function mostInTurns(places: readonly Changes[], grid: Grid, perSecond: number): number {
  const size = fieldOf(grid);
  let most = 0;
  const stepY = Math.max(1, Math.floor(size.down / 3));
  const stepX = Math.max(1, Math.floor(size.across / 3));
  for (let top = 0; top + size.down <= grid.down; top += stepY) {
    for (let left = 0; left + size.across <= grid.across; left += stepX) {
      const field = places.filter((_, place) => {
        const [x, y] = [place % grid.across, Math.floor(place / grid.across)];
        return x >= left && x < left + size.across && y >= top && y < top + size.down;
      });
      if (field.filter(({ length }) => length > 1).length < SHARE * field.length) continue;
      const moments = [...new Set(field.flat())].sort((a, b) => a - b);
      for (const from of moments) {
        const spent = field.map(() => -1);
        let count = 0;
        let end = nextInTurns(field, moments, from, spent);
        while (end < from + perSecond) {
          count++;
          end = nextInTurns(field, moments, end, spent);
        }
        most = Math.max(most, count);
      }
    }
  }
  return most;
}

/**
 * Counts the flashes of a row of pictures.
 *
 * @param pictures `0xRRGGBB` each, row after row; the whole of what is on the screen
 * @param width of each, in pixels
 * @param places across: each is the mean of its pixels, so that what is finer is one shade (the text's exception for what is
 *   smaller than a tenth of a degree, a three-hundredth of the width)
 * @param perSecond pictures in a second
 */
export function independentFlashes(
  pictures: readonly Uint32Array[],
  width: number,
  { places: across = 45, perSecond = 60 }: { places?: number; perSecond?: number } = {},
): Counted {
  const height = pictures[0]!.length / width;
  const grid = { across, down: Math.round((across * height) / width) };
  const lights = pictures.map((pixels) => lightOf(pixels, width, grid));
  const general: Changes[] = [];
  const red: Changes[] = [];
  for (let place = 0; place < grid.across * grid.down; place++) {
    const colours = lights.map(
      (light) => [light[3 * place]!, light[3 * place + 1]!, light[3 * place + 2]!] as const,
    );
    general.push(generalChanges(colours.map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)));
    red.push(redChanges(colours.map((colour) => hueOf(...colour))));
  }
  const count = pictures.length;
  return {
    general: mostAtOnce(general, grid, count, perSecond),
    red: mostAtOnce(red, grid, count, perSecond),
    inTurns: Math.max(mostInTurns(general, grid, perSecond), mostInTurns(red, grid, perSecond)),
  };
}
