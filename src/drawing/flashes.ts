/**
 * WCAG 2.3.1, three flashes or below threshold (https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds):
 * no more than three flashes in any second over a quarter of any field of 10° of view, which is a third of each side of
 * a picture (341 × 256 of 1024 × 768). A flash is a pair of opposing changes of a place:
 *
 * - general: of a tenth of all light, its darker state below .8;
 * - red: to and from a saturated red, R/(R+G+B) ≥ .8, by more than .2 in the CIE 1976 UCS chromaticity diagram.
 *
 * A field has changed once a quarter of its places have changed in one direction since its last change in the other one
 * and are still so. A thin line that goes through a field is therefore no flash of it, places that flash in turns are.
 *
 * Besides, which the rule does not ask for, the mean of each ninth of a picture may not flash: it sees what is small and
 * bright, and tells red by the older formula, (R − G − B) · 320 by more than 20.
 */

const GENERAL = 0.1;
const DARK = 0.8;
const RED = 0.8;
const RED_CHANGE = 0.2;
const RED_MEAN_CHANGE = 20;
/** Fields along each side of a picture, and the share of one that has to change. */
const PARTS = 3;
const FIELD_SHARE = 0.25;
/** Most places along a side: larger pictures are measured by the mean of the pixels of a place. */
const MOST_PLACES = 48;
/** Pictures in a second. */
const RATE = 60;

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** What changes in one way, place by place. */
interface Kind {
  /** @param colours linear red, green and blue of each place @returns direction of a change at a place, 0 for none */
  readonly add: (colours: Float64Array, place: number) => number;
}

