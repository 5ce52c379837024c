/**
 * One flight through the crowd. Its inputs are controls and targets; the scene and the sound read the positions of the
 * rifffs. It does not use React: what changes slowly is written to the store after the frame.
 */
import type { FieldNear } from '../../audio/arcade/FieldSound.ts';
import { telemetryRef } from '../../audio/engine/telemetry.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { type FieldMusic, fieldBars } from '../../data/rules/arcade/fieldMusic.ts';
import { pulseBps } from '../../data/rules/arcade/music.ts';
import { focusIs, type ShownCrowd, wakeCrowd } from '../../data/stores/arcade.ts';
import { movePlaces } from '../../data/stores/places.ts';
import {
  type CrowdPlace,
  type CrowdView,
  crowdView,
  FOCUS_ROWS,
  type Ground,
  groundOf,
  neighbourOf,
  placeOf,
  radiusOf,
  rifffAt,
  SPACING,
} from '../../drawing/arcade/crowd.ts';
import { createFlightInput, Flight, type FlightStep } from '../../drawing/arcade/flight.ts';
import { Focusing } from '../../drawing/arcade/focusing.ts';
import { CrowdTable } from '../../drawing/arcade/placing.ts';
import { colourOf, UnlockedVisuals } from '../../drawing/arcade/unlocks.ts';

export type FlightDirection = NonNullable<FlightStep>;

/** Height of the look at which a row follows the next by so many pixels a radius: 4.1 · ln 1.34. */
const ROW_PX_PER_RADIUS = 4.1 * Math.log(1.34);
/** Most rifffs, and room beyond for arrays that are read by index. */
const ROOM = 128;

export class ArcadeFlight implements ShownCrowd {
  readonly seen = new CrowdTable();
  readonly flight = new Flight();
  readonly eye = this.flight;
  readonly input = createFlightInput();
  readonly ink = new Float32Array(ROOM).fill(1);
  readonly bars = new Float32Array(ROOM).fill(8);
  readonly heard = new Uint8Array(ROOM);
  /** What the sound reads. */
  readonly near: FieldNear;
  rifffs: readonly Rifff[] = [];
  names: readonly string[] = [];
  view: CrowdView;
  hasPlace = false;
  /** Asked for in every frame: what sticks of a gamepad wish. @returns whether it has to be asked again */
  pollPad: (() => boolean) | null = null;
  private readonly focusing = new Focusing();
  /** Index of the target, so that a second step starts from the target of the first; −1 for none. */
  private readonly heading = { rifff: -1, row: 0, column: 0 };
  private readonly unlocks = new UnlockedVisuals();
  private readonly colours = new Uint8Array(ROOM);
  /** Beats of the pulse in a second, and in a bar of the music. */
  private beatsPerSec = 2;
  private beatsPerBar = 4;
  private ground: Ground = groundOf(0);
  private lastMs = -1;
  private toldFocus = -1;
  private isToldOpen = false;
  private place: HTMLElement | null = null;
  private placeRifff = -1;
  private isDark = false;

  constructor(width: number, height: number) {
    this.view = crowdView(width, height);
    const { distance, soon, pan } = this.seen;
    this.near = { distance, soon, pan, focus: -1, open: 0, heard: this.heard };
  }

  /** Takes the rifffs of a field, and stands before the first of them. */
  take(rifffs: readonly Rifff[], music: FieldMusic): void {
    this.rifffs = rifffs;
    this.ground = groundOf(rifffs.length);
    rifffs.forEach((rifff, at) => {
      this.bars[at] = fieldBars(rifff, music);
      this.colours[at] = colourOf(rifff);
    });
    this.beatsPerSec = pulseBps(music);
    this.beatsPerBar = (music.barLength * this.beatsPerSec) / (4 * music.bps);
    this.ink.fill(1);
    this.heard.fill(0);
    this.focusing.forget();
    if (rifffs.length > 0) this.flight.jumpTo(placeOf(this.ground, 0, this.flight));
    this.lastMs = -1;
    wakeCrowd();
  }

  /** Has the names of its rifffs shown, in their order; none without any. */
  call(names: readonly string[]): void {
    this.names = names;
    wakeCrowd();
  }

  resized(width: number, height: number): void {
    this.view = crowdView(width, height);
  }

  /** The element in the clearing, and the rifff that it shows; null while there is none. */
  showIn(place: HTMLElement | null, rifff: number): void {
    this.place = place;
    this.placeRifff = rifff;
    this.hasPlace = false;
    if (place) place.style.display = 'none';
    wakeCrowd();
  }

  /** Index of the rifff in front, or −1. */
  get focus(): number {
    return this.focusing.rifff;
  }

  /** Index of the target, or else of the rifff in front; −1 for none. */
  get aim(): number {
    return this.heading.rifff >= 0 ? this.heading.rifff : this.focus;
  }

  /** Flies to a rifff. */
  goTo(rifff: number): void {
    if (rifff < 0 || rifff >= this.rifffs.length) return;
    this.head(placeOf(this.ground, rifff, this.flight));
  }

