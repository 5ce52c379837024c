/**
 * Where the music is. The grid is a list of segments of the context's frame counter: each has an origin, a
 * tempo and a metre. Nothing else in the engine keeps musical time.
 */
import { type Boundary, barFrames, nextBoundaryFrame } from '../../data/rules/time/timing.ts';

/** One tempo and metre; frame 0 of the music lies on the context's frame `originFrame`. */
export interface Grid {
  readonly originFrame: number;
  readonly bps: number;
  readonly barLength: number;
  /** Whole bars of the rifff. */
  readonly bars: number;
}

/** Frames of one turn of the rifff. */
export function turnFrames(grid: Grid): number {
  return barFrames(grid.barLength, grid.bps) * grid.bars;
}

/** Context frame of the first boundary at or after a context frame. */
export function boundaryAfter(grid: Grid, frame: number, boundary: Boundary): number {
  const { originFrame, barLength, bps, bars } = grid;
  return originFrame + nextBoundaryFrame(frame - originFrame, boundary, barLength, bps, bars);
}

/** Do two grids put every bar and beat on the same frames of the context? */
export function isSameBeat(a: Omit<Grid, 'bars'>, b: Omit<Grid, 'bars'>): boolean {
  return a.originFrame === b.originFrame && a.bps === b.bps && a.barLength === b.barLength;
}

/**
 * The grid of another tempo or metre whose musical position at `atFrame` (a boundary of the old grid) is the
 * old one: the same bar, and the same share of it.
 */
export function retimeGrid(old: Grid, atFrame: number, next: Omit<Grid, 'originFrame'>): Grid {
  const oldBar = barFrames(old.barLength, old.bps);
  const newBar = barFrames(next.barLength, next.bps);
  const inside = atFrame - old.originFrame;
  const bar = Math.floor(inside / oldBar);
  const sixteenths = Math.round(((inside - bar * oldBar) * old.barLength) / oldBar);
  const rest = Math.round(((sixteenths % next.barLength) * newBar) / next.barLength);
  return { ...next, originFrame: atFrame - bar * newBar - rest };
}

/** The segments that have begun and the one to come. */
export class GridClock {
  private segments: { fromFrame: number; grid: Grid }[] = [];

  /** Forgets everything before and counts by `grid` from now on. */
  reset(grid: Grid | null): void {
    this.segments = grid ? [{ fromFrame: Number.NEGATIVE_INFINITY, grid }] : [];
  }

  /** Counts by `grid` from `fromFrame` on. */
  push(fromFrame: number, grid: Grid): void {
    this.segments = this.segments.filter((segment) => segment.fromFrame < fromFrame);
    this.segments.push({ fromFrame, grid });
    if (this.segments.length > 4) this.segments.shift();
  }

  /** Takes back segments that begin at or after a frame. */
  cancelFrom(frame: number): void {
    const kept = this.segments.filter((segment) => segment.fromFrame < frame);
    if (kept.length > 0) this.segments = kept;
  }

  /** The newest segment, begun or to come, or null. */
  get last(): { readonly fromFrame: number; readonly grid: Grid } | null {
    return this.segments.at(-1) ?? null;
  }

  /** The grid that counts at a frame, or null when there is none. Allocates nothing. */
  at(frame: number): Grid | null {
    for (let i = this.segments.length - 1; i >= 0; i--) {
      if (frame >= this.segments[i]!.fromFrame) return this.segments[i]!.grid;
    }
    return this.segments[0]?.grid ?? null;
  }
}
