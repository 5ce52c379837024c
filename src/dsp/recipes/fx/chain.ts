import { RATE, type Stereo } from '../../synth/buffer.ts';
import { Biquad, type EqBand } from '../../synth/filter.ts';
import { tanh } from '../../synth/math.ts';

/** An effect that takes one stereo frame and leaves the answer in `l` and `r`. */
export interface Effect {
  l: number;
  r: number;
  tick(l: number, r: number): void;
}

/**
 * Runs `effect` over `bus` as if the loop had been going round for `warmSec` seconds, so that its tail is already
 * there at the first frame. Returns a new buffer: dry · input + wet · effect.
 */
export function circular(bus: Stereo, effect: Effect, warmSec: number, wet = 1, dry = 0): Stereo {
  const frames = bus.l.length;
  const out = { l: new Float32Array(frames), r: new Float32Array(frames) };
  const warm = Math.round(warmSec * RATE);
  let place = (frames - (warm % frames)) % frames;
  for (let i = 0; i < warm; i++) {
    effect.tick(bus.l[place]!, bus.r[place]!);
    if (++place === frames) place = 0;
  }
  for (let i = 0; i < frames; i++) {
    const l = bus.l[i]!;
    const r = bus.r[i]!;
    effect.tick(l, r);
    out.l[i] = l * dry + effect.l * wet;
    out.r[i] = r * dry + effect.r * wet;
  }
  return out;
}

/** Equaliser of any number of bands, going round with the loop. */
export function eq(bus: Stereo, ...bands: EqBand[]): Stereo {
  const left = bands.map((band) => new Biquad(band));
  const right = bands.map((band) => new Biquad(band));
  const effect: Effect = {
    l: 0,
    r: 0,
    tick(l, r) {
      this.l = left.reduce((x, band) => band.tick(x), l);
      this.r = right.reduce((x, band) => band.tick(x), r);
    },
  };
  return circular(bus, effect, 0.25);
}

/** Warmth: a hyperbolic tangent with a little asymmetry; `drive` 0 is clean, 1 is plainly there. */
export function saturate(bus: Stereo, drive: number, asymmetry = 0.08): Stereo {
  const out = { l: new Float32Array(bus.l.length), r: new Float32Array(bus.l.length) };
  const pre = 1 + drive * 3;
  const rest = tanh(asymmetry);
  const post = 1 / (0.35 + 0.65 * pre);
  for (let i = 0; i < bus.l.length; i++) {
    out.l[i] = (tanh(bus.l[i]! * pre + asymmetry) - rest) * post;
    out.r[i] = (tanh(bus.r[i]! * pre + asymmetry) - rest) * post;
  }
  return out;
}

/** Width of the sides (1 leaves them alone); everything below `monoHz` stays in the middle. */
export function width(bus: Stereo, amount: number, monoHz = 0): Stereo {
  const low =
    monoHz > 0
      ? [new Biquad({ kind: 'hp', hz: monoHz }), new Biquad({ kind: 'hp', hz: monoHz })]
      : [];
  const effect: Effect = {
    l: 0,
    r: 0,
    tick(l, r) {
      const middle = (l + r) / 2;
      const side = low.reduce((x, band) => band.tick(x), ((l - r) / 2) * amount);
      this.l = middle + side;
      this.r = middle - side;
    },
  };
  return circular(bus, effect, 0.25);
}
