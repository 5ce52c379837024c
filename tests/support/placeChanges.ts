/** How places of a row of pictures change, as WCAG 2.2 has it: for the second count of flashes, and for stripes. */

/** A change is a general one from this difference of relative luminance on, where the darker side is below `DARK`. */
const LEAST_CHANGE = 0.1;
const DARK = 0.8;
/** A state is a saturated red from this share of red on; a change to or from it counts where it is farther than `LEAST_HUE`. */
const SATURATED = 0.8;
const LEAST_HUE = 0.2;

/** Places of a picture. */
export interface Grid {
  readonly across: number;
  readonly down: number;
}
/** Numbers of the pictures in which a place changes, there and back in turns. */
export type Changes = readonly number[];

const LIGHT = Float64Array.from({ length: 256 }, (_, at) => {
  const value = at / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** The mean light of each place: red, green and blue, place after place. */
export function lightOf(pixels: Uint32Array, width: number, { across, down }: Grid): Float32Array {
  const height = pixels.length / width;
  const sums = new Float32Array(3 * across * down);
  const counts = new Uint32Array(across * down);
  for (let at = 0; at < pixels.length; at++) {
    const row = Math.floor((Math.floor(at / width) * down) / height);
    const place = row * across + Math.floor(((at % width) * across) / width);
    const ink = pixels[at]!;
    sums[3 * place]! += LIGHT[(ink >> 16) & 255]!;
    sums[3 * place + 1]! += LIGHT[(ink >> 8) & 255]!;
    sums[3 * place + 2]! += LIGHT[ink & 255]!;
    counts[place]!++;
  }
  return sums.map((sum, at) => sum / counts[Math.floor(at / 3)]!);
}

/** First and last of a series, and where it turns between them. */
function turnsOf(series: readonly number[]): number[] {
  const turns = [0];
  for (let at = 1; at < series.length; at++) {
    const [from, to] = [series[turns.at(-1)!]!, series[at]!];
    if (to === from) continue;
    const before = turns.length > 1 ? series[turns.at(-2)!]! : from;
    if ((from - before) * (to - from) > 0) turns.pop();
    turns.push(at);
  }
  return turns;
}

/** Peaks and valleys of a series. Where two neighbours differ by less than `least` both go, the closest first. */
export function extremesOf(series: readonly number[], least: number): number[] {
  const turns = turnsOf(series);
  while (turns.length > 1) {
    let closest = 0;
    let difference = Number.POSITIVE_INFINITY;
    for (let at = 0; at + 1 < turns.length; at++) {
      const between = Math.abs(series[turns[at + 1]!]! - series[turns[at]!]!);
      if (between < difference) [closest, difference] = [at, between];
    }
    if (difference >= least - 1e-9) break;
    // At the ends of the series only the end goes.
    if (closest === 0) turns.shift();
    else if (closest + 2 === turns.length) turns.pop();
    else turns.splice(closest, 2);
  }
  return turns;
}

/** Changes of light: each is dated when half of it is done. */
export function generalChanges(series: readonly number[]): Changes {
  const turns = extremesOf(series, LEAST_CHANGE);
  const changes: number[] = [];
  for (let at = 0; at + 1 < turns.length; at++) {
    const [from, to] = [series[turns[at]!]!, series[turns[at + 1]!]!];
    if (Math.min(from, to) >= DARK) continue;
    const isDone = (value: number) => Math.abs(value - from) >= Math.abs(to - from) / 2;
    let done = turns[at]!;
    while (!isDone(series[done]!)) done++;
    changes.push(done);
  }
  return changes;
}

interface Hue {
  readonly u: number;
  readonly v: number;
  readonly isRed: boolean;
}

/** A colour in the CIE 1976 UCS diagram; black, which has no hue, counts as white. */
export function hueOf(red: number, green: number, blue: number): Hue {
  const sum = red + green + blue;
  if (sum < 1e-6) return hueOf(1, 1, 1);
  const x = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const z = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const all = x + 15 * y + 3 * z;
  return { u: (4 * x) / all, v: (9 * y) / all, isRed: red / sum >= SATURATED };
}

/**
 * Changes to a saturated red and back: the longest row of states, one of two neighbours a red, that are far enough from each
 * other. Two saturated reds never are.
 */
export function redChanges(states: readonly Hue[]): Changes {
  if (!states.some(({ isRed }) => isRed)) return [];
  const lengths: number[] = [];
  const before: number[] = [];
  let last = 0;
  for (const [at, state] of states.entries()) {
    lengths.push(1);
    before.push(-1);
    for (let earlier = 0; earlier < at; earlier++) {
      const other = states[earlier]!;
      if (other.isRed === state.isRed || lengths[earlier]! < lengths[at]!) continue;
      if (Math.hypot(state.u - other.u, state.v - other.v) <= LEAST_HUE) continue;
      lengths[at] = lengths[earlier]! + 1;
      before[at] = earlier;
    }
    if (lengths[at]! > lengths[last]!) last = at;
  }
  const changes: number[] = [];
  for (let at = last; before[at]! >= 0; at = before[at]!) changes.unshift(at);
  return changes;
}
