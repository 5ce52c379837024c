/** The rifff on the page of an embed: WebGL where it is there, an SVG with a notch where it is not. */
import type { Telemetry } from '../audio/telemetry.ts';
import type { Rifff } from '../data/contract/rifff.ts';
import { rifffBars } from '../data/rules/timing.ts';
import { rifffGlyph } from '../drawing/glyph.ts';
import { layoutRings, type RingLayout } from '../drawing/layout.ts';
import { type RifffModel, rifffModel } from '../drawing/model.ts';
import { invitation, notchPhase } from '../drawing/motion.ts';
import {
  advanceRing,
  createRingMotion,
  dimRing,
  moveRing,
  muteRing,
  type RingMotion,
} from '../drawing/ringMotion.ts';
import { GlHost } from './glHost.ts';

/** Below this size there is no notch. */
const NOTCH_SIZE_PX = 96;
/** Sharper than this is not seen and costs. */
const MOST_DPR = 2;

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
  layout: RingLayout = { radius: 1, hole: 0, gap: 1, weight: 1, rings: [] };
  /** Side of the square that the rifff is in, in CSS pixels. */
  sizePx = 0;
  private model: RifffModel = { id: '', rings: [] };
  private rings: RingMotion[] = [];
  private shown: Shown;
  private host: GlHost | null = null;
  private canvas: HTMLCanvasElement | null = null;
  private dpr = 1;
  private phase = -1;
  private readonly box: HTMLElement;
  private readonly onStill: () => void;

  /**
   * @param box square element that the picture fills
   * @param onStill called when something has to be drawn although nothing moves
   */
  constructor(box: HTMLElement, shown: Shown, onStill: () => void) {
    this.box = box;
    this.shown = shown;
    this.onStill = onStill;
  }

  /** Does a GPU draw it? */
  get isLive(): boolean {
    return this.host !== null;
  }

  /** The context it draws with; null while it does not. */
  get gl(): WebGL2RenderingContext | null {
    return this.host?.gl ?? null;
  }

  /** Begins to draw with WebGL; an SVG stays where that fails. Safe to call again. */
  wake(): void {
    if (this.host) return;
    const canvas = document.createElement('canvas');
    try {
      this.host = new GlHost(canvas);
    } catch (error) {
      console.info('The rifff is drawn without a GPU', error);
      return;
    }
    // A page with many embeds has more of them than contexts: the oldest loses its own.
    canvas.addEventListener('webglcontextlost', () => this.sleep(), { once: true });
    this.canvas = canvas;
    this.resize(this.sizePx);
    this.box.replaceChildren(canvas);
  }

  /** Gives the GPU back and shows a still picture. */
  sleep(): void {
    const { host } = this;
    if (!host) return;
    this.host = null;
    this.canvas = null;
    host.dispose();
    this.drawStill();
    this.onStill();
  }

  /** Takes another size. */
  resize(sizePx: number): void {
    this.sizePx = sizePx;
    this.dpr = Math.min(MOST_DPR, devicePixelRatio || 1);
    if (this.canvas) {
      this.canvas.width = Math.round(sizePx * this.dpr);
      this.canvas.height = this.canvas.width;
    }
    this.lay(true);
  }

  /** Takes what it shows now. */
  show(change: Partial<Shown>): void {
    this.shown = { ...this.shown, ...change };
    this.lay(false);
  }

  private lay(isJump: boolean): void {
    if (this.sizePx <= 0) return;
    const { rifff, solo } = this.shown;
    const nowMs = performance.now();
    this.model = rifffModel(rifff, rifffBars(rifff));
    const room = Math.min(12, 0.02 * this.sizePx + 1);
    this.layout = layoutRings(this.model.rings, this.sizePx / 2 - room, { sizePx: this.sizePx });
    const before = new Map(this.rings.map((ring) => [ring.key, ring]));
    this.rings = this.layout.rings.map((place) => {
      const { isOn } = this.model.rings[place.index]!;
      const key = `slot ${place.slot}`;
      const dim = solo >= 0 && solo !== place.slot ? 1 : 0;
      const known = isJump ? undefined : before.get(key);
      const ring = known ?? createRingMotion(key, place.outer, place.amplitude, isOn, dim);
      moveRing(ring, place.outer, place.amplitude, nowMs);
      muteRing(ring, isOn, this.phase, nowMs);
      dimRing(ring, dim, nowMs);
      return ring;
    });
    if (this.host) this.host.prepare(this.sceneNow(nowMs, false));
    else this.drawStill();
    this.onStill();
  }

  private sceneNow(nowMs: number, isReduced: boolean) {
    const { model, layout, rings, dpr, shown } = this;
    const focused = layout.rings.findIndex(({ slot }) => slot === shown.focused);
    return { model, layout, rings, focused, failed: shown.failed, dpr, nowMs, isReduced };
  }

  /** Phase of the notch in turns, −1 for none. */
  private phaseAt(telemetry: Telemetry, nowMs: number, isReduced: boolean): number {
    const { rifff, hasPlayed } = this.shown;
    if (this.sizePx < NOTCH_SIZE_PX || this.rings.length === 0) return -1;
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
    this.phase = this.phaseAt(telemetry, nowMs, isReduced);
    let isMoving = telemetry.isPlaying || !this.shown.hasPlayed;
    for (const ring of this.rings) if (advanceRing(ring, nowMs, isReduced)) isMoving = true;
    if (!this.host) {
      this.turnStill();
      return isMoving;
    }
    if (!this.shown.hasPlayed && !isReduced) this.invite(nowMs);
    if (telemetry.isPlaying) this.host.sendSpectrum(telemetry.spectrum);
    const centre = { x: this.sizePx / 2, y: this.sizePx / 2 };
    const scene = this.sceneNow(nowMs, isReduced);
    this.host.draw(scene, centre, this.phase, telemetry.isPlaying);
    return isMoving;
  }

  /** Every four seconds one ring thickens and settles, so that fingers know what to touch. */
  private invite(nowMs: number): void {
    const { ring: at, share } = invitation(nowMs, this.rings.length);
    const place = this.layout.rings[at];
    if (!place || share === 0) return;
    const room = this.layout.rings[at + 1]?.pitch ?? place.pitch * 0.1;
    this.rings[at]!.outer += share * Math.min(0.3 * place.pitch, 0.3 * room);
  }

  private drawStill(): void {
    const { rifff, solo } = this.shown;
    const model = { ...this.model };
    if (solo >= 0) {
      model.rings = model.rings.map((ring) => ({ ...ring, isOn: ring.isOn && ring.slot === solo }));
    }
    const notch = document.createElement('i');
    notch.className = 'notch';
    notch.hidden = true;
    this.box.innerHTML = rifff.loops.length > 0 || model.rings.length > 0 ? this.glyph(model) : '';
    this.box.append(notch);
  }

  private glyph(model: RifffModel): string {
    return rifffGlyph(
      model,
      Math.max(16, Math.round(this.sizePx - 2 * (this.sizePx / 2 - this.layout.radius))),
    );
  }

  /** The notch of the still picture: a bar of ground that turns. */
  private turnStill(): void {
    const notch = this.box.querySelector<HTMLElement>('.notch');
    if (!notch) return;
    notch.hidden = this.phase < 0;
    notch.style.transform = `rotate(${this.phase}turn)`;
  }
}
