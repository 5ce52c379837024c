/** What Meyda measures of a loop, once: the shape of its spectrum at each sixteenth, and its timbre as a whole. */
import Meyda, { type MeydaFeaturesObject } from 'meyda';

const WINDOW = 2048;
const MOST_WINDOWS = 256;
const COEFFICIENTS = 13;
/** What sounds of a loop is heard at this RMS, −20 dBFS: the same sound has the same timbre at every level. */
const HEARD_RMS = 0.1;
/** Power of a silent window at most, as a share of the mean of all windows: −70 dB. */
const SILENCE = 1e-7;

export interface SpectralShape {
  /** By window: 255 · √flatness. 0 is a tone or silence; white noise has about 235. */
  readonly flatness: Uint8Array;
  /** By window: eight times the crest. 255 is a tone, 8 is as flat as it gets, 0 is silence. */
  readonly crest: Uint8Array;
  /** 26 bytes: the means of 13 MFCCs over the windows, then their standard deviations. All 0 is silence. */
  readonly timbre: Uint8Array;
}

/** Where a loop is looked at. */
interface Steps {
  /** Of one pass. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly length16ths: number;
}

type Features = Pick<MeydaFeaturesObject, 'spectralFlatness' | 'spectralCrest' | 'mfcc'>;

/** To the nearest byte. What is no number becomes 0. */
const byteOf = (value: number) =>
  Number.isFinite(value) ? Math.min(255, Math.max(0, Math.round(value))) : 0;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The byte of a coefficient's mean: c0 is never below 0, and the higher ones are small. */
const meanByte = (value: number, at: number) =>
  byteOf(at === 0 ? value / 2 : 128 + value * (at === 1 ? 1 : 2));

/** The byte of a coefficient's standard deviation. */
const spreadByte = (value: number, at: number) => byteOf(value * (at < 2 ? 2 : 4));

function timbreOf(rows: readonly (readonly number[])[]): Uint8Array {
  const timbre = new Uint8Array(2 * COEFFICIENTS);
  if (rows.length === 0) return timbre;
  for (let at = 0; at < COEFFICIENTS; at++) {
    const values = rows.map((row) => row[at]!);
    const middle = mean(values);
    timbre[at] = meanByte(middle, at);
    const variance = mean(values.map((value) => (value - middle) ** 2));
    timbre[COEFFICIENTS + at] = spreadByte(Math.sqrt(variance), at);
  }
  return timbre;
}

const powerOf = (samples: Float32Array) =>
  samples.reduce((sum, value) => sum + value * value, 0) / samples.length;

/** Sets Meyda up. Its filter banks are global and made once, for the first rate that it sees: each loop has its own. */
function prepareMeyda(sampleRate: number): void {
  const banks = { barkScale: undefined, melFilterBank: undefined, chromaFilterBank: undefined };
  Object.assign(Meyda, {
    bufferSize: WINDOW,
    sampleRate,
    windowingFunction: 'hanning',
    melBands: 26,
    numberOfMFCCCoefficients: COEFFICIENTS,
    ...banks,
  });
}

/**
 * Measures a loop that comes piece by piece: windows of 2048 frames of its channels' mean, one at the beginning of each
 * sixteenth, or 256 at equal distances where it has more. A window at the end goes on at the beginning. Held are the
 * windows, 2 MB at most.
 *
 * Flatness is the geometric over the arithmetic mean of the amplitude spectrum, crest its peak over its RMS (Peeters
 * 2004, "A large set of audio features"), MFCCs are the cosine transform of log(1 + power) in 26 mel bands, as Meyda 5.6
 * has them. Bytes of the means: c0 / 2, 128 + c1, 128 + 2 · c2 to c12; of the deviations: twice those of c0 and c1,
 * four times the others.
 */
export class SpectralShapeMeasure {
  private readonly steps: Steps;
  /** Frame that each window begins with. */
  private readonly starts: readonly number[];
  private readonly windows: readonly Float32Array[];

  /** @param steps at least one frame */
  constructor(steps: Steps) {
    const count = Math.min(MOST_WINDOWS, Math.max(1, steps.length16ths));
    this.steps = steps;
    this.starts = Array.from({ length: count }, (_, at) => Math.round((at * steps.frames) / count));
    this.windows = this.starts.map(() => new Float32Array(WINDOW));
  }

  /** Takes a piece, one array a channel. @param from the frame of the loop that it begins with */
  add(piece: readonly Float32Array[], from: number): void {
    const { frames } = this.steps;
    const to = Math.min(frames, from + (piece[0]?.length ?? 0));
    for (const [at, start] of this.starts.entries()) {
      // A short loop is in its window more than once.
      for (let pass = 0; pass * frames < start + WINDOW; pass += 1) {
        const shift = pass * frames - start;
        this.copy(piece, from, this.windows[at]!, {
          first: Math.max(0, from + shift),
          end: Math.min(WINDOW, to + shift),
          shift,
        });
      }
    }
  }

  /** @param place in the window: its first sample, its end, and where frame 0 of the loop lies */
  private copy(
    piece: readonly Float32Array[],
    from: number,
    window: Float32Array,
    { first, end, shift }: { first: number; end: number; shift: number },
  ): void {
    for (let n = first; n < end; n++) {
      let sum = 0;
      for (const channel of piece) sum += channel[n - shift - from]!;
      window[n] = sum / piece.length;
    }
  }

  /** Frames that did not come are silent. */
  finish(): SpectralShape {
    const flatness = new Uint8Array(this.windows.length);
    const crest = new Uint8Array(this.windows.length);
    const powers = this.windows.map(powerOf);
    const silence = SILENCE * mean(powers);
    const level = Math.sqrt(mean(powers.filter((power) => power > silence)));
    const rows: number[][] = [];
    prepareMeyda(this.steps.sampleRate);
    for (const [at, window] of this.windows.entries()) {
      // Of what is no number nothing is greater.
      if (!(powers[at]! > silence)) continue;
      const found = Meyda.extract(
        ['spectralFlatness', 'spectralCrest', 'mfcc'],
        window.map((value) => (value * HEARD_RMS) / level),
      ) as Features;
      flatness[at] = byteOf(255 * Math.sqrt(found.spectralFlatness));
      crest[at] = byteOf(8 * found.spectralCrest);
      rows.push(found.mfcc);
    }
    return { flatness, crest, timbre: timbreOf(rows) };
  }
}

/**
 * Spectral shape of one pass of a loop, as `SpectralShapeMeasure` has it.
 * @param channels at least one, equally long
 * @param sampleRate Hz
 */
export function spectralShape(
  channels: readonly Float32Array[],
  sampleRate: number,
  length16ths: number,
): SpectralShape {
  const frames = Math.max(1, channels[0]?.length ?? 0);
  const measure = new SpectralShapeMeasure({ frames, sampleRate, length16ths });
  measure.add(channels, 0);
  return measure.finish();
}
