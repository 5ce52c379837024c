/** Shapes of the flat drawings as Pixi graphics contexts, made anew only when their data changes. */
import { GraphicsContext } from 'pixi.js';
import { categoryOf } from '../../data/contract/categories.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/timing.ts';
import { type RingModel, rifffModel } from '../../drawing/model.ts';
import { stripPolygon } from '../../drawing/strip.ts';
import { mixColours, TOKENS } from '../../drawing/tokens.ts';

const HATCH_STEP_PX = 5;
/** Marks of a meter in dB below full scale. */
const TICKS_DB = [-24, -18, -12, -6] as const;
/** Range of a meter: silence of the engine to full scale. */
export const METER_FLOOR_DB = -36;

/** The ring of a slot, or undefined when the slot is free. */
export function laneRing(rifff: Rifff, slot: number): RingModel | undefined {
  return rifffModel(rifff, rifffBars(rifff)).rings.find((ring) => ring.slot === slot);
}

/** Upper edge of a strip polygon at `x`; the foot where there is none. */
function edgeOver(points: readonly number[], x: number, foot: number): number {
  for (let at = 2; at + 3 < points.length; at += 2) {
    const [x0, y0, x1, y1] = [points[at]!, points[at + 1]!, points[at + 2]!, points[at + 3]!];
    if (x >= x0 && x <= x1) return x1 === x0 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  }
  return foot;
}

/** 45° lines inside a strip, found by walking each of them. */
function hatchStrip(context: GraphicsContext, points: readonly number[], w: number, h: number) {
  const columns = Array.from({ length: Math.ceil(w) + 1 }, (_, x) => edgeOver(points, x, h));
  for (let start = -h; start < w; start += HATCH_STEP_PX) {
    let from = -1;
    for (let y = 0; y <= h; y++) {
      const x = start + y;
      const edge = columns[Math.round(x)];
      const isInside = x >= 0 && edge !== undefined && y > edge && y < h;
      if (isInside && from < 0) from = y;
      if ((!isInside || y === h) && from >= 0) {
        context.moveTo(start + from, from).lineTo(start + y, y);
        from = -1;
      }
    }
  }
}

/**
 * A ring laid flat in a box of `w` × `h` CSS pixels: filled with its ink, or outlined and hatched when muted.
 */
export function laneContext(ring: RingModel, w: number, h: number): GraphicsContext {
  const { ink } = categoryOf(ring.category);
  const points = stripPolygon(ring, w, h);
  const context = new GraphicsContext();
  context.batchMode = 'batch';
  if (ring.isOn) return context.poly(points).fill(ink);
  hatchStrip(context, points, w, h);
  context.stroke({ width: 1, color: mixColours(TOKENS.ground, ink, 0.62) });
  return context.poly(points).stroke({ width: 1.5, color: ink, alignment: 1 });
}

/** A white unit square: notches, bars and marks are this, tinted and scaled. */
export function unitContext(): GraphicsContext {
  const context = new GraphicsContext();
  context.batchMode = 'batch';
  return context.rect(0, 0, 1, 1).fill('#FFFFFF');
}

/** Track of a meter with a hairline at every tick, `w` × `h` CSS pixels; the longer side is its scale. */
export function meterContext(w: number, h: number): GraphicsContext {
  const context = new GraphicsContext();
  context.batchMode = 'batch';
  context.rect(0, 0, w, h).fill(TOKENS.line);
  for (const db of TICKS_DB) {
    const share = 1 - db / METER_FLOOR_DB;
    if (w >= h) context.rect(Math.round(w * share), 0, 1, h);
    else context.rect(0, Math.round(h * (1 - share)), w, 1);
  }
  return context.fill(TOKENS.ground);
}

/** Where a linear level stands on a meter: 0 at −36 dB and below, 1 at full scale. */
export function meterShare(level: number): number {
  if (level <= 0) return 0;
  const db = 20 * Math.log10(level);
  return Math.min(1, Math.max(0, 1 - db / METER_FLOOR_DB));
}
