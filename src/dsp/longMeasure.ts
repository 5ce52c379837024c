/** Measures of a stretch of sound that is too long to be held: it comes piece by piece, once. */
import { LOOP_BAND_BINS, LOOP_BANDS, LOOP_PEAK_BINS } from '../data/contract/constants.ts';
import { bandBytes, bandFilters } from './bands.ts';
import { RunningBiquads } from './biquad.ts';
import type { MeasuredLoop } from './loopAnalysis.ts';
import { gated, kWeighting, LOUDNESS_BLOCK_SEC, LOUDNESS_STEP_SEC } from './loudness.ts';
import { binFrames, peakBytes } from './peaks.ts';
import { SpectralShapeMeasure } from './spectralShape.ts';
import { chromaStretch, storedChroma } from './storedChroma.ts';

/** Until every filter has settled: the slowest falls below −100 dB in 50 ms. */
const SETTLE_SEC = 0.1;

export interface Stretch {
  readonly channels: number;
  readonly sampleRate: number;
  /** Many more than a loop has bins. */
  readonly frames: number;
  readonly length16ths: number;
}

/** Peaks of a stretch of any length, as `loopPeaks` has them. */
export class LongPeaks {
  private readonly frames: number;
  /** Largest magnitude of each bin, or of each frame where there are fewer. */
  private readonly magnitudes: Float64Array;

  constructor(frames: number) {
    this.frames = frames;
    this.magnitudes = new Float64Array(Math.min(frames, LOOP_PEAK_BINS));
  }

  /** @param from the frame of the stretch that the piece begins with */
  add(piece: readonly Float32Array[], from: number): void {
    const end = Math.min(this.frames, from + (piece[0]?.length ?? 0));
    const bins = this.magnitudes.length;
    let bin = Math.floor((from * bins) / this.frames);
    for (let at = from; at < end; bin++) {
      const to = Math.min(end, binFrames(bin, bins, this.frames)[1]);
      if (to <= at) continue;
      let highest = this.magnitudes[bin]!;
      for (const channel of piece) {
        for (let frame = at; frame < to; frame++) {
          highest = Math.max(highest, Math.abs(channel[frame - from]!));
        }
      }
      this.magnitudes[bin] = highest;
      at = to;
    }
  }

  finish(): Uint8Array {
    const bins = this.magnitudes.length;
    const spread = (_: number, bin: number) =>
      this.magnitudes[Math.floor((bin * bins) / LOOP_PEAK_BINS)]!;
    return peakBytes(Float64Array.from({ length: LOOP_PEAK_BINS }, spread));
  }
}

/** Energy of one filtered signal after another, summed up on request. */
class EnergyMeasure {
  /** Frames in order at which the sum is noted. */
  private readonly marks: Float64Array;
  private readonly sums: Float64Array;

  constructor(marks: Float64Array) {
    this.marks = marks;
    this.sums = new Float64Array(marks.length);
  }

  /** Adds the squares of `samples`, which begin at frame `from`, to the energy between their marks. */
  add(samples: Float64Array, from: number): void {
    let mark = this.markBehind(from);
    let sum = 0;
    for (let at = 0; at < samples.length; at++) {
      while (this.marks[mark]! <= from + at) {
        this.sums[mark]! += sum;
        sum = 0;
        mark += 1;
      }
      sum += samples[at]! ** 2;
    }
    if (mark < this.sums.length) this.sums[mark]! += sum;
  }

  /** The first mark that is later than a frame. */
  private markBehind(frame: number): number {
    let low = 0;
    let high = this.marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.marks[middle]! <= frame) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Energy of the frames before each mark. */
  energies(): Map<number, number> {
    let sum = 0;
    return new Map(
      Array.from(this.marks, (mark, index) => {
        sum += this.sums[index]!;
        return [mark, sum];
      }),
    );
  }
}

const sorted = (frames: Iterable<number>) => Float64Array.from(new Set(frames)).sort();

/** Ends of the bins that bands are measured in. */
const binEnds = (frames: number) =>
  sorted(
    Array.from({ length: LOOP_BAND_BINS }, (_, bin) => binFrames(bin, LOOP_BAND_BINS, frames)[1]),
  );

/** Where blocks of loudness begin and end in a loop that goes round. */
function blockMarks(frames: number, sampleRate: number) {
  const block = Math.round(LOUDNESS_BLOCK_SEC * sampleRate);
  const starts: number[] = [];
  for (let index = 0; ; index++) {
    const start = Math.round(index * LOUDNESS_STEP_SEC * sampleRate);
    if (start >= frames) break;
    starts.push(start);
  }
  const ends = starts.map((start) => (start + block) % frames);
  return { block, starts, marks: sorted([...starts, ...ends, frames]) };
}

/** A chain of filters and what its output is added to. */
interface Chain {
  readonly filters: RunningBiquads;
  readonly energy: EnergyMeasure;
}

