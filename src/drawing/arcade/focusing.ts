/** Whom a flight looks at: the nearest, once it is slow enough, until another one is clearly nearer. */
import { type CrowdPlace, distanceTo, type Ground, rifffAt } from './crowd.ts';
import type { Flight } from './flight.ts';
import type { CrowdFocus } from './placing.ts';

/** Pace below which a rifff comes forward, and above which it goes back. */
const CALM_PACE = 0.3;
const FAST_PACE = 0.45;
/** How much nearer another one must be. */
const NEARER = 0.18;
/** Seconds in which the clearing opens and closes. */
const OPEN_SEC = 0.3;
const CLOSE_SEC = 0.2;
/** Pace below which an unsteered flight ends at the rifff in front. */
const SETTLE_PACE = 0.22;

const nearest: CrowdPlace = { row: 0, column: 0 };

/** The nearest place with a rifff. @returns their index, −1 on an empty ground; the place is in `out` */
export function nearestRifff(ground: Ground, camera: Flight, out: CrowdPlace): number {
  let least = Number.POSITIVE_INFINITY;
  let found = -1;
  const reach = ground.count === 0 ? -1 : Math.ceil(ground.period / ground.count) + 1;
  const middle = Math.round(camera.depth);
  for (let row = middle - 2; row <= middle + 2; row++) {
    const from = Math.round(camera.x);
    for (let column = from - reach; column <= from + reach; column++) {
      const rifff = rifffAt(ground, row, column);
      if (rifff < 0) continue;
      const distance = distanceTo(camera, row, column);
      if (distance >= least) continue;
      least = distance;
      found = rifff;
      out.row = row;
      out.column = column;
    }
  }
  return found;
}

export class Focusing implements CrowdFocus {
  rifff = -1;
  row = 0;
  column = 0;
  open = 0;
  /** Share of the time that opening takes. */
  private share = 0;
  private isCalm = true;

  /** The crowd has changed: no rifff is in front. */
  forget(): void {
    this.rifff = -1;
    this.share = 0;
    this.open = 0;
  }

  /**
   * Moves on after the flight has.
   *
   * @param isFree is there no steering? A slow flight then ends at the rifff in front
   * @returns whether it goes on moving by itself
   */
  advance(
    ground: Ground,
    flight: Flight,
    sec: number,
    isFree: boolean,
    isReduced: boolean,
  ): boolean {
    const { pace } = flight;
    this.isCalm = this.isCalm ? pace < FAST_PACE : pace < CALM_PACE;
    const found = nearestRifff(ground, flight, nearest);
    const isOther =
      found !== this.rifff || nearest.row !== this.row || nearest.column !== this.column;
    const isNearer =
      isOther &&
      (this.rifff < 0 ||
        distanceTo(flight, nearest.row, nearest.column) <
          distanceTo(flight, this.row, this.column) - NEARER);
    const wantsOther = isNearer || found < 0;
    const wanted = this.isCalm && !wantsOther ? 1 : 0;
    this.share = isReduced ? wanted : towards(this.share, wanted, sec);
    this.open = this.share * this.share * (3 - 2 * this.share);
    if (wantsOther && this.share === 0) {
      this.rifff = found;
      this.row = nearest.row;
      this.column = nearest.column;
    }
    if (isFree && this.rifff >= 0 && !wantsOther && !flight.hasGoal && pace < SETTLE_PACE) {
      const isThere = distanceTo(flight, this.row, this.column) < 1e-9;
      if (!isThere) flight.goTo(this);
    }
    return this.share !== wanted || (wantsOther && found >= 0);
  }
}

function towards(open: number, wanted: number, sec: number): number {
  if (open < wanted) return Math.min(wanted, open + sec / OPEN_SEC);
  return Math.max(wanted, open - sec / CLOSE_SEC);
}
