/** The rifff on the page of an embed, on a canvas of its own. */
import type { Telemetry } from '../audio/engine/telemetry.ts';
import type { Rifff } from '../data/contract/rifff.ts';
import { rifffBars } from '../data/rules/time/timing.ts';
import { CanvasPainter } from '../drawing/canvas.ts';
import { composeRifff } from '../drawing/composeRifff.ts';
import { rifffGlyph } from '../drawing/glyph.ts';
import { layoutRings, type RingLayout } from '../drawing/layout.ts';
import { rifffModel } from '../drawing/model.ts';
import { invitation, notchPhase } from '../drawing/motion.ts';
import { PaintList } from '../drawing/paintList.ts';
import { PlainPose } from '../drawing/plainPose.ts';
import { advanceRing, dimRing, moveRing, muteRing } from '../drawing/ringMotion.ts';
import type { Worn } from './worn.ts';

/** Below this size there is no notch. */
const NOTCH_SIZE_PX = 96;
/** Sharper than this is not seen and costs. */
const MOST_DPR = 2;
/** How far a swell may go beyond the square, as a share of its side: one ring alone swells most. */
const SPILL_SHARE = 0.05;

const IN_THE_MIDDLE = [0, 0] as const;

/** What the picture shows. */
export interface Shown {
  rifff: Rifff;
  /** Slot that alone sounds, or −1. */
  solo: number;
  /** Slot that is focused by keys, or −1. */
  focused: number;
  failed: readonly number[];
  /** Has it been played? Before that it turns silently and invites. */
  hasPlayed: boolean;
}

export class Picture {
  /** Side of the square that the rifff is in, in CSS pixels. */
  sizePx = 0;
  private shown: Shown;
  private readonly pose = new PlainPose();
  private readonly list = new PaintList();
  private readonly box: HTMLElement;
  private readonly canvas = document.createElement('canvas');
  // In memory of the processor: an emulated GPU draws a tenth as many pictures, and without one nothing changes.
  private readonly context = this.canvas.getContext('2d', { willReadFrequently: true });
  private readonly painter = this.context && new CanvasPainter(this.context);
  private readonly onStill: () => void;
  /** From the centre to the edge of the canvas, in CSS pixels. */
  private halfPx = 0;
  private worn: Worn | null = null;

  /**
   * @param box square element that the picture fills
   * @param onStill called when something has to be drawn although nothing moves
   */
  constructor(box: HTMLElement, shown: Shown, onStill: () => void) {
    this.box = box;
    this.shown = shown;
    this.onStill = onStill;
    if (this.painter) box.append(this.canvas);
  }

  get layout(): RingLayout {
    return this.pose.layout;
  }

  /** Where its hole is seen, from its middle: x and y in CSS pixels. A look that leans has it elsewhere. */
  get hole(): Readonly<ArrayLike<number>> {
    return this.worn?.hole ?? IN_THE_MIDDLE;
  }

  /** Takes another size. */
  resize(sizePx: number): void {
    this.sizePx = sizePx;
    const dpr = Math.min(MOST_DPR, devicePixelRatio || 1);
    const spillPx = Math.ceil(SPILL_SHARE * sizePx);
    const sidePx = sizePx + 2 * spillPx;
    this.canvas.width = Math.round(sidePx * dpr);
    this.canvas.height = this.canvas.width;
    this.canvas.style.cssText = `width:${sidePx}px;height:${sidePx}px;margin:-${spillPx}px`;
    this.halfPx = sizePx / 2 + spillPx;
    this.lay(true, dpr);
  }

  /** Draws by a look from now on, or as the house draws; as that too where the browser has no canvas. */
  wear(worn: Worn | null): void {
    if (!this.painter) return;
    this.worn?.end();
    this.worn = worn;
    worn?.begin();
    this.lay(true, this.pose.dpr);
  }

  /** Takes what it shows now. */
  show(change: Partial<Shown>): void {
    this.shown = { ...this.shown, ...change };
    this.lay(false, this.pose.dpr);
  }

