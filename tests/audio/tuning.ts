/** How far a tone lies off a pitch. */

/** A wave under a Hann window. */
const windowed = (wave: Float32Array) =>
  Float64Array.from(wave, (x, n) => x * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / wave.length)));

/** Energy of a frequency in a wave. The turning pointer is turned on from frame to frame, not worked out for each. */
function energyAt(wave: Float64Array, hz: number, sampleRate: number): number {
  const turn = (2 * Math.PI * hz) / sampleRate;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  let [x, y, re, im] = [1, 0, 0, 0];
  for (let n = 0; n < wave.length; n++) {
    re += wave[n]! * x;
    im += wave[n]! * y;
    const next = x * cos - y * sin;
    y = x * sin + y * cos;
    x = next;
  }
  return re ** 2 + im ** 2;
}

/** Cents that the middle of the energy within 40 cents of a pitch lies above it. */
export function centsOff(wave: Float32Array, hz: number, sampleRate: number): number {
  const heard = windowed(wave);
  let sum = 0;
  let energy = 0;
  for (let cents = -40; cents <= 40; cents += 1) {
    const power = energyAt(heard, hz * 2 ** (cents / 1200), sampleRate);
    sum += power * cents;
    energy += power;
  }
  return sum / energy;
}
