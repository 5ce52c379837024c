/** Where hits begin in a loop of drums, to the frame. */

/** Frames of a step of the envelope. */
const STEP_FRAMES = 48;
/** Steps that a hit must stand out from (20 ms) and by how much, in power. */
const BEFORE_STEPS = 20;
const RISE = 3;
/** Quieter than this against the loudest step is nothing, in power (−46 dB). */
const FLOOR = 2.5e-5;
/** Least distance of two hits: 40 ms, a 64th note at 94 bpm. */
const GAP_STEPS = 40;
/** A hit begins where its attack first reaches this share of its peak. */
const BEGIN_SHARE = 0.05;
/** Attacks are sought so far round the step that gave them away. */
const SEEK_FRAMES = 4 * STEP_FRAMES;

/** Power in each step of all channels, of the sound and of its slope (which hears what is high). */
function envelopes(channels: readonly Float32Array[]): { all: Float64Array; high: Float64Array } {
  const frames = channels[0]!.length;
  const steps = Math.max(1, Math.floor(frames / STEP_FRAMES));
  const all = new Float64Array(steps);
  const high = new Float64Array(steps);
  for (const channel of channels) {
    for (let n = 0; n < steps * STEP_FRAMES; n++) {
      const step = Math.floor(n / STEP_FRAMES);
      const here = channel[n]!;
      all[step]! += here * here;
      high[step]! += (here - channel[n === 0 ? frames - 1 : n - 1]!) ** 2;
    }
  }
  return { all, high };
}

/** How much a step stands out from the loudest of the 20 ms before it, round the loop's wrap. */
function rises(power: Float64Array): Float64Array {
  const { length } = power;
  const floor = power.reduce((most, one) => Math.max(most, one), 0) * FLOOR + 1e-12;
  return power.map((here, at) => {
    let before = floor;
    for (let back = 1; back <= BEFORE_STEPS; back++) {
      before = Math.max(before, power[(at - back + length * BEFORE_STEPS) % length]!);
    }
    return here / before;
  });
}

/**
 * Frames at which hits begin, ascending.
 * @param channels one pass of a loop, which goes round
 */
export function findOnsets(channels: readonly Float32Array[]): number[] {
  const { all, high } = envelopes(channels);
  const steps = all.length;
  if (steps <= BEFORE_STEPS) return [];
  const [low, bright] = [rises(all), rises(high)];
  const strength = low.map((one, at) => Math.max(one, bright[at]!));
  const found: number[] = [];
  const loudestFirst = [...strength.keys()]
    .filter((at) => strength[at]! > RISE)
    .sort((a, b) => strength[b]! - strength[a]!);
  const isNear = (a: number, b: number) => {
    const apart = Math.abs(a - b);
    return Math.min(apart, steps - apart) < GAP_STEPS;
  };
  for (const at of loudestFirst) if (!found.some((other) => isNear(at, other))) found.push(at);
  const frames = channels[0]!.length;
  return [...new Set(found.map((at) => beginOf(channels, at * STEP_FRAMES, frames)))].sort(
    (a, b) => a - b,
  );
}

/** First frame of the attack round a frame: where the slope first reaches a share of its largest. */
function beginOf(channels: readonly Float32Array[], near: number, frames: number): number {
  const slope = (n: number) => {
    const at = ((n % frames) + frames) % frames;
    const before = at === 0 ? frames - 1 : at - 1;
    return channels.reduce((most, c) => Math.max(most, Math.abs(c[at]! - c[before]!)), 0);
  };
  let quiet = 0;
  for (let n = near - SEEK_FRAMES; n < near - STEP_FRAMES; n++) quiet = Math.max(quiet, slope(n));
  let peak = 0;
  for (let n = near - STEP_FRAMES; n < near + SEEK_FRAMES; n++) peak = Math.max(peak, slope(n));
  const enough = Math.max(quiet * 1.5, peak * BEGIN_SHARE);
  for (let n = near - STEP_FRAMES; n < near + SEEK_FRAMES; n++) {
    if (slope(n) >= enough) return ((n % frames) + frames) % frames;
  }
  return near % frames;
}
