import { sinTurn } from './math.ts';

export type Wave = 'saw' | 'pulse' | 'triangle' | 'sine' | 'organ' | 'hollow';

/**
 * Correction of a step for band-limiting (V. Välimäki and A. Huovilainen, "Antialiasing oscillators in
 * subtractive synthesis", 2007): `t` is the phase, `dt` its advance per frame.
 */
function polyBlep(t: number, dt: number): number {
  if (t < dt) {
    const x = t / dt;
    return x + x - x * x - 1;
  }
  if (t > 1 - dt) {
    const x = (t - 1) / dt;
    return x * x + x + x + 1;
  }
  return 0;
}

/** Drawbars 8′ 4′ 2⅔′ 2′ 1⅓′ 1′ as sines: `[harmonic, level]`. */
const ORGAN: readonly (readonly [number, number])[] = [
  [1, 1],
  [2, 0.5],
  [3, 0.38],
  [4, 0.2],
  [6, 0.1],
  [8, 0.08],
];

/** One oscillator that keeps its phase. */
export class Oscillator {
  phase: number;
  private memory = 0;
  private readonly wave: Wave;

  constructor(wave: Wave, phase = 0) {
    this.wave = wave;
    this.phase = phase;
  }

  /** Next frame. `dt` is frequency over sample rate, `width` the pulse width 0..1. */
  next(dt: number, width = 0.5): number {
    const t = this.phase;
    this.phase += dt;
    if (this.phase >= 1) this.phase -= 1;
    switch (this.wave) {
      case 'saw':
        return 2 * t - 1 - polyBlep(t, dt);
      case 'pulse':
        return this.pulse(t, dt, width);
      case 'triangle': {
        // A leaky integral of a square, so that it is band-limited too.
        this.memory = dt * 4 * this.pulse(t, dt, 0.5) + (1 - dt * 0.02) * this.memory;
        return this.memory;
      }
      case 'sine':
        return sinTurn(t);
      case 'organ':
        return organ(t, dt);
      case 'hollow':
        return sinTurn(t) + 0.32 * sinTurn(t * 3) + 0.14 * sinTurn(t * 5) + 0.05 * sinTurn(t * 7);
    }
  }

  private pulse(t: number, dt: number, width: number): number {
    let y = t < width ? 1 : -1;
    y += polyBlep(t, dt);
    let edge = t + 1 - width;
    if (edge >= 1) edge -= 1;
    y -= polyBlep(edge, dt);
    return y - (2 * width - 1);
  }
}

function organ(t: number, dt: number): number {
  let sum = 0;
  for (const [harmonic, level] of ORGAN) {
    if (dt * harmonic < 0.45) sum += level * sinTurn(t * harmonic);
  }
  return sum * 0.5;
}
