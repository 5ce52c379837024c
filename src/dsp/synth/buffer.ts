/** Stereo buffers that wrap: whatever rings past the end of a loop is heard at its beginning. */

export const RATE = 48_000;

export interface Stereo {
  readonly l: Float32Array;
  readonly r: Float32Array;
}

/** Silence of `frames` frames. */
export function stereo(frames: number): Stereo {
  return { l: new Float32Array(frames), r: new Float32Array(frames) };
}

/** Equal-power gains of a pan from −1 (left) to 1 (right), 0 dB in the middle. */
function panGains(pan: number): { l: number; r: number } {
  const p = pan < -1 ? -1 : pan > 1 ? 1 : pan;
  return { l: Math.sqrt(1 - p), r: Math.sqrt(1 + p) };
}

/** Adds mono `note` to `bus` from frame `at`, wrapping round its end. */
export function addMono(bus: Stereo, note: Float32Array, at: number, gain = 1, pan = 0): void {
  const frames = bus.l.length;
  const { l, r } = panGains(pan);
  let place = ((at % frames) + frames) % frames;
  for (let i = 0; i < note.length; i++) {
    const x = note[i]! * gain;
    bus.l[place] = bus.l[place]! + x * l;
    bus.r[place] = bus.r[place]! + x * r;
    if (++place === frames) place = 0;
  }
}

/** Adds stereo `note` to `bus` from frame `at`, wrapping round its end. */
export function addStereo(bus: Stereo, note: Stereo, at = 0, gain = 1, pan = 0): void {
  const frames = bus.l.length;
  const { l, r } = panGains(pan);
  let place = ((at % frames) + frames) % frames;
  for (let i = 0; i < note.l.length; i++) {
    bus.l[place] = bus.l[place]! + note.l[i]! * gain * l;
    bus.r[place] = bus.r[place]! + note.r[i]! * gain * r;
    if (++place === frames) place = 0;
  }
}

/** Multiplies `bus` in place. */
export function scale(bus: Stereo, gain: number): Stereo {
  for (let i = 0; i < bus.l.length; i++) {
    bus.l[i] = bus.l[i]! * gain;
    bus.r[i] = bus.r[i]! * gain;
  }
  return bus;
}

/** A copy of `bus`. */
export function copy(bus: Stereo): Stereo {
  return { l: bus.l.slice(), r: bus.r.slice() };
}

/** `bus` played backwards. */
export function reverse(bus: Stereo): Stereo {
  return { l: bus.l.slice().reverse(), r: bus.r.slice().reverse() };
}

/** Largest magnitude of either channel. */
export function peakOf(bus: Stereo): number {
  let peak = 0;
  for (let i = 0; i < bus.l.length; i++) {
    peak = Math.max(peak, Math.abs(bus.l[i]!), Math.abs(bus.r[i]!));
  }
  return peak;
}
