/** All rifffs on the page: which are in view and where, what moves in them, and when another picture is needed. */

import { telemetryRef } from '../../audio/engine/telemetry.ts';
import { playlist } from '../../audio/state/playlist.ts';
import { transport } from '../../audio/state/transport.ts';
import { allPlaces, type Place } from '../../data/stores/places.ts';
import { touch } from '../../data/stores/touch.ts';
import { composePulled, composeRifff } from '../../drawing/composeRifff.ts';
import { PaintList } from '../../drawing/paintList.ts';
import { composeLookedAt } from './lookedAt.ts';
import { type Frame, RifffDrawing } from './rifffDrawing.ts';

/** What fills the paints: WebGL or Canvas 2D. All lengths in CSS pixels of the viewport. */
export interface RingHost {
  /** Takes the picture of a drawing, which stays until it is given another one. */
  draw(drawing: RifffDrawing, list: PaintList): void;
  /** Takes the picture of the ring that has been pulled off, at a place; null takes it away. */
  drawPulled(list: PaintList | null, x: number, y: number): void;
  /** Forgets a drawing. */
  remove(drawing: RifffDrawing): void;
  /**
   * Every picture of this frame has been taken: `order` are the drawings in view, from the back to the front, where they
   * are now. One that has only moved was not given another picture.
   *
   * @returns whether it must be asked again, since what is seen is not yet that
   */
  show(order: readonly RifffDrawing[]): boolean;
}

/** The rifffs behind the page. One per host. */
export class RifffField {
  private readonly host: RingHost;
  private readonly list = new PaintList();
  private readonly drawings = new Map<string, RifffDrawing>();
  private readonly order: RifffDrawing[] = [];
  private readonly visible: RifffDrawing[] = [];
  /** Rifffs that the notch is taking away. */
  private readonly going: RifffDrawing[] = [];
  private readonly frame: Frame = {
    nowMs: 0,
    phase: -1,
    turns: 0,
    isPlaying: false,
    isPaused: false,
    isList: false,
    isReduced: false,
    dpr: 1,
    width: 1,
    height: 1,
    spectrum: telemetryRef.current.spectrum,
  };
  private mustSync = true;
  private mustMeasure = true;
  private mustDraw = true;
  private hasPulled = false;

  constructor(host: RingHost) {
    this.host = host;
  }

  /** Places, or what they show, have changed. */
  changed(): void {
    this.mustSync = true;
  }

  /** Elements may have moved. */
  moved(): void {
    this.mustMeasure = true;
  }

  /** The finger, the transport or the clock has something new to draw. */
  touched(): void {
    this.mustDraw = true;
  }

  /** The window has another size in CSS pixels, or another number of device pixels for each. */
  resized(width: number, height: number, dpr: number): void {
    this.frame.width = width;
    this.frame.height = height;
    if (dpr !== this.frame.dpr) this.mustSync = true;
    this.frame.dpr = dpr;
    this.mustMeasure = true;
  }

  /**
   * Brings everything to this moment. Allocates only when places change.
   * @returns whether another frame is needed
   */
  update(nowMs: number, isReduced: boolean): boolean {
    this.readSound(nowMs, isReduced);
    if (this.mustSync) this.sync();
    else if (this.mustMeasure) this.measure();
    if (this.going.length > 0) this.moveGoing();
    // Frames go on while it plays even with nothing in view: they are what samples the sound.
    const isSound = transport.status === 'playing' || playlist.status === 'playing';
    let isMoving = this.frame.isPlaying || isSound;
    this.visible.length = 0;
    let pulled: RifffDrawing | null = null;
    for (const drawing of this.order) {
      if (!drawing.isVisible) continue;
      this.visible.push(drawing);
      if (this.needsDrawing(drawing)) {
        if (drawing.update(this.frame, touch)) isMoving = true;
        this.compose(drawing);
        // What is around it may move on by itself.
        if (drawing.isDirty) isMoving = true;
      }
      if (drawing.pull.at < 0 || (pulled && touch.placeId !== drawing.id)) continue;
      pulled?.pull.forget();
      pulled = drawing;
    }
    this.showPulled(pulled);
    this.mustDraw = false;
    return this.host.show(this.visible) || isMoving;
  }

  private needsDrawing(drawing: RifffDrawing): boolean {
    const { view, swap } = drawing;
    if (this.mustDraw || drawing.isDirty || swap !== null) return true;
    if (view.isInviting || touch.placeId === drawing.id) return true;
    return drawing.follows(this.frame);
  }

  private compose(drawing: RifffDrawing): void {
    const { list } = this;
    const { view, swap } = drawing;
    if (!(view.stage || view.room)) composeRifff(list, drawing);
    else if (!composeLookedAt(list, drawing)) return;
    if (swap) {
      // What comes is drawn where the notch has passed, what goes where it has not: all but that.
      list.clipFrom = swap.from;
      list.clipTurns = Math.max(1e-6, swap.share) * (drawing.isGoing ? -1 : 1);
    }
    this.host.draw(drawing, list);
  }