/**
 * What a loop's document stores about its sound, of a long one: what `loopBands`, `loopLoudness`, `storedChroma`
 * and `spectralShape` say of it whole. Filters go round the seam: the beginning is heard again once the end has settled them.
 * Held are the beginning, a tenth of a second, the middle that chroma is heard from, and the windows of its sixteenths.
 */
export class LongMeasure {
  readonly peaks: LongPeaks;
  private readonly shape: SpectralShapeMeasure;
  private readonly stretch: Stretch;
  private readonly chains: Chain[][];
  private readonly bands: readonly EnergyMeasure[];
  private readonly loud: EnergyMeasure;
  private readonly blocks: ReturnType<typeof blockMarks>;
  private readonly head: Float32Array[];
  private readonly middle: Float32Array[];
  private readonly middleFrom: number;
  /** Frames that came. */
  private came = 0;

  constructor(stretch: Stretch) {
    const { channels, sampleRate, frames } = stretch;
    this.stretch = stretch;
    this.peaks = new LongPeaks(frames);
    this.shape = new SpectralShapeMeasure(stretch);
    this.blocks = blockMarks(frames, sampleRate);
    this.loud = new EnergyMeasure(this.blocks.marks);
    const ends = binEnds(frames);
    this.bands = Array.from({ length: LOOP_BANDS }, () => new EnergyMeasure(ends));
    this.chains = Array.from({ length: channels }, () => [
      ...this.bands.map((energy, band) => ({
        filters: new RunningBiquads(bandFilters(band, sampleRate)),
        energy,
      })),
      { filters: new RunningBiquads(kWeighting(sampleRate)), energy: this.loud },
    ]);
    const settle = Math.round(SETTLE_SEC * sampleRate);
    this.head = this.chains.map(() => new Float32Array(settle));
    const middle = chromaStretch(frames, sampleRate);
    this.middleFrom = middle.from;
    this.middle = this.chains.map(() => new Float32Array(middle.frames));
  }

  /** The next piece, one array a channel; what lies behind the stretch is left out. */
  add(piece: readonly Float32Array[]): void {
    const from = this.came;
    const left = this.stretch.frames - from;
    const kept = piece.map((channel) => channel.subarray(0, Math.max(0, left)));
    const length = kept[0]?.length ?? 0;
    this.peaks.add(kept, from);
    this.shape.add(kept, from);
    kept.forEach((channel, c) => {
      const held = this.head[c]!;
      if (from < held.length) held.set(channel.subarray(0, held.length - from), from);
      const middle = this.middle[c]!;
      const skipped = Math.max(0, this.middleFrom - from);
      const at = from + skipped - this.middleFrom;
      const part = channel.subarray(skipped, skipped + Math.max(0, middle.length - at));
      if (part.length > 0) middle.set(part, at);
      // The filters begin unsettled: what they say of the head is not counted now.
      this.filter(channel, c, { from, countedFrom: held.length });
    });
    this.came += length;
  }

  private filter(
    channel: Float32Array,
    c: number,
    { from, countedFrom }: { from: number; countedFrom: number },
  ): void {
    const uncounted = Math.max(0, countedFrom - from);
    for (const { filters, energy } of this.chains[c]!) {
      const samples = filters.run(new Float64Array(channel)).subarray(uncounted);
      energy.add(samples, from + uncounted);
    }
  }

  /** A frame that did not come is silent. */
  finish(): MeasuredLoop {
    const { channels, sampleRate, frames } = this.stretch;
    const missing = frames - this.came;
    if (missing > 0) this.add(this.head.map(() => new Float32Array(missing)));
    this.head.forEach((held, c) => {
      this.filter(held, c, { from: 0, countedFrom: 0 });
    });
    return {
      peaks: this.peaks.finish(),
      bands: this.bandsFound(),
      chroma: storedChroma(this.middle, sampleRate),
      loudnessLufs: this.loudness(channels === 1 ? 2 : 1),
      shape: this.shape.finish(),
    };
  }

  private bandsFound(): Uint8Array {
    const powers = new Float64Array(LOOP_BANDS * LOOP_BAND_BINS);
    this.bands.forEach((energy, band) => {
      let before = 0;
      [...energy.energies()].forEach(([, sum], bin) => {
        const [from, to] = binFrames(bin, LOOP_BAND_BINS, this.stretch.frames);
        powers[band * LOOP_BAND_BINS + bin] = (sum - before) / (to - from);
        before = sum;
      });
    });
    return bandBytes(powers);
  }

  /** `loopLoudness` of the sums; a single channel is heard from both speakers. */
  private loudness(speakers: number): number {
    const { frames } = this.stretch;
    const { block, starts } = this.blocks;
    const energies = this.loud.energies();
    const before = (frame: number) =>
      Math.floor(frame / frames) * energies.get(frames)! + energies.get(frame % frames)!;
    return gated(
      starts.map((start) => ((before(start + block) - before(start)) * speakers) / block),
    );
  }
}
