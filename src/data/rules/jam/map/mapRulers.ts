/** Where the time is written on a map: between rifffs, at the first one of another minute, hour, day, month or year. Pure. */
import type { MapLayout } from './mapLayout.ts';
import type { MapBox, MapView } from './mapView.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A line across the map. */
export interface MapTick {
  /** Steps along time. */
  readonly x: number;
  /** Time of the rifff behind it, in milliseconds since the epoch. */
  readonly created: number;
  /** Does another day begin here, so that its date has to be said? */
  readonly isDay: boolean;
}

/** The month of a local time, counted from a beginning. */
const monthOf = (localMs: number) => {
  const date = new Date(localMs);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
};

/** Kinds of rulers, the finest first: which of them a local time belongs to. */
const RULERS: readonly ((localMs: number) => number)[] = [
  ...[MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS].map(
    (length) => (localMs: number) => Math.floor(localMs / length),
  ),
  monthOf,
  (localMs) => new Date(localMs).getUTCFullYear(),
];

/** Lines of a kind may be so many times what has room, if they lay evenly: evenings stand close, nights take none. */
const MOST_CROWDED = 2;

/** The rulers of one map: each kind is found when it is first needed. */
export class MapRulers {
  private readonly nodes: MapLayout['nodes'];
  private readonly xs: Float32Array;
  private readonly localMs: Float64Array;
  private readonly kinds: (readonly MapTick[] | undefined)[] = [];
  private lastZoom = Number.NaN;
  private lastLeastPx = Number.NaN;
  private last: readonly MapTick[] = [];

  /** @param minutesAhead how far the visitor's clock is ahead of UTC at a time, in minutes */
  constructor({ nodes, xs }: MapLayout, minutesAhead: (createdMs: number) => number) {
    this.nodes = nodes;
    this.xs = xs;
    this.localMs = Float64Array.from(nodes, ({ created }) => {
      return created + minutesAhead(created) * MINUTE_MS;
    });
  }

  private kind(at: number): readonly MapTick[] {
    const known = this.kinds[at];
    if (known) return known;
    const { nodes, xs, localMs } = this;
    const bucketOf = RULERS[at]!;
    const ticks: MapTick[] = [];
    let last: number | undefined;
    let lastDay: number | undefined;
    nodes.forEach(({ created }, place) => {
      const bucket = bucketOf(localMs[place]!);
      if (bucket === last) return;
      last = bucket;
      const day = Math.floor(localMs[place]! / DAY_MS);
      const x = place === 0 ? -0.5 : (xs[place - 1]! + xs[place]!) / 2;
      ticks.push({ x, created, isDay: day !== lastDay });
      lastDay = day;
    });
    this.kinds[at] = ticks;
    return ticks;
  }

  /** The lines of a zoom over the whole map, no closer than `leastPx`, so that none comes or goes while one pans. */
  private linesAt(zoom: number, leastPx: number): readonly MapTick[] {
    if (this.lastZoom === zoom && this.lastLeastPx === leastPx) return this.last;
    const most = Math.max(2, (MOST_CROWDED * ((this.xs.at(-1) ?? 0) + 1) * zoom) / leastPx);
    let at = 0;
    while (at < RULERS.length - 1 && this.kind(at).length > most) at += 1;
    const shown: MapTick[] = [];
    let lastX = Number.NEGATIVE_INFINITY;
    let owesDay = false;
    for (const tick of this.kind(at)) {
      owesDay ||= tick.isDay;
      if ((tick.x - lastX) * zoom < leastPx) continue;
      shown.push(owesDay === tick.isDay ? tick : { ...tick, isDay: owesDay });
      owesDay = false;
      lastX = tick.x;
    }
    this.lastZoom = zoom;
    this.lastLeastPx = leastPx;
    this.last = shown;
    return shown;
  }

  /**
   * Calls with each line in a view, no closer than `leastPx`: of the finest kind that is not far too many, those that have
   * room. Where a line is left out that begins a day, the next one says it.
   */
  each(view: MapView, box: MapBox, leastPx: number, call: (tick: MapTick) => void): void {
    const lines = this.linesAt(view.zoom, leastPx);
    const half = box.widthPx / 2 / view.zoom;
    let low = 0;
    let high = lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lines[middle]!.x < view.x - half) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < lines.length && lines[at]!.x <= view.x + half; at += 1) {
      call(lines[at]!);
    }
  }
}