  private showPulled(drawing: RifffDrawing | null): void {
    if (!drawing) {
      if (this.hasPulled) this.host.drawPulled(null, 0, 0);
      this.hasPulled = false;
      return;
    }
    composePulled(this.list, drawing, touch.placeId === drawing.id && touch.isOverBin);
    this.host.drawPulled(this.list, drawing.x + drawing.pull.x, drawing.y + drawing.pull.y);
    this.hasPulled = true;
  }

  private readSound(nowMs: number, isReduced: boolean): void {
    const { frame } = this;
    const telemetry = telemetryRef.current;
    const isOther = telemetry.isPlaying !== frame.isPlaying || telemetry.isList !== frame.isList;
    if (isOther || isReduced !== frame.isReduced) {
      this.mustDraw = true;
    }
    frame.nowMs = nowMs;
    frame.isPlaying = telemetry.isPlaying;
    frame.isReduced = isReduced;
    frame.turns = telemetry.turns;
    frame.spectrum = telemetry.spectrum;
    frame.isList = telemetry.isList;
    const { status } = telemetry.isList ? playlist : transport;
    frame.isPaused = status === 'paused';
    frame.phase = telemetry.isPlaying || frame.isPaused ? telemetry.phase : -1;
  }

  /** Takes over the places of the page: new, changed and gone. */
  private sync(): void {
    this.mustSync = false;
    this.mustMeasure = false;
    this.mustDraw = true;
    this.order.length = 0;
    const gone = new Set(this.drawings.keys());
    for (const place of allPlaces()) {
      gone.delete(place.id);
      const before = this.drawings.get(place.id);
      const drawing = before?.canSwap(place.view, this.frame)
        ? this.swapIn(before, place)
        : (before ?? this.add(place.id, place.view));
      this.showOne(drawing, place);
      this.order.push(drawing);
    }
    for (const id of gone) this.remove(id);
    this.order.push(...this.going);
  }

  /** What only moved keeps its picture: the host is told its place with every picture. */
  private measure(): void {
    this.mustMeasure = false;
    for (const place of allPlaces()) {
      const drawing = this.drawings.get(place.id);
      if (drawing) this.showOne(drawing, place);
    }
  }

  /** Lets a drawing take what its place shows, once it is in view and something about it is new. */
  private showOne(drawing: RifffDrawing, place: Place): void {
    const sizePx = this.measureOne(drawing, place.element);
    if (!drawing.isVisible || !drawing.isStale(place.view, sizePx, this.frame.dpr)) return;
    drawing.show(place.view, sizePx, this.frame.nowMs, this.frame);
  }

  /** Reads where an element is. @returns its size in CSS pixels */
  private measureOne(drawing: RifffDrawing, element: HTMLElement): number {
    const rect = element.getBoundingClientRect();
    const sizePx = Math.min(rect.width, rect.height);
    drawing.x = rect.left + rect.width / 2;
    drawing.y = rect.top + rect.height / 2;
    const reach = sizePx * 0.75 + 24;
    const wasVisible = drawing.isVisible;
    drawing.isVisible =
      sizePx > 0 &&
      drawing.x > -reach &&
      drawing.y > -reach &&
      drawing.x < this.frame.width + reach &&
      drawing.y < this.frame.height + reach;
    if (drawing.isVisible && !wasVisible) drawing.isDirty = true;
    return sizePx;
  }

  private add(id: string, view: RifffDrawing['view']): RifffDrawing {
    const drawing = new RifffDrawing(id, view);
    this.drawings.set(id, drawing);
    return drawing;
  }

  private remove(id: string): void {
    this.host.remove(this.drawings.get(id)!);
    this.drawings.delete(id);
    for (const one of this.going) if (one.id === id) one.swap = null;
    this.dropGone();
  }

  /** Another rifff comes into a place: what was there stays until the notch has swapped it. */
  private swapIn(before: RifffDrawing, place: Place): RifffDrawing {
    for (const one of this.going) if (one.id === place.id) one.swap = null;
    this.dropGone();
    this.drawings.delete(place.id);
    const drawing = this.add(place.id, place.view);
    drawing.beginSwap(before, this.frame);
    this.going.push(before);
    return drawing;
  }

  /** Keeps what goes in its place, and lets it go where the notch has been all round. */
  private moveGoing(): void {
    for (let at = 0; at < this.going.length; at++) {
      const one = this.going[at]!;
      const heir = this.drawings.get(one.id);
      if (!heir || heir.sizePx !== one.sizePx || !one.advanceSwap(this.frame)) one.swap = null;
      else {
        one.x = heir.x;
        one.y = heir.y;
        one.isVisible = heir.isVisible;
      }
    }
    this.dropGone();
  }

  /** Gives back what has been swapped. */
  private dropGone(): void {
    for (let at = this.going.length - 1; at >= 0; at--) {
      const one = this.going[at]!;
      if (one.swap) continue;
      this.going.splice(at, 1);
      this.host.remove(one);
      const place = this.order.indexOf(one);
      if (place >= 0) this.order.splice(place, 1);
      this.mustDraw = true;
    }
  }
}
