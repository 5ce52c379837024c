import { RATE, type Stereo } from '../../synth/buffer.ts';
import { approach } from '../../synth/envelope.ts';
import { dbToGain, exp2, log2 } from '../../synth/math.ts';
import { circular, type Effect } from './chain.ts';

export interface CompressorShape {
  readonly thresholdDb: number;
  readonly ratio: number;
  readonly attackSec: number;
  readonly releaseSec: number;
  readonly makeupDb?: number;
  readonly kneeDb?: number;
}

class Compressor implements Effect {
  l = 0;
  r = 0;
  private level = 0;
  private readonly attack: number;
  private readonly release: number;
  private readonly shape: CompressorShape;
  private readonly makeup: number;

  constructor(shape: CompressorShape) {
    this.shape = shape;
    this.attack = approach(shape.attackSec * 3);
    this.release = approach(shape.releaseSec * 3);
    this.makeup = dbToGain(shape.makeupDb ?? 0);
  }

  tick(l: number, r: number): void {
    const now = Math.max(Math.abs(l), Math.abs(r));
    const rate = now > this.level ? this.attack : this.release;
    this.level = now + (this.level - now) * rate;
    const knee = this.shape.kneeDb ?? 6;
    const over = 6.0206 * log2(Math.max(this.level, 1e-6)) - this.shape.thresholdDb;
    const slope = 1 - 1 / this.shape.ratio;
    let cut = 0;
    if (over > knee / 2) cut = over * slope;
    else if (over > -knee / 2) cut = (slope * (over + knee / 2) * (over + knee / 2)) / (2 * knee);
    const gain = exp2(-cut / 6.0206) * this.makeup;
    this.l = l * gain;
    this.r = r * gain;
  }
}

/** Feed-forward compressor, both sides linked. `wet` below 1 lays it beside the dry sound. */
export function compress(bus: Stereo, shape: CompressorShape, wet = 1): Stereo {
  return circular(bus, new Compressor(shape), 0.6, wet, 1 - wet);
}

/**
 * Breathing with the beat: after each of `hits` (frames) the level drops by `depth` and comes back within
 * `recoverFrames` along a smooth curve.
 */
export function duck(
  bus: Stereo,
  hits: readonly number[],
  depth: number,
  recoverFrames: number,
): Stereo {
  const frames = bus.l.length;
  const gain = new Float32Array(frames).fill(1);
  const lead = 96;
  for (const hit of hits) {
    for (let i = -lead; i < recoverFrames; i++) {
      const t = i < 0 ? -i / lead : i / recoverFrames;
      const s = t * t * (3 - 2 * t);
      const at = (((hit + i) % frames) + frames) % frames;
      gain[at] = Math.min(gain[at]!, 1 - depth * (1 - s));
    }
  }
  return {
    l: bus.l.map((x, i) => x * gain[i]!),
    r: bus.r.map((x, i) => x * gain[i]!),
  };
}

/**
 * Holds every frame at or below `ceiling` by looking `lookSec` ahead, going round with the loop: the gain is the
 * least that any frame in reach asks for, smoothed by a window of the same length, so it never overshoots.
 */
export function limit(bus: Stereo, ceiling: number, lookSec = 0.0025): Stereo {
  const frames = bus.l.length;
  const reach = Math.round(lookSec * RATE);
  const need = new Float64Array(frames);
  let over = false;
  for (let i = 0; i < frames; i++) {
    const peak = Math.max(Math.abs(bus.l[i]!), Math.abs(bus.r[i]!));
    need[i] = peak > ceiling ? ceiling / peak : 1;
    over ||= peak > ceiling;
  }
  if (!over) return bus;
  const release = approach(0.12);
  const held = new Float64Array(frames);
  let state = 1;
  for (let pass = 0; pass < 2; pass++) {
    for (let i = 0; i < frames; i++) {
      state = Math.min(need[(i + reach) % frames]!, 1 - (1 - state) * release);
      held[i] = state;
    }
  }
  const floor = new Float64Array(frames);
  for (let i = 0; i < frames; i++) {
    let least = 1;
    for (let j = 0; j <= reach; j += 1) least = Math.min(least, held[(i - j + frames) % frames]!);
    floor[i] = least;
  }
  let sum = 0;
  for (let j = 0; j <= reach; j++) sum += floor[(frames - j) % frames]!;
  const out = { l: new Float32Array(frames), r: new Float32Array(frames) };
  for (let i = 0; i < frames; i++) {
    const gain = sum / (reach + 1);
    out.l[i] = bus.l[i]! * gain;
    out.r[i] = bus.r[i]! * gain;
    sum += floor[(i + 1) % frames]! - floor[(i - reach + frames) % frames]!;
  }
  return out;
}
