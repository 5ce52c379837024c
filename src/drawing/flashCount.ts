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
 *
 * Nothing is allocated while it counts, and the last picture can be taken back.
 */
import { type Kind, lightOf, type MakeKind, Memory, redMeanOf, redOf } from './flashKinds.ts';

/** Fields along each side of a picture, and the share of one that has to change. */
export const PARTS = 3;
const FIELD_SHARE = 0.25;
const NINTHS = PARTS * PARTS;

export interface FlashLimits {
  /** A second, in the unit that times are given in. */
  readonly second: number;
  /** Most changes of a field in a second that are told apart. */
  readonly changes: number;
  /**
   * Shares of each threshold from which on something counts: 1 as the rule says, less to see smaller changes. Counted apart,
   * since places that change by less may also have changed back before there are enough of them.
   */
  readonly cares: readonly number[];
}

/** Every field of the picture: when it has changed of late, and how many of its places have since. */
class Fields {
  private readonly kind: Kind;
  private readonly columns: number;
  private readonly rows: number;
  private readonly limits: FlashLimits;
  private readonly wide: number;
  private readonly tall: number;
  private readonly across: number;
  private readonly enough: number;
  /** When each place changed last, and each field. */
  private readonly since: Float64Array;
  private readonly lasts: Float64Array;
  private readonly ups: Uint16Array;
  private readonly downs: Uint16Array;
  private readonly directions: Int8Array;
  /** The last changes of each field, and where the next one is written. */
  private readonly times: Float64Array;
  private readonly heads: Uint8Array;
  /** The time of the picture, in an array since a number that is handed on may take memory. */
  private readonly now = new Float64Array(1);

  constructor(
    memory: Memory,
    kind: Kind,
    care: number,
    columns: number,
    rows: number,
    limits: FlashLimits,
  ) {
    this.kind = kind;
    this.columns = columns;
    this.rows = rows;
    this.limits = limits;
    this.wide = Math.max(1, Math.round(columns / PARTS));
    this.tall = Math.max(1, Math.round(rows / PARTS));
    this.across = columns - this.wide + 1;
    this.enough = FIELD_SHARE * care * this.wide * this.tall;
    const count = this.across * (rows - this.tall + 1);
    const never = (length: number) =>
      memory.add(new Float64Array(length).fill(Number.NEGATIVE_INFINITY));
    this.since = never(columns * rows);
    this.lasts = never(count);
    this.times = never(count * limits.changes);
    this.heads = memory.add(new Uint8Array(count));
    this.ups = memory.add(new Uint16Array(count));
    this.downs = memory.add(new Uint16Array(count));
    this.directions = memory.add(new Int8Array(count));
  }

  /** @param changed places whose colours are new @returns most flashes within a second of a field that changed just now */
  add(colours: Float64Array, changed: Uint16Array, count: number, time: number): number {
    this.now[0] = time;
    for (let at = 0; at < count; at++) {
      const direction = this.kind.add(colours, changed[at]!);
      if (direction !== 0) this.change(changed[at]!, direction);
    }
    let most = 0;
    for (let at = 0; at < this.directions.length; at++) {
      const was = this.directions[at]!;
      let direction = 0;
      if (was <= 0 && this.ups[at]! >= this.enough) direction = 1;
      else if (was >= 0 && this.downs[at]! >= this.enough) direction = -1;
      if (direction !== 0) most = Math.max(most, this.turn(at, direction));
    }
    return most;
  }

  /** Takes every field as changed at a time, in a direction that is not known. */
  begin(time: number): void {
    const { changes } = this.limits;
    for (let at = 0; at < this.heads.length; at++) {
      this.times[at * changes + this.heads[at]!] = time;
      this.heads[at] = (this.heads[at]! + 1) % changes;
    }
  }

  /** Counts a place in all fields that it lies in. */
  private change(place: number, direction: number): void {
    const { wide, tall, across, lasts } = this;
    const to = direction > 0 ? this.ups : this.downs;
    const from = direction > 0 ? this.downs : this.ups;
    const x = place % this.columns;
    const y = Math.floor(place / this.columns);
    const before = this.since[place]!;
    const lastX = Math.min(x, this.columns - wide);
    const lastY = Math.min(y, this.rows - tall);
    for (let top = Math.max(0, y - tall + 1); top <= lastY; top++) {
      for (let left = Math.max(0, x - wide + 1); left <= lastX; left++) {
        const at = top * across + left;
        to[at]! += 1;
        if (before > lasts[at]!) from[at]! -= 1;
      }
    }
    this.since[place] = this.now[0]!;
  }

