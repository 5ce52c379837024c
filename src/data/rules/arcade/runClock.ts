/**
 * The time of a run by what is heard. A run begins on a bar line of the grid that also is a beat of the pulse, after a
 * count-in. Where nothing is heard (yet) it goes by the clock of the page; when the sound comes or begins anew, the run
 * moves by less than half a beat onto its pulse, so that what is placed to is what is heard.
 */
import type { Mission } from '../../contract/arcade.ts';
import { pulseBps } from './music.ts';

/** What is heard and what was expected differ by less than this, in seconds, as long as it is the same sound. */
const SAME_SEC = 0.06;
/** Time to get ready before the first beat of the count-in, in seconds. */
const LEAD_SEC = 0.15;

export class RunClock {
  private readonly pulseSec: number;
  private readonly barSec: number;
  /** Bars of the grid from one possible beginning to the next. */
  private readonly barsApart: number;
  /** Seconds of the grid at 0 of the page's clock. */
  private offsetSec = 0;
  private isHeard = false;
  private startSec: number | null = null;
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(mission: Pick<Mission, 'bps' | 'barLength'>) {
    const pulse = pulseBps(mission);
    this.pulseSec = 1 / pulse;
    const quarters = mission.barLength / 4;
    this.barSec = quarters / mission.bps;
    // In quarter notes, where pulses are powers of two. Bars of four quarters meet fours of the pulse; others its beats.
    const meets = (quarters === 4 ? 4 : 1) * (mission.bps / pulse);
    let bars = 1;
    while (bars < 16 && (bars * quarters) % meets !== 0) bars++;
    this.barsApart = bars;
  }

  /**
   * Sets the beginning: the first bar line before which a count-in has room.
   *
   * @param nowMs a moment of the page's clock
   * @param heardSec seconds of the grid that are heard at that moment, null for none
   * @param beats of the pulse that are counted in
   */
  begin(nowMs: number, heardSec: number | null, beats: number): void {
    if (heardSec !== null) {
      this.offsetSec = heardSec - nowMs / 1000;
      this.isHeard = true;
    } else {
      // Nothing is there to be met: the count-in may begin at once.
      this.offsetSec = -nowMs / 1000 - LEAD_SEC - beats * this.pulseSec;
    }
    const fromSec = nowMs / 1000 + this.offsetSec + LEAD_SEC + beats * this.pulseSec;
    const apartSec = this.barsApart * this.barSec;
    this.startSec = Math.ceil(fromSec / apartSec - 1e-9) * apartSec;
  }

  /**
   * Time of the run, in ms: below 0 in the count-in. It never goes back.
   *
   * @param nowMs a moment of the page's clock
   * @param heardSec as in `begin`
   */
  at(nowMs: number, heardSec: number | null): number {
    if (this.startSec === null) return Number.NEGATIVE_INFINITY;
    const expectedSec = nowMs / 1000 + this.offsetSec;
    if (heardSec !== null) {
      const isSame = this.isHeard && Math.abs(heardSec - expectedSec) < SAME_SEC;
      if (!isSame) {
        // Another grid: the run goes on where it was, but on the pulse of this one.
        const own = heardSec - (expectedSec - this.startSec);
        this.startSec = Math.round(own / this.pulseSec) * this.pulseSec;
      }
      this.isHeard = true;
      this.offsetSec = heardSec - nowMs / 1000;
    }
    const ms = 1000 * (nowMs / 1000 + this.offsetSec - this.startSec);
    this.lastMs = Math.max(this.lastMs, ms);
    return this.lastMs;
  }
}
