/** Shapes of the flat drawings as Pixi graphics contexts, made anew only when their data changes. */
import { GraphicsContext } from 'pixi.js';
import { categoryOf } from '../../data/contract/categories.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import type { TakeShape } from '../../data/stores/lanes.ts';
import { type RingModel, rifffModel } from '../../drawing/model.ts';
import { stripPart, stripPolygon } from '../../drawing/strip.ts';
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

/** Narrowest bar of a take that is told from its neighbours by a gap, in CSS pixels. */
const NARROWEST_BAR_PX = 8;

/** Where the bars of a take stand: from, to, is it kept. Bars too narrow for gaps run together. */
function takeParts(
  { bars, firstBar, keptBars }: TakeShape,
  w: number,
): [number, number, boolean][] {
  const at = (bar: number) => (bar === bars ? w : Math.round((bar * w) / bars));
  const keptTo = firstBar + keptBars;
  if (w / bars < NARROWEST_BAR_PX) {
    return [
      [0, at(firstBar), false],
      [at(firstBar), at(keptTo), true],
      [at(keptTo), w, false],
    ];
  }
  return Array.from({ length: bars }, (_, bar) => {
    const end = bar + 1 === bars ? w : at(bar + 1) - 1;
    return [at(bar), end, bar >= firstBar && bar < keptTo];
  });
}

/**
 * A take laid flat in a box of `w` × `h` CSS pixels: its bars in ink, those that are not kept dull; a hairline where
 * nothing was heard.
 */
export function takeContext(take: TakeShape, w: number, h: number): GraphicsContext {
  const context = new GraphicsContext();
  context.batchMode = 'batch';
  // Nothing was heard: a hairline, not the stretched shape of nothing.
  if (take.peaks.every((peak) => peak === 0)) return context.rect(0, h - 1, w, 1).fill(TOKENS.line);
  const { slug, ink } = categoryOf(take.category);
  const { takeId, peaks } = take;
  // Gain 2 fills the height.
  const ring: RingModel = {
    loopId: takeId,
    slot: 0,
    category: slug,
    peaks,
    repeats: 1,
    gain: 2,
    isOn: true,
  };
  const points = stripPolygon(ring, w, h);
  for (const [from, to, isKept] of takeParts(take, w)) {
    const part = stripPart(points, from, to);
    if (part.length > 0) context.poly(part).fill(isKept ? ink : TOKENS.line);
  }
  return context;
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
