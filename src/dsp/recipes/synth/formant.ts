import { RATE, type Stereo } from '../../synth/buffer.ts';
import { Adsr, type AdsrShape, declick, noteFrames } from '../../synth/envelope.ts';
import { OnePole, Svf } from '../../synth/filter.ts';
import { clamp, dbToGain, exp2, sinTurn } from '../../synth/math.ts';
import { Oscillator } from '../../synth/oscillator.ts';
import type { Note } from './analog.ts';
import { drift } from './noise.ts';

/** Formants as rows of centre (Hz), level (dB) and bandwidth (Hz). */
const vowel = (hz: readonly number[], db: readonly number[], width: readonly number[]) =>
  hz.map((centre, at) => [centre, db[at]!, width[at]!] as const);

/** Centres, levels and bandwidths of five formants of a tenor (Csound manual, appendix D). */
const VOWELS: Readonly<Record<string, ReturnType<typeof vowel>>> = {
  a: vowel([650, 1080, 2650, 2900, 3250], [0, -6, -7, -8, -22], [80, 90, 120, 130, 140]),
  e: vowel([400, 1700, 2600, 3200, 3580], [0, -14, -12, -14, -20], [70, 80, 100, 120, 120]),
  i: vowel([290, 1870, 2800, 3250, 3540], [0, -15, -18, -20, -30], [40, 90, 100, 120, 120]),
  o: vowel([400, 800, 2600, 2800, 3000], [0, -10, -12, -12, -26], [40, 80, 100, 120, 120]),
  u: vowel([350, 600, 2700, 2900, 3300], [0, -20, -17, -14, -26], [40, 60, 100, 120, 120]),
  // Between open vowels, and a hum through the nose.
  A: vowel([750, 1350, 2600, 3000, 3500], [0, -5, -9, -12, -24], [90, 100, 120, 130, 140]),
  E: vowel([560, 1500, 2500, 3100, 3550], [0, -9, -11, -14, -22], [70, 90, 110, 120, 130]),
  O: vowel([520, 900, 2600, 2850, 3200], [0, -7, -12, -13, -25], [60, 80, 110, 120, 130]),
  m: vowel([250, 1050, 2250, 2900, 3300], [2, -26, -28, -30, -36], [60, 120, 150, 180, 200]),
};

export interface VoicePatch {
  /** Size of the throat: 1 tenor, 1.15 alto, 0.9 bass. */
  readonly size: number;
  /** Share of breath 0..1. */
  readonly breath: number;
  readonly vibratoHz: number;
  readonly vibratoCents: number;
  readonly amp: AdsrShape;
  /** Softness of the vocal folds: Hz of the source's low-pass. */
  readonly tilt: number;
  /** Singers, and how far apart they are in cents. */
  readonly singers?: number;
  readonly detune?: number;
  readonly spread?: number;
}

export interface Syllable extends Note {
  /** Vowels passed through, for instance `ua`; `m` is a hum. */
  readonly vowels: string;
  /** Seconds between two vowels. */
  readonly moveSec?: number;
  /** A puff, a tongue or a hiss before the vowel. */
  readonly onset?: 'h' | 't' | 's' | '';
}

/** A syllable of `patch`, sung by formant filters over a glottal source. */
export function sing(patch: VoicePatch, syllable: Syllable): Stereo {
  const singers = patch.singers ?? 1;
  const frames = noteFrames(syllable.gate, patch.amp.r * 1.1);
  const out = { l: new Float32Array(frames), r: new Float32Array(frames) };
  for (let s = 0; s < singers; s++) {
    const side = singers === 1 ? 0 : (s / (singers - 1)) * 2 - 1;
    const rng = syllable.rng.fork(`singer${s}-${Math.round(syllable.hz)}-${syllable.start ?? 0}`);
    const late = singers === 1 ? 0 : Math.round(rng.next() * 0.035 * RATE);
    const cents = side * (patch.detune ?? 0) + rng.bipolar() * (singers === 1 ? 2 : 5);
    const mono = singOne(patch, { ...syllable, rng, hz: syllable.hz * exp2(cents / 1200) }, frames);
    const pan = side * (patch.spread ?? 0.7);
    const l = Math.sqrt(1 - pan) / Math.sqrt(singers);
    const r = Math.sqrt(1 + pan) / Math.sqrt(singers);
    for (let i = late; i < frames; i++) {
      out.l[i] = out.l[i]! + mono[i - late]! * l;
      out.r[i] = out.r[i]! + mono[i - late]! * r;
    }
  }
  return out;
}

