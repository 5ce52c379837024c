import { RATE } from './buffer.ts';
import { clamp, cosTurn, dbToGain, exp, sinTurn, tanPi } from './math.ts';

/** Q of a filter without a resonance. The library was rendered with these four digits, and its bytes are kept. */
// biome-ignore lint/suspicious/noApproximativeNumericConstant: √½ itself would change every loop of the library.
const BUTTERWORTH_Q = 0.7071;

/**
 * State-variable filter with trapezoidal integrators (A. Simper, "Solving the continuous SVF equations using
 * trapezoidal integration", 2013): stays stable while its cut-off moves.
 */
export class Svf {
  lp = 0;
  bp = 0;
  hp = 0;
  private ic1 = 0;
  private ic2 = 0;
  private k = 1;
  private a1 = 0;
  private a2 = 0;
  private a3 = 0;

  constructor(hz = 1000, q = BUTTERWORTH_Q) {
    this.set(hz, q);
  }

  /** Cut-off in Hz (held to 10 Hz .. 21 kHz) and quality. */
  set(hz: number, q: number): void {
    const g = tanPi(clamp(hz, 10, 21_000) / RATE);
    this.k = 1 / q;
    this.a1 = 1 / (1 + g * (g + this.k));
    this.a2 = g * this.a1;
    this.a3 = g * this.a2;
  }

  /** Takes one frame; leaves `lp`, `bp` and `hp`. Returns `lp`. */
  tick(x: number): number {
    const v3 = x - this.ic2;
    const v1 = this.a1 * this.ic1 + this.a2 * v3;
    const v2 = this.ic2 + this.a2 * this.ic1 + this.a3 * v3;
    this.ic1 = 2 * v1 - this.ic1;
    this.ic2 = 2 * v2 - this.ic2;
    this.lp = v2;
    this.bp = v1 * this.k;
    this.hp = x - this.k * v1 - v2;
    return v2;
  }
}

/** One-pole low-pass. */
export class OnePole {
  private y = 0;
  private readonly a: number;

  constructor(hz: number) {
    this.a = 1 - exp((-2 * Math.PI * clamp(hz, 1, 20_000)) / RATE);
  }

  tick(x: number): number {
    this.y += this.a * (x - this.y);
    return this.y;
  }
}

export type EqBand =
  | { readonly kind: 'hp' | 'lp'; readonly hz: number; readonly q?: number }
  | {
      readonly kind: 'low' | 'high' | 'bell';
      readonly hz: number;
      readonly db: number;
      readonly q?: number;
    };

/** A biquad (R. Bristow-Johnson, "Audio EQ cookbook"), transposed direct form II. */
export class Biquad {
  private b0 = 1;
  private b1 = 0;
  private b2 = 0;
  private a1 = 0;
  private a2 = 0;
  private z1 = 0;
  private z2 = 0;

  constructor(band: EqBand) {
    const turn = clamp(band.hz, 10, 23_000) / RATE;
    const cos = cosTurn(turn);
    const alpha = sinTurn(turn) / (2 * (band.q ?? BUTTERWORTH_Q));
    if (!('db' in band)) {
      const b1 = band.kind === 'lp' ? 1 - cos : -(1 + cos);
      const b0 = Math.abs(b1) / 2;
      this.normalise([b0, b1, b0], [1 + alpha, -2 * cos, 1 - alpha]);
    } else if (band.kind === 'bell') {
      const a = dbToGain(band.db / 2);
      this.normalise(
        [1 + alpha * a, -2 * cos, 1 - alpha * a],
        [1 + alpha / a, -2 * cos, 1 - alpha / a],
      );
    } else this.shelf(dbToGain(band.db / 2), cos, alpha, band.kind === 'low' ? 1 : -1);
  }

  private shelf(a: number, cos: number, alpha: number, side: 1 | -1): void {
    const root = 2 * Math.sqrt(a) * alpha;
    const p = a + 1;
    const m = (a - 1) * side;
    this.normalise(
      [a * (p - m * cos + root), 2 * a * side * (a - 1 - side * p * cos), a * (p - m * cos - root)],
      [p + m * cos + root, -2 * side * (a - 1 + side * p * cos), p + m * cos - root],
    );
  }

  private normalise(b: [number, number, number], a: [number, number, number]): void {
    this.b0 = b[0] / a[0];
    this.b1 = b[1] / a[0];
    this.b2 = b[2] / a[0];
    this.a1 = a[1] / a[0];
    this.a2 = a[2] / a[0];
  }

  tick(x: number): number {
    const y = this.b0 * x + this.z1;
    this.z1 = this.b1 * x - this.a1 * y + this.z2;
    this.z2 = this.b2 * x - this.a2 * y;
    return y;
  }
}
