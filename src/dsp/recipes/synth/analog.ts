import { RATE, type Stereo } from '../../synth/buffer.ts';
import { Adsr, type AdsrShape, declick, noteFrames } from '../../synth/envelope.ts';
import { Svf } from '../../synth/filter.ts';
import { exp2, log2, sinTurn, tanh } from '../../synth/math.ts';
import { Oscillator, type Wave } from '../../synth/oscillator.ts';
import type { Random } from '../../synth/random.ts';

/** One oscillator of a patch. */
export interface Layer {
  readonly wave: Wave;
  readonly level: number;
  readonly semis?: number;
  readonly cents?: number;
  /** Pulse width 0..1 and how far it swings. */
  readonly width?: number;
  readonly pwm?: number;
  /** Copies, detuned over ± this many cents and spread over the stereo field. */
  readonly unison?: number;
  readonly detune?: number;
}

/** A subtractive voice. Times in seconds, amounts of modulation in octaves. */
export interface AnalogPatch {
  readonly layers: readonly Layer[];
  readonly noise?: number;
  readonly filter: {
    readonly hz: number;
    readonly q?: number;
    readonly type?: 'lp' | 'bp' | 'hp';
    /** Two of them in a row make 24 dB an octave. */
    readonly poles?: 2 | 4;
    readonly env?: number;
    readonly key?: number;
    readonly velocity?: number;
  };
  readonly amp: AdsrShape;
  readonly fenv?: AdsrShape;
  /** Drive into the shaper after the filter; 0 is clean. */
  readonly drive?: number;
  readonly vibrato?: { readonly hz: number; readonly cents: number; readonly delaySec: number };
  /** Width of the stereo field 0..1. */
  readonly spread?: number;
  /** Octaves that the cut-off moves at a frame of the loop: must come round with the loop. */
  readonly motion?: (loopPhase: number) => number;
}

export interface Note {
  readonly hz: number;
  /** Frames until the key is released. */
  readonly gate: number;
  readonly velocity: number;
  readonly rng: Random;
  /** First frame in the loop, and frames of the loop, for modulation that comes round with it. */
  readonly start?: number;
  readonly loopFrames?: number;
  /** Pitch that it slides from, and the time that it takes. */
  readonly fromHz?: number;
  readonly glideSec?: number;
}

interface Part {
  readonly osc: Oscillator;
  readonly ratio: number;
  readonly l: number;
  readonly r: number;
  readonly layer: Layer;
}

function partsOf(patch: AnalogPatch, rng: Random): Part[] {
  const spread = patch.spread ?? 0.6;
  return patch.layers.flatMap((layer) => {
    const count = layer.unison ?? 1;
    return Array.from({ length: count }, (_, i) => {
      const side = count === 1 ? 0 : (i / (count - 1)) * 2 - 1;
      const cents = (layer.cents ?? 0) + side * (layer.detune ?? 0) + rng.bipolar() * 0.8;
      const level = layer.level / Math.sqrt(count);
      const pan = side * spread * (i % 2 ? 1 : 0.82);
      return {
        osc: new Oscillator(layer.wave, rng.next()),
        ratio: exp2(((layer.semis ?? 0) + cents / 100) / 12),
        l: level * Math.sqrt(1 - pan),
        r: level * Math.sqrt(1 + pan),
        layer,
      };
    });
  });
}

/** Frames between two settings of filter and pitch. */
const CONTROL = 8;

/** Plays one note of `patch`. Returns its frames with the release; the level is about −12 dBFS a layer. */
export function analog(patch: AnalogPatch, note: Note): Stereo {
  const frames = noteFrames(note.gate, patch.amp.r * 1.1);
  const out = { l: new Float32Array(frames), r: new Float32Array(frames) };
  const parts = partsOf(patch, note.rng);
  const amp = new Adsr(patch.amp, note.gate);
  const fenv = patch.fenv ? new Adsr(patch.fenv, note.gate) : undefined;
  const filters = [0, 1].map(() => [new Svf(), new Svf()] as const);
  const type = patch.filter.type ?? 'lp';
  const four = patch.filter.poles === 4;
  const drive = patch.drive ?? 0;
  const vibratoPhase = note.rng.next();
  const glideFrames = (note.glideSec ?? 0) * RATE;
  const ratio = note.fromHz ? note.fromHz / note.hz : 1;
  const base =
    patch.filter.hz *
    exp2(
      (patch.filter.key ?? 0) * log2(note.hz / 261.6256) +
        (patch.filter.velocity ?? 0) * (note.velocity - 1),
    );
  let pitch = 1;
  for (let i = 0; i < frames; i++) {
    const level = amp.next() * note.velocity * 0.25;
    const sweep = fenv ? fenv.next() : 0;
    if (i % CONTROL === 0) {
      const sec = i / RATE;
      pitch = 1;
      if (glideFrames > 0 && i < glideFrames) {
        const left = 1 - i / glideFrames;
        pitch += (ratio - 1) * left * left;
      }
      if (patch.vibrato && sec > patch.vibrato.delaySec) {
        const fade = Math.min(1, (sec - patch.vibrato.delaySec) * 3);
        const wave = sinTurn(vibratoPhase + sec * patch.vibrato.hz);
        pitch *= exp2((wave * fade * patch.vibrato.cents) / 1200);
      }
      let octaves = sweep * (patch.filter.env ?? 0);
      if (patch.motion && note.loopFrames) {
        octaves += patch.motion((((note.start ?? 0) + i) % note.loopFrames) / note.loopFrames);
      }
      const hz = base * exp2(octaves);
      for (const [a, b] of filters) {
        a.set(hz, four ? 0.6 : (patch.filter.q ?? 0.8));
        if (four) b.set(hz, patch.filter.q ?? 1.2);
      }
    }
    const dt = (note.hz * pitch) / RATE;
    let l = 0;
    let r = 0;
    for (const part of parts) {
      const { layer } = part;
      const width =
        layer.wave === 'pulse'
          ? (layer.width ?? 0.5) + (layer.pwm ?? 0) * sinTurn(vibratoPhase + (i / RATE) * 0.37)
          : 0.5;
      const x = part.osc.next(dt * part.ratio, width);
      l += x * part.l;
      r += x * part.r;
    }
    if (patch.noise) {
      const n = note.rng.bipolar() * patch.noise;
      l += n;
      r += note.rng.bipolar() * patch.noise * 0.6 + n * 0.4;
    }
    out.l[i] = shape(pass(filters[0]!, l, type, four), drive) * level;
    out.r[i] = shape(pass(filters[1]!, r, type, four), drive) * level;
  }
  declick(out.l, 12, 400);
  declick(out.r, 12, 400);
  return out;
}

function pass(
  pair: readonly [Svf, Svf],
  x: number,
  type: 'lp' | 'bp' | 'hp',
  four: boolean,
): number {
  pair[0].tick(x);
  if (!four) return pair[0][type];
  pair[1].tick(pair[0][type]);
  return pair[1][type];
}

function shape(x: number, drive: number): number {
  return drive > 0 ? tanh(x * (1 + drive)) / (0.4 + 0.6 * (1 + drive)) : x;
}
