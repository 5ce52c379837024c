/** A rifff at rest: what embeds, videos and still pictures start from and change a field or two of. */
import type { RingLayout } from './layout.ts';
import type { RifffModel } from './model.ts';
import { createRingMotion, type RingMotion } from './ringMotion.ts';
import type { RifffPose } from './ringNow.ts';
import { RingShapes } from './ringShapes.ts';

export class PlainPose implements RifffPose {
  model: RifffModel = { id: '', rings: [] };
  layout: RingLayout = { radius: 1, hole: 0, gap: 1, weight: 1, rings: [] };
  rings: RingMotion[] = [];
  readonly shapes = new RingShapes();
  phase = -1;
  isLive = false;
  spectrum: Uint8Array | null = null;
  nowMs = 0;
  isReduced = false;
  turns = 0;
  arrivedShare = -1;
  selected = -1;
  focused = -1;
  pulled = -1;
  dragged = -1;
  startGain = 1;
  failed: readonly number[] = [];
  isUnsent = false;
  bitePx = 0;
  reachPx = Number.POSITIVE_INFINITY;
  dotX = 0;
  dotY = 0;
  dotRadius = 0;
  dpr = 1;

  /**
   * Takes a rifff and where its rings lie. Rings that have moved before go on from where they are.
   *
   * @param dpr device pixels per CSS pixel
   * @param solo slot that alone is in full ink, or −1
   * @param before rings as they move, by slot; left out, all stand where they belong
   */
  lay(
    model: RifffModel,
    layout: RingLayout,
    dpr: number,
    solo = -1,
    before: readonly RingMotion[] = [],
  ): void {
    this.model = model;
    this.layout = layout;
    this.dpr = dpr;
    this.rings = layout.rings.map(({ slot, outer, amplitude, index }) => {
      const key = `slot ${slot}`;
      const dim = solo >= 0 && solo !== slot ? 1 : 0;
      const known = before.find((ring) => ring.key === key);
      return known ?? createRingMotion(key, outer, amplitude, model.rings[index]!.isOn, dim);
    });
    this.shapes.update(model, layout, this.bitePx, dpr);
  }

  /** Index in the layout of a slot, or −1. */
  indexOf(slot: number): number {
    return this.layout.rings.findIndex((place) => place.slot === slot);
  }
}
