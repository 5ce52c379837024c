/** The room of the shared reverb, synthesised: noise that dies away, its highs sooner. */

/** Frames before the first reflection: the dry sound stays in front. */
const PREDELAY_SEC = 0.014;
const LENGTH_SEC = 1.9;
/** Seconds until a level has fallen by 60 dB, of lows and of highs. */
const DECAY_LOW_SEC = 1.7;
const DECAY_HIGH_SEC = 0.7;
/** Onset of the reflections. */
const BUILD_SEC = 0.01;
/** Rate at which lows and highs are told apart, a one-pole low-pass at about 1.8 kHz. */
const SPLIT_HZ = 1800;
/** Under this nothing is sent back: rooms boom there. */
const LOW_CUT_HZ = 160;

/** Whole numbers that look random, the same for everybody: the exported mix is the heard one. */
function noiseOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2_147_483_648 - 1;
  };
}

/**
 * Two channels of an impulse response with an energy of 1 each, so that a send of 1 is about as loud as the sound.
 * @param sampleRate frames a second
 */
export function roomImpulse(sampleRate: number): Float32Array<ArrayBuffer>[] {
  return [101, 4242].map((seed) => roomChannel(sampleRate, seed));
}

function roomChannel(sampleRate: number, seed: number): Float32Array<ArrayBuffer> {
  const noise = noiseOf(seed);
  const frames = Math.round(LENGTH_SEC * sampleRate);
  const from = Math.round(PREDELAY_SEC * sampleRate);
  const wave = new Float32Array(frames);
  const pole = Math.exp((-2 * Math.PI * SPLIT_HZ) / sampleRate);
  const cut = Math.exp((-2 * Math.PI * LOW_CUT_HZ) / sampleRate);
  let low = 0;
  let rumble = 0;
  let energy = 0;
  for (let n = from; n < frames; n++) {
    const sec = (n - from) / sampleRate;
    const white = noise();
    low = pole * low + (1 - pole) * white;
    rumble = cut * rumble + (1 - cut) * low;
    const lows = (low - rumble) * 10 ** ((-3 * sec) / DECAY_LOW_SEC) * 2;
    const highs = (white - low) * 10 ** ((-3 * sec) / DECAY_HIGH_SEC) * 0.5;
    const build = 1 - Math.exp(-sec / BUILD_SEC);
    const end = Math.min(1, (frames - n) / (0.1 * sampleRate));
    wave[n] = (lows + highs) * build * end;
    energy += wave[n]! ** 2;
  }
  return wave.map((sample) => sample / Math.sqrt(energy));
}