/** A value comes (1) and goes (−1) by at least `least`, from or to a state below `dark`. */
function changesOf(
  places: number,
  read: (r: number, g: number, b: number) => number,
  least: number,
  dark: number,
): Kind {
  const directions = new Int8Array(places);
  const lows = new Float64Array(places).fill(Number.POSITIVE_INFINITY);
  const highs = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
  return {
    add(colours, place) {
      const [r, g, b] = [colours[3 * place]!, colours[3 * place + 1]!, colours[3 * place + 2]!];
      const value = read(r, g, b);
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

const lightOf = (places: number) =>
  changesOf(places, (r, g, b) => 0.2126 * r + 0.7152 * g + 0.0722 * b, GENERAL, DARK);

const isSaturated = (r: number, g: number, b: number) => r >= RED * Math.max(1e-9, r + g + b);

type Chromaticity = readonly [u: number, v: number];

/** CIE 1976 UCS of a linear colour of sRGB; black has that of white, for it has none. */
function chromaticity(r: number, g: number, b: number): Chromaticity {
  const x = 0.4124 * r + 0.3576 * g + 0.1805 * b;
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const z = 0.0193 * r + 0.1192 * g + 0.9505 * b;
  const sum = x + 15 * y + 3 * z;
  return sum < 1e-6 ? [0.1978, 0.4683] : [(4 * x) / sum, (9 * y) / sum];
}

const areFar = (one: Chromaticity, other: Chromaticity) =>
  Math.hypot(one[0] - other[0], one[1] - other[1]) > RED_CHANGE;

/** A saturated red comes (1) and goes (−1). */
function redOf(places: number): Kind {
  const directions = new Int8Array(places);
  const reds: (Chromaticity | null)[] = new Array(places).fill(null);
  /** What a place has shown since its red went, or from the first picture on. */
  const others: Chromaticity[][] = Array.from({ length: places }, () => []);
  return {
    add(colours, place) {
      const [r, g, b] = [colours[3 * place]!, colours[3 * place + 1]!, colours[3 * place + 2]!];
      const at = chromaticity(r, g, b);
      const isRed = isSaturated(r, g, b);
      const was = directions[place]!;
      const red = reds[place]!;
      if (isRed && was <= 0 && others[place]!.some((other) => areFar(other, at))) {
        reds[place] = at;
        directions[place] = 1;
        return 1;
      }
      if (red && was >= 0 && areFar(red, at)) {
        others[place] = [at];
        directions[place] = -1;
        return -1;
      }
      if (isRed && was >= 0) reds[place] = at;
      const last = others[place]!.at(-1);
      if (was <= 0 && (last?.[0] !== at[0] || last[1] !== at[1])) others[place]!.push(at);
      return 0;
    },
  };
}

/** Every field of the picture: how it changed last, when within a second, and how many of its places have since. */
class Fields {
  private readonly since: Int32Array;
  private readonly field: { readonly wide: number; readonly tall: number; readonly across: number };
  private readonly counts: { readonly up: Uint16Array; readonly down: Uint16Array };
  private readonly directions: Int8Array;
  private readonly times: number[][];
  most = 0;

  private readonly kind: Kind;
  private readonly columns: number;
  private readonly rows: number;

  constructor(kind: Kind, columns: number, rows: number) {
    this.kind = kind;
    this.columns = columns;
    this.rows = rows;
    const wide = Math.max(1, Math.round(columns / PARTS));
    const tall = Math.max(1, Math.round(rows / PARTS));
    const across = columns - wide + 1;
    const count = across * (rows - tall + 1);
    this.field = { wide, tall, across };
    this.since = new Int32Array(columns * rows).fill(-1);
    this.counts = { up: new Uint16Array(count), down: new Uint16Array(count) };
    this.directions = new Int8Array(count);
    this.times = Array.from({ length: count }, () => []);
  }

  add(colours: Float64Array, picture: number): void {
    for (let place = 0; place < this.since.length; place++) {
      const direction = this.kind.add(colours, place);
      if (direction !== 0) this.change(place, direction, picture);
    }
    const enough = FIELD_SHARE * this.field.wide * this.field.tall;
    for (let at = 0; at < this.directions.length; at++) {
      const was = this.directions[at]!;
      if (was <= 0 && this.counts.up[at]! >= enough) this.turn(at, 1, picture);
      else if (was >= 0 && this.counts.down[at]! >= enough) this.turn(at, -1, picture);
    }
  }

  /** Counts a place in all fields that it lies in. */
  private change(place: number, direction: number, picture: number): void {
    const { wide, tall, across } = this.field;
    const [x, y] = [place % this.columns, Math.floor(place / this.columns)];
    const lastX = Math.min(x, this.columns - wide);
    const lastY = Math.min(y, this.rows - tall);
    for (let top = Math.max(0, y - tall + 1); top <= lastY; top++) {
      for (let left = Math.max(0, x - wide + 1); left <= lastX; left++) {
        const at = top * across + left;
        const [to, from] =
          direction > 0 ? [this.counts.up, this.counts.down] : [this.counts.down, this.counts.up];
        to[at]! += 1;
        if (this.since[place]! > (this.times[at]!.at(-1) ?? -1)) from[at]! -= 1;
      }
    }
    this.since[place] = picture;
  }

  private turn(at: number, direction: number, picture: number): void {
    const times = this.times[at]!;
    this.directions[at] = direction;
    this.counts.up[at] = 0;
    this.counts.down[at] = 0;
    times.push(picture);
    while (times[0]! <= picture - RATE) times.shift();
    this.most = Math.max(this.most, Math.floor(times.length / 2));
  }
}

/** The means of the ninths of a picture, each a place that is a field of its own. */
const NINTHS = PARTS * PARTS;
const redMeanOf = (places: number) =>
  changesOf(places, (saturated) => saturated, RED_MEAN_CHANGE, Number.POSITIVE_INFINITY);

function addTo(sums: Float64Array, at: number, area: number, r: number, g: number, b: number) {
  sums[at]! += r / area;
  sums[at + 1]! += g / area;
  sums[at + 2]! += b / area;
}

/** Pictures of one size, 60 in a second. */
export class FlashSeries {
  private areas: readonly Fields[] = [];
  private readonly means = [lightOf, redMeanOf].map((kindOf) => new Fields(kindOf(NINTHS), 3, 3));
  private colours = new Float64Array(0);
  private readonly lights = new Float64Array(3 * NINTHS);
  private readonly reds = new Float64Array(3 * NINTHS);
  private pictures = 0;

  /** Measures the next picture: `0xRRGGBB` each, row after row. @param width of the picture in pixels */
  add(pixels: Uint32Array, width: number): void {
    const height = pixels.length / width;
    const side = Math.ceil(Math.max(width, height) / MOST_PLACES);
    const columns = Math.ceil(width / side);
    const rows = Math.ceil(height / side);
    if (this.pictures === 0) {
      this.colours = new Float64Array(3 * columns * rows);
      const places = columns * rows;
      this.areas = [lightOf(places), redOf(places)].map((kind) => new Fields(kind, columns, rows));
    }
    for (const sums of [this.colours, this.lights, this.reds]) sums.fill(0);
    const ninth = pixels.length / NINTHS;
    for (let y = 0; y < height; y++) {
      const tall = Math.min(side, height - Math.floor(y / side) * side);
      for (let x = 0; x < width; x++) {
        const column = Math.floor(x / side);
        const at = 3 * (Math.floor(y / side) * columns + column);
        const area = tall * Math.min(side, width - column * side);
        const part =
          3 * (PARTS * Math.floor((PARTS * y) / height) + Math.floor((PARTS * x) / width));
        const ink = pixels[y * width + x]!;
        const [r, g, b] = [
          linear[(ink >> 16) & 255]!,
          linear[(ink >> 8) & 255]!,
          linear[ink & 255]!,
        ];
        addTo(this.colours, at, area, r, g, b);
        addTo(this.lights, part, ninth, r, g, b);
        if (isSaturated(r, g, b)) this.reds[part]! += (Math.max(0, r - g - b) * 320) / ninth;
      }
    }
    for (const kind of this.areas) kind.add(this.colours, this.pictures);
    this.means[0]!.add(this.lights, this.pictures);
    this.means[1]!.add(this.reds, this.pictures);
    this.pictures += 1;
  }

  /** The same for a picture of the browser. */
  addImage({ data, width, height }: ImageData): void {
    const pixels = new Uint32Array(width * height);
    for (let at = 0; at < pixels.length; at++)
      pixels[at] = (data[4 * at]! << 16) | (data[4 * at + 1]! << 8) | data[4 * at + 2]!;
    this.add(pixels, width);
  }

  /** General or red flashes, which are pairs of changes, within a second in the field or ninth that has most of them. */
  get most(): number {
    return Math.max(...[...this.areas, ...this.means].map(({ most }) => most));
  }
}