  private lay(isJump: boolean, dpr: number): void {
    if (this.sizePx <= 0) return;
    const { pose } = this;
    const { rifff, solo, focused, failed } = this.shown;
    const nowMs = performance.now();
    const model = rifffModel(rifff, rifffBars(rifff));
    const room = Math.min(12, 0.02 * this.sizePx + 1);
    const most = this.sizePx / 2 - room;
    // What a look draws round its rings stays inside the canvas.
    const radius = this.worn ? Math.min(most, this.halfPx / this.worn.reach) : most;
    pose.reachPx = this.worn ? radius : this.halfPx;
    const layout = layoutRings(model.rings, radius, {
      sizePx: this.sizePx,
      character: model.character,
    });
    pose.lay(model, layout, dpr, solo, isJump ? [] : pose.rings);
    pose.rings.forEach((ring, at) => {
      const place = layout.rings[at]!;
      moveRing(ring, place.outer, place.amplitude, nowMs);
      muteRing(ring, model.rings[place.index]!.isOn, pose.phase, nowMs);
      dimRing(ring, solo >= 0 && solo !== place.slot ? 1 : 0, nowMs);
    });
    pose.focused = pose.indexOf(focused);
    pose.failed = failed;
    // Where the browser has no canvas the rifff is a still glyph.
    if (!this.painter) this.box.innerHTML = rifffGlyph(model, Math.max(16, this.sizePx - 2 * room));
    this.onStill();
  }

  /** Phase of the notch in turns, −1 for none. */
  private phaseAt(telemetry: Telemetry, nowMs: number, isReduced: boolean): number {
    const { rifff, hasPlayed } = this.shown;
    if (this.sizePx < NOTCH_SIZE_PX || this.pose.rings.length === 0) return -1;
    const { barLength, bps } = rifff.state;
    const turn16ths = rifffBars(rifff) * barLength;
    const silent = (nowMs / ((turn16ths / (4 * bps)) * 1000)) % 1;
    const phase = hasPlayed ? telemetry.phase : silent;
    return notchPhase(phase, Math.max(1, turn16ths / 4), isReduced);
  }

  /**
   * Draws this moment.
   * @returns whether something moves, so that another frame is needed
   */
  frame(telemetry: Telemetry, nowMs: number, isReduced: boolean): boolean {
    const { pose, list, canvas } = this;
    pose.nowMs = nowMs;
    pose.isReduced = isReduced;
    pose.phase = this.phaseAt(telemetry, nowMs, isReduced);
    pose.isLive = telemetry.isPlaying;
    pose.spectrum = telemetry.isPlaying ? telemetry.spectrum : null;
    let isMoving = telemetry.isPlaying || !this.shown.hasPlayed;
    for (const ring of pose.rings) if (advanceRing(ring, nowMs, isReduced)) isMoving = true;
    if (!this.shown.hasPlayed && !isReduced) this.invite(nowMs);
    if (!this.painter) return false;
    if (this.compose()) isMoving = true;
    this.context?.clearRect(0, 0, canvas.width, canvas.height);
    this.painter.draw(list, canvas.width / 2, canvas.height / 2, pose.dpr);
    return isMoving;
  }

  /** Makes the list of this moment. @returns whether it moves by itself */
  private compose(): boolean {
    const { list, pose, worn } = this;
    try {
      if (worn) return worn.compose(list, pose);
    } catch (cause) {
      console.warn('The look could not be drawn', cause);
      this.wear(null);
    }
    composeRifff(list, pose);
    return false;
  }

  /** Every four seconds one ring thickens and settles, so that fingers know what to touch. */
  private invite(nowMs: number): void {
    const { rings, layout } = this.pose;
    const { ring: at, share } = invitation(nowMs, rings.length);
    const place = layout.rings[at];
    if (!place || share === 0) return;
    const room = layout.rings[at + 1]?.pitch ?? place.pitch * 0.1;
    rings[at]!.outer += share * Math.min(0.3 * place.pitch, 0.3 * room);
  }
}