function singOne(patch: VoicePatch, note: Syllable, frames: number): Float32Array {
  const out = new Float32Array(frames);
  const bank = VOWELS.a!.map(() => new Svf());
  const levels = new Float64Array(bank.length);
  const folds = new OnePole(patch.tilt);
  const folds2 = new OnePole(patch.tilt * 2.5);
  const saw = new Oscillator('saw', note.rng.next());
  const amp = new Adsr(patch.amp, note.gate);
  const wander = drift(note.rng, 4);
  const vibratoPhase = note.rng.next();
  const glide = Math.max(1, (note.glideSec ?? 0.05) * RATE);
  const from = note.fromHz ? note.fromHz / note.hz : 1 - 0.012 * note.velocity;
  const onsetFrames = (note.onset === 's' ? 0.09 : 0.045) * RATE;
  const hiss = new Svf(note.onset === 's' ? 6500 : 3200, 0.9);
  let dt = note.hz / RATE;
  for (let i = 0; i < frames; i++) {
    const sec = i / RATE;
    const wandered = wander();
    if (i % 8 === 0) {
      const left = Math.max(0, 1 - i / glide);
      const fade = clamp((sec - 0.22) * 2.5, 0, 1);
      const vibrato = sinTurn(vibratoPhase + sec * patch.vibratoHz) * fade * patch.vibratoCents;
      dt =
        (note.hz / RATE) * (1 + (from - 1) * left * left) * exp2((vibrato + wandered * 6) / 1200);
      if (i % 32 === 0) shapeMouth(bank, levels, patch.size, note, sec);
    }
    const level = amp.next();
    const noise = note.rng.bipolar();
    const voiced = folds2.tick(folds.tick(saw.next(dt)));
    const source = voiced * (1 - patch.breath * 0.6) + noise * patch.breath * 0.09;
    let y = 0;
    for (let f = 0; f < bank.length; f++) {
      bank[f]!.tick(source);
      y += bank[f]!.bp * levels[f]!;
    }
    y = (y * 1.4 + voiced * 0.06) * level;
    if (note.onset && i < onsetFrames) {
      const t = i / onsetFrames;
      hiss.tick(noise);
      y += (note.onset === 'h' ? hiss.bp * 0.05 : hiss.bp * 0.16) * t * (1 - t) * 4 * note.velocity;
    }
    out[i] = y * note.velocity;
  }
  return declick(out, 32, 400);
}

function shapeMouth(
  bank: Svf[],
  levels: Float64Array,
  size: number,
  note: Syllable,
  sec: number,
): void {
  const path = note.vowels;
  const place = clamp(sec / (note.moveSec ?? 0.16), 0, path.length - 1);
  const index = Math.min(path.length - 1, Math.floor(place));
  const part = place - index;
  const t = part * part * (3 - 2 * part);
  const one = VOWELS[path[index]!]!;
  const two = VOWELS[path[Math.min(path.length - 1, index + 1)]!]!;
  for (let f = 0; f < bank.length; f++) {
    const a = one[f]!;
    const b = two[f]!;
    // A first formant below the note itself is lifted to it, as singers do.
    const centre = (a[0] + (b[0] - a[0]) * t) * size;
    const hz = f === 0 ? Math.max(centre, note.hz * 1.02) : centre;
    const width = (a[2] + (b[2] - a[2]) * t) * 1.25;
    bank[f]!.set(hz, hz / width);
    const db = a[1] + (b[1] - a[1]) * t + (f > 1 ? 5 : 0);
    levels[f] = dbToGain(db) * (f % 2 ? -1 : 1);
  }
}
