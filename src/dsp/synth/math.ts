/**
 * Elementary functions made only of + − × ÷ and square root, which IEEE 754 fixes to the bit. The engine's own
 * sine, power and the like may differ between builds, and the starter pack must not.
 */

const SINE_SIZE = 8192;
const SINE = makeSineTable();

function taylorSine(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; n < 12; n++) {
    term *= (-x * x) / (2 * n * (2 * n + 1));
    sum += term;
  }
  return sum;
}

function makeSineTable(): Float64Array {
  const table = new Float64Array(SINE_SIZE + 2);
  const quarter = SINE_SIZE / 4;
  for (let i = 0; i <= quarter; i++) {
    const value = taylorSine(((i / quarter) * Math.PI) / 2);
    table[i] = value;
    table[2 * quarter - i] = value;
    table[2 * quarter + i] = -value;
    table[4 * quarter - i] = -value;
  }
  table[2 * quarter] = 0;
  table[4 * quarter] = 0;
  // A phase of exactly 1, which is what rounding makes of the smallest negative ones, reads one further.
  table[4 * quarter + 1] = table[1]!;
  return table;
}

/** Sine of `turns` (1 is a full circle), by a table of 8192 steps with linear interpolation: within 1e-7. */
export function sinTurn(turns: number): number {
  const place = (turns - Math.floor(turns)) * SINE_SIZE;
  const index = place | 0;
  const low = SINE[index]!;
  return low + (place - index) * (SINE[index + 1]! - low);
}

/** Cosine of `turns`. */
export function cosTurn(turns: number): number {
  return sinTurn(turns + 0.25);
}

/** Tangent of π · `x`, for 0 ≤ x < 0.5: the prewarping of filters, x being frequency over sample rate. */
export function tanPi(x: number): number {
  const angle = x * Math.PI;
  if (angle < 0.5) {
    const s = angle * angle;
    return (
      angle * (1 + s * (1 / 3 + s * (2 / 15 + s * (17 / 315 + s * (62 / 2835 + s * 0.008863)))))
    );
  }
  return sinTurn(x / 2) / cosTurn(x / 2);
}

const LN2 = Math.LN2;
const POWERS = makePowers();

function makePowers(): Float64Array {
  const powers = new Float64Array(513);
  powers[256] = 1;
  for (let i = 1; i <= 256; i++) {
    powers[256 + i] = powers[255 + i]! * 2;
    powers[256 - i] = powers[257 - i]! / 2;
  }
  return powers;
}

/** 2 to the power `x`, for −256 < x < 256 (clamped outside). */
export function exp2(x: number): number {
  const clamped = x < -255 ? -255 : x > 255 ? 255 : x;
  const whole = Math.floor(clamped);
  const f = (clamped - whole) * LN2;
  const tail = 1 / 120 + f * (1 / 720 + f * (1 / 5040 + f * (1 / 40320 + f * (1 / 362880))));
  const series = 1 + f * (1 + f * (1 / 2 + f * (1 / 6 + f * (1 / 24 + f * tail))));
  return POWERS[whole + 256]! * series;
}

/** Base-2 logarithm of `x`, for x above 0; −1074 for anything else. */
export function log2(x: number): number {
  if (!(x > 0)) return -1074;
  let mantissa = x;
  let exponent = 0;
  while (mantissa >= 2) {
    mantissa /= 2;
    exponent++;
  }
  while (mantissa < 1) {
    mantissa *= 2;
    exponent--;
  }
  const z = (mantissa - 1) / (mantissa + 1);
  let power = z;
  let sum = 0;
  for (let n = 1; n < 34; n += 2) {
    sum += power / n;
    power *= z * z;
  }
  return exponent + (2 * sum) / LN2;
}

/** e to the power `x`. */
export function exp(x: number): number {
  return exp2(x * Math.LOG2E);
}

/** Hyperbolic tangent. */
export function tanh(x: number): number {
  if (x > 9) return 1;
  if (x < -9) return -1;
  const e = exp2(x * 2.8853900817779268);
  return (e - 1) / (e + 1);
}

/** Decibels to linear gain. */
export function dbToGain(db: number): number {
  return exp2(db * 0.16609640474436813);
}

/** Linear magnitude to decibels; silence is about −6466 dB. */
export function gainToDb(gain: number): number {
  return log2(gain) * 6.020599913279624;
}

/** Frequency in Hz of a MIDI note (69 is 440 Hz); fractions are cents over 100. */
export function midiToHz(midi: number): number {
  return 440 * exp2((midi - 69) / 12);
}

/** `x` held between `low` and `high`. */
export function clamp(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}

/** `x` to a small whole power, by multiplication. */
export function power(x: number, n: number): number {
  let y = 1;
  for (let i = 0; i < n; i++) y *= x;
  return y;
}