  /** @returns flashes of the field within a second */
  private turn(at: number, direction: number): number {
    const time = this.now[0]!;
    const { changes, second } = this.limits;
    this.directions[at] = direction;
    this.ups[at] = 0;
    this.downs[at] = 0;
    this.lasts[at] = time;
    const first = at * changes;
    this.times[first + this.heads[at]!] = time;
    this.heads[at] = (this.heads[at]! + 1) % changes;
    let count = 0;
    for (let one = first; one < first + changes; one++) {
      if (this.times[one]! > time - second) count += 1;
    }
    return Math.floor(count / 2);
  }
}

/** Counts the flashes of pictures whose places have been averaged in linear light. */
export class FlashCount {
  readonly columns: number;
  readonly rows: number;
  /** To be written before `add`: red, green and blue of each place, of each ninth, and its saturated red in threes. */
  readonly colours: Float64Array;
  readonly lights = new Float64Array(3 * NINTHS);
  readonly reds = new Float64Array(3 * NINTHS);
  private readonly memory = new Memory();
  private readonly seen: Float64Array;
  private readonly changed: Uint16Array;
  private readonly ninths = Uint16Array.from({ length: NINTHS }, (_, at) => at);
  private readonly areas: readonly Fields[];
  private readonly lightMeans: readonly Fields[];
  private readonly redMeans: readonly Fields[];

  constructor(columns: number, rows: number, limits: FlashLimits) {
    const { memory } = this;
    const places = columns * rows;
    this.columns = columns;
    this.rows = rows;
    this.colours = new Float64Array(3 * places);
    this.seen = memory.add(new Float64Array(3 * places).fill(Number.NaN));
    this.changed = new Uint16Array(places);
    const fieldsOf = (kindOf: MakeKind, across: number, down: number) =>
      limits.cares.map((care) => {
        const kind = kindOf(memory, across * down, care);
        return new Fields(memory, kind, care, across, down, limits);
      });
    this.areas = [...fieldsOf(lightOf, columns, rows), ...fieldsOf(redOf, columns, rows)];
    this.lightMeans = fieldsOf(lightOf, PARTS, PARTS);
    this.redMeans = fieldsOf(redMeanOf, PARTS, PARTS);
  }

  /**
   * Counts the picture that has been written.
   *
   * @param time later than that of the picture before
   * @returns most flashes, which are pairs of changes, within a second in any field or ninth that changed just now
   */
  add(time: number): number {
    const { ninths, colours, changed } = this;
    const count = this.findChanged();
    let most = 0;
    for (const one of this.lightMeans) {
      most = Math.max(most, one.add(this.lights, ninths, NINTHS, time));
    }
    for (const one of this.redMeans)
      most = Math.max(most, one.add(this.reds, ninths, NINTHS, time));
    for (const one of this.areas) most = Math.max(most, one.add(colours, changed, count, time));
    return most;
  }

  /** What was seen before the first picture is not known: that picture counts as a change everywhere. */
  begin(time: number): void {
    for (const all of [this.lightMeans, this.redMeans, this.areas]) {
      for (const one of all) one.begin(time);
    }
  }

  /** Remembers what has been counted so far. */
  save(): void {
    this.memory.save();
  }

  /** Forgets what was counted since it was saved. */
  restore(): void {
    this.memory.restore();
  }

  private findChanged(): number {
    const { colours, seen, changed } = this;
    let count = 0;
    for (let place = 0; place < changed.length; place++) {
      const at = 3 * place;
      const isSame =
        colours[at] === seen[at] &&
        colours[at + 1] === seen[at + 1] &&
        colours[at + 2] === seen[at + 2];
      if (isSame) continue;
      seen[at] = colours[at]!;
      seen[at + 1] = colours[at + 1]!;
      seen[at + 2] = colours[at + 2]!;
      changed[count] = place;
      count += 1;
    }
    return count;
  }
}
