/** How far a tone lies off a pitch. */

/** Energy of a frequency in a wave under a Hann window. */
function energyAt(wave: Float32Array, hz: number, sampleRate: number): number {
  let re = 0;
  let im = 0;
  for (let n = 0; n < wave.length; n++) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / wave.length);
    const turn = (2 * Math.PI * hz * n) / sampleRate;
    re += wave[n]! * window * Math.cos(turn);
    im += wave[n]! * window * Math.sin(turn);
  }
  return re ** 2 + im ** 2;
}

/** Cents that the middle of the energy within 40 cents of a pitch lies above it. */
export function centsOff(wave: Float32Array, hz: number, sampleRate: number): number {
  let sum = 0;
  let energy = 0;
  for (let cents = -40; cents <= 40; cents += 1) {
    const power = energyAt(wave, hz * 2 ** (cents / 1200), sampleRate);
    sum += power * cents;
    energy += power;
  }
  return sum / energy;
}
