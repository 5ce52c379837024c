/** What the shader is given for one rifff alone: profiles, ring data, envelopes, and one instance. */
import { muteLines } from '../drawing/glyph.ts';
import type { RingLayout } from '../drawing/layout.ts';
import type { RifffModel } from '../drawing/model.ts';
import { LEVEL_SHARE, muteReach, thicknessCurve } from '../drawing/motion.ts';
import {
  keylineSteps,
  PROFILE_CHANNELS,
  profileSamples,
  writeKeyline,
  writeProfile,
} from '../drawing/profile.ts';
import type { RingMotion } from '../drawing/ringMotion.ts';
import { RING_TEXELS, RINGS } from '../drawing/shader.ts';
import { inkIndex } from '../drawing/tokens.ts';

/** Width of the profile texture: one profile a row, with one sample more at either end. */
export const PROFILE_WIDTH = 2048;
/** Rows of the profile texture: a ring each, then the keyline of the focused ring. */
export const PROFILE_ROWS = RINGS + 1;
const KEYLINE_ROW = RINGS;
export const ENVELOPE_BINS = 256;
const RING_FLOATS = RING_TEXELS * 4;
/** Phase that tells the shader to follow `uPhase`. */
const FOLLOW = -2;

/** A rifff as it is drawn now. Lengths in CSS pixels. */
export interface Scene {
  readonly model: RifffModel;
  readonly layout: RingLayout;
  readonly rings: readonly RingMotion[];
  /** Index in the layout of the focused ring, or −1. */
  readonly focused: number;
  /** Slots whose sound is missing. */
  readonly failed: readonly number[];
  readonly dpr: number;
  readonly nowMs: number;
  readonly isReduced: boolean;
}

/** Samples of a profile at this size. */
export function samplesOf({ layout, dpr }: Pick<Scene, 'layout' | 'dpr'>): number {
  return profileSamples(layout.radius * dpr);
}

/** Copies a profile into its row so that it wraps. */
function putRow(rows: Float32Array, row: number, profile: Float32Array): void {
  const start = row * PROFILE_WIDTH * PROFILE_CHANNELS;
  rows.set(profile.subarray(profile.length - PROFILE_CHANNELS), start);
  rows.set(profile, start + PROFILE_CHANNELS);
  rows.set(profile.subarray(0, PROFILE_CHANNELS), start + PROFILE_CHANNELS + profile.length);
}

/** Fills the profile texture: edges and distances of every ring, and the keyline of the focused one. */
export function writeProfiles(scene: Scene, rows: Float32Array): void {
  const { model, layout, focused } = scene;
  const profile = new Float32Array(samplesOf(scene) * PROFILE_CHANNELS);
  const line = muteLines(layout.radius).outline;
  layout.rings.forEach((place, at) => {
    const isLast = at === layout.rings.length - 1;
    const distances = { gap: layout.gap, line, outerLine: isLast ? 0 : layout.gap + line };
    writeProfile(model.rings[place.index]!, place, layout.radius, distances, profile);
    putRow(rows, at, profile);
  });
  const place = layout.rings[focused];
  if (!place) return;
  const steps = keylineSteps(layout.gap, true);
  writeKeyline(model.rings[place.index]!, place, layout.radius, steps, profile);
  putRow(rows, KEYLINE_ROW, profile);
}

/** Fills the envelope texture: how thick each ring is over one pass of its loop. */
export function writeEnvelopes({ model, layout }: Scene, out: Uint8Array): void {
  layout.rings.forEach((place, at) => {
    const ring = model.rings[place.index]!;
    const curve = thicknessCurve(ring.bands ?? new Uint8Array(0), ring.peaks, ring.passSec ?? 4);
    out.set(curve, at * ENVELOPE_BINS);
  });
}

/** Fills the ring texture, texel for texel as the shader reads it (`drawing/shader.ts`). */
export function writeRings(scene: Scene, data: Float32Array): void {
  const { model, layout, focused, failed, nowMs, isReduced } = scene;
  const { radius, gap } = layout;
  const keylinePx = keylineSteps(gap, true)[2];
  const linePx = gap + muteLines(radius).outline;
  scene.rings.forEach((ring, at) => {
    const place = layout.rings[at]!;
    const one = model.rings[place.index]!;
    const to = at * RING_FLOATS;
    const reach = muteReach(nowMs, ring.muteMs, isReduced);
    const isMuted = ring.isOn ? 0 : 1;
    const room = Math.max(linePx, at === focused ? keylinePx : 0) + 2;
    data[to] = (ring.outer - ring.amplitude) / radius;
    data[to + 1] = ring.amplitude / radius;
    data[to + 2] = inkIndex(one.category);
    data[to + 3] = (ring.outer + 0.19 * ring.amplitude + room) / radius;
    data[to + 4] = isMuted;
    data[to + 5] = reach < 0.5 ? 1 - isMuted : isMuted;
    data[to + 6] = reach;
    data[to + 7] = ring.muteFrom;
    data[to + 8] = ring.dim;
    data[to + 9] = at === focused ? 2 : 0;
    data[to + 10] = failed.includes(place.slot) ? 1 : 0;
    data[to + 11] = 0;
    data[to + 12] = 0;
    data[to + 13] = at;
    data[to + 14] = 0;
    data[to + 15] = at === focused ? KEYLINE_ROW : at;
    data[to + 16] = 0;
    data[to + 17] = 2;
    data[to + 18] = -1;
    data[to + 19] = 0;
    data[to + 20] = (LEVEL_SHARE * place.pitch) / radius;
    data[to + 21] = one.repeats;
    data[to + 22] = at;
    data[to + 23] = place.slot;
  });
}

/**
 * The instance: place, state, shape, lines and dot, four numbers each.
 *
 * @param centrePx centre of the rifff in CSS pixels of the canvas
 * @param phase phase of the notch, −1 for none
 * @param isLive does the picture follow the sound?
 */
export function instanceOf(
  scene: Scene,
  centrePx: { x: number; y: number },
  phase: number,
  isLive: boolean,
): number[][] {
  const { layout, rings, dpr } = scene;
  const lines = muteLines(layout.radius);
  let extent = layout.radius;
  for (const ring of rings) extent = Math.max(extent, ring.outer + 0.2 * ring.amplitude);
  return [
    [centrePx.x * dpr, centrePx.y * dpr, layout.radius * dpr, (extent + 16) * dpr],
    [isLive && phase >= 0 ? FOLLOW : phase, rings.length, 0, rings.length === 0 ? -2 : -1],
    [layout.hole * dpr, layout.gap * dpr, samplesOf(scene), 0],
    [lines.outline * dpr, lines.hatch * dpr, lines.step * dpr, isLive ? 1 : 0],
    [0, 0, 0, dpr],
  ];
}
