/** What of a place changes when it flashes: its light, or a saturated red. The thresholds are those of `flashCount.ts`. */

const GENERAL = 0.1;
const DARK = 0.8;
const RED = 0.8;
const RED_CHANGE = 0.2;
const RED_MEAN_CHANGE = 20;

/** Arrays that can be put back as they were. */
export class Memory {
  private readonly lives: Uint8Array[] = [];
  private readonly kept: Uint8Array[] = [];

  add<T extends Float64Array | Uint16Array | Uint8Array | Int8Array>(array: T): T {
    this.lives.push(new Uint8Array(array.buffer));
    return array;
  }

  save(): void {
    const { lives, kept } = this;
    for (let at = 0; at < lives.length; at++) {
      kept[at] ??= new Uint8Array(lives[at]!.length);
      kept[at]!.set(lives[at]!);
    }
  }

  restore(): void {
    for (let at = 0; at < this.kept.length; at++) this.lives[at]!.set(this.kept[at]!);
  }
}

/** Is a linear colour a saturated red? */
export const isSaturated = (r: number, g: number, b: number, least = RED) =>
  r >= least * Math.max(1e-9, r + g + b);

/** What changes in one way, place by place. The same colour twice changes nothing. */
export interface Kind {
  /** @param colours linear red, green and blue of each place @returns direction of a change at a place, 0 for none */
  readonly add: (colours: Float64Array, place: number) => number;
}

/** @param care share of each threshold from which on a change counts */
export type MakeKind = (memory: Memory, places: number, care: number) => Kind;

/**
 * A value comes (1) and goes (−1) by at least `least`, from or to a state below `dark`.
 *
 * @param weights shares of red, green and blue in the value
 */
function changesOf(
  memory: Memory,
  places: number,
  weights: readonly [r: number, g: number, b: number],
  least: number,
  dark: number,
): Kind {
  const [ofRed, ofGreen, ofBlue] = weights;
  const directions = memory.add(new Int8Array(places));
  const lows = memory.add(new Float64Array(places).fill(Number.POSITIVE_INFINITY));
  const highs = memory.add(new Float64Array(places).fill(Number.NEGATIVE_INFINITY));
  return {
    add(colours, place) {
      const at = 3 * place;
      const value = ofRed * colours[at]! + ofGreen * colours[at + 1]! + ofBlue * colours[at + 2]!;
      const was = directions[place]!;
      if (was <= 0 && value - lows[place]! >= least && lows[place]! < dark) {
        directions[place] = 1;
        highs[place] = value;
        return 1;
      }
      if (was >= 0 && highs[place]! - value >= least && value < dark) {
        directions[place] = -1;
        lows[place] = value;
        return -1;
      }
      if (was <= 0) lows[place] = Math.min(lows[place]!, value);
      if (was >= 0) highs[place] = Math.max(highs[place]!, value);
      return 0;
    },
  };
}

/** Light that comes and goes. */
export const lightOf: MakeKind = (memory, places, care) =>
  changesOf(memory, places, [0.2126, 0.7152, 0.0722], GENERAL * care, 1 - (1 - DARK) * care);

/** The red of a ninth, by the older formula. */
export const redMeanOf: MakeKind = (memory, places, care) =>
  changesOf(memory, places, [1, 0, 0], RED_MEAN_CHANGE * care, Number.POSITIVE_INFINITY);

/**
 * A saturated red comes (1) and goes (−1). What a place has shown since its red went, or from the first picture on, is
 * kept as the box round it in the diagram: no point of it is farther from a red than the farthest corner.
 */
export function redOf(memory: Memory, places: number, care: number): Kind {
  const farther = RED_CHANGE * care;
  const least = 1 - (1 - RED) * (2 - care);
  const numbers = (value: number) => memory.add(new Float64Array(places).fill(value));
  const directions = memory.add(new Int8Array(places));
  const [redU, redV] = [numbers(Number.NaN), numbers(Number.NaN)];
  const [leastU, leastV] = [numbers(Number.POSITIVE_INFINITY), numbers(Number.POSITIVE_INFINITY)];
  const [mostU, mostV] = [numbers(Number.NEGATIVE_INFINITY), numbers(Number.NEGATIVE_INFINITY)];
  const isFar = (place: number, u: number, v: number) => {
    if (leastU[place]! > mostU[place]!) return false;
    const across = Math.max(u - leastU[place]!, mostU[place]! - u);
    const along = Math.max(v - leastV[place]!, mostV[place]! - v);
    return across * across + along * along > farther * farther;
  };
  return {
    add(colours, place) {
      const r = colours[3 * place]!;
      const g = colours[3 * place + 1]!;
      const b = colours[3 * place + 2]!;
      // CIE 1976 UCS of a linear colour of sRGB; black has that of white, for it has none.
      const x = 0.4124 * r + 0.3576 * g + 0.1805 * b;
      const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      const sum = x + 15 * y + 3 * (0.0193 * r + 0.1192 * g + 0.9505 * b);
      const u = sum < 1e-6 ? 0.1978 : (4 * x) / sum;
      const v = sum < 1e-6 ? 0.4683 : (9 * y) / sum;
      const isRed = isSaturated(r, g, b, least);
      const was = directions[place]!;
      if (isRed && was <= 0 && isFar(place, u, v)) {
        redU[place] = u;
        redV[place] = v;
        directions[place] = 1;
        return 1;
      }
      const across = redU[place]! - u;
      const along = redV[place]! - v;
      // Nothing is far from a red that has not been.
      if (was >= 0 && across * across + along * along > farther * farther) {
        leastU[place] = u;
        mostU[place] = u;
        leastV[place] = v;
        mostV[place] = v;
        directions[place] = -1;
        return -1;
      }
      if (isRed && was >= 0) {
        redU[place] = u;
        redV[place] = v;
      }
      if (was <= 0) {
        leastU[place] = Math.min(leastU[place]!, u);
        mostU[place] = Math.max(mostU[place]!, u);
        leastV[place] = Math.min(leastV[place]!, v);
        mostV[place] = Math.max(mostV[place]!, v);
      }
      return 0;
    },
  };
}