  /** Flies to the neighbour of the target, or else of the rifff in front. */
  step(direction: FlightDirection): void {
    const from = this.heading.rifff >= 0 ? this.heading : this.focusing;
    if (from.rifff < 0) return;
    const to = neighbourOf(this.ground, from, direction);
    if (to) this.head(to);
  }

  /** Flies by this number of rifffs in the order of the field, from the target or else from the rifff in front. */
  skip(by: number): void {
    const count = this.rifffs.length;
    if (count === 0) return;
    const from = this.heading.rifff >= 0 ? this.heading.rifff : Math.max(0, this.focus);
    this.goTo((((from + by) % count) + count) % count);
  }

  private head({ row, column }: CrowdPlace): void {
    this.heading.rifff = rifffAt(this.ground, row, column);
    this.heading.row = row;
    this.heading.column = column;
    this.flight.goTo(this.heading);
    wakeCrowd();
  }

  /** The player drags the ground. Lengths in CSS pixels. */
  pull(acrossPx: number, downPx: number): void {
    const radius = radiusOf(this.view, FOCUS_ROWS);
    this.input.pullX -= acrossPx / (SPACING * radius);
    this.input.pullDepth += downPx / (ROW_PX_PER_RADIUS * radius);
    wakeCrowd();
  }

  /** A drag of the ground starts or ends. */
  hold(isHeld: boolean): void {
    this.input.isHeld = isHeld;
    wakeCrowd();
  }

  /**
   * Shows the visual of an unlock from now on, beside those that are shown already.
   *
   * @param id one of `rules/arcade/unlocks.ts`; another one shows nothing
   */
  unlock(id: string): void {
    this.unlocks.add(id);
    wakeCrowd();
  }

  /** Shows the crowd as it stands without any unlock. */
  clearUnlocks(): void {
    this.unlocks.clear();
    wakeCrowd();
  }

  /** Flies to the rifff at a touched point of the window. @returns its index; −1 where there is none */
  touch(x: number, y: number): number {
    const at = this.seen.hit(x, y);
    if (at < 0) return -1;
    const rifff = this.seen.rifff[at]!;
    const isFocus = at === this.seen.count - 1 && rifff === this.focus;
    if (!isFocus) this.head({ row: this.seen.row[at]!, column: this.seen.column[at]! });
    wakeCrowd();
    return rifff;
  }

  advance(nowMs: number, isReduced: boolean): boolean {
    const { flight, focusing, input, ground, near } = this;
    const sec = this.lastMs < 0 ? 0 : (nowMs - this.lastMs) / 1000;
    this.lastMs = nowMs;
    const isPolling = this.pollPad?.() ?? false;
    const step = flight.advance(input, sec, isReduced);
    if (step) this.step(step);
    if (!flight.hasGoal) this.heading.rifff = -1;
    const isSteered = input.isHeld || input.thrustX !== 0 || input.thrustDepth !== 0;
    const isOpening = focusing.advance(ground, flight, sec, !isSteered, isReduced);
    near.focus = focusing.rifff;
    near.open = focusing.open;
    this.seen.place(ground, this.view, flight, focusing);
    const isDancing = this.unlocks.isShown && !isReduced;
    if (this.unlocks.isShown) this.dance(nowMs, sec, isReduced);
    this.showPlace();
    this.tell();
    const goesOn = isSteered || isOpening || !flight.isStill || isPolling || isDancing;
    // After a rest the first frame has no time behind it.
    if (!goesOn) this.lastMs = -1;
    return goesOn;
  }

  /** Moves the crowd as what was unlocked has it, on the beat that is heard; in silence on that of the clock. */
  private dance(nowMs: number, sec: number, isReduced: boolean): void {
    const { isPlaying, turns, phase, bars } = telemetryRef.current;
    const beat = isPlaying
      ? (turns + phase) * bars * this.beatsPerBar
      : (nowMs / 1000) * this.beatsPerSec;
    const { unlocks, seen, view, flight, focusing, colours } = this;
    unlocks.age(sec);
    unlocks.move(seen, view, flight, focusing, colours, beat, isReduced);
  }

  /** The place is there while its rifff stands all the way in front; in flight the crowd draws it. */
  private showPlace(): void {
    const { focusing, place } = this;
    const isShown = place !== null && focusing.open === 1 && focusing.rifff === this.placeRifff;
    if (isShown === this.hasPlace) return;
    this.hasPlace = isShown;
    if (!place) return;
    place.style.display = isShown ? 'block' : 'none';
    movePlaces();
  }

  private tell(): void {
    const isOpen = this.focusing.open === 1;
    if (this.toldFocus === this.focusing.rifff && this.isToldOpen === isOpen) return;
    this.toldFocus = this.focusing.rifff;
    this.isToldOpen = isOpen;
    if (!this.isDark) queueMicrotask(this.tellStore);
  }

  private readonly tellStore = (): void => {
    if (!this.isDark) focusIs(this.toldFocus, this.isToldOpen);
  };

  /** Starts to report the rifff in front to the page. */
  begin(): void {
    this.isDark = false;
    this.toldFocus = -1;
    this.isToldOpen = false;
  }

  /** Ends the flight: nothing is reported any more. */
  end(): void {
    this.isDark = true;
    this.pollPad = null;
  }
}
