/** What the server stores about a sound, found while it comes. */
import { encodeBytes } from '../../../src/data/contract/loopData.ts';
import { LongMeasure, LongPeaks, type Stretch } from '../../../src/dsp/longMeasure.ts';
import { type MeasuredLoop, measureLoop, storedAnalysis } from '../../../src/dsp/loopAnalysis.ts';
import type { DecodeFile, SoundFacts, SoundMeasure } from './sound.ts';

/** Stretches up to this many samples of all channels are held and measured whole: 30 s of stereo at 48 kHz. */
const MAX_HELD_SAMPLES = 30 * 48_000 * 2;

/** Measures pieces as they come, one array a channel. */
interface Measuring {
  add(piece: readonly Float32Array[]): void;
  /** @param frames that came in all */
  finish(frames: number): Pick<SoundFacts, 'peaks' | 'analysis'>;
}

/** A short stretch, held as it comes. */
class HeldStretch {
  private readonly channels: Float32Array[];
  private readonly stretch: Stretch;
  private came = 0;

  constructor(stretch: Stretch) {
    const { channels, frames } = stretch;
    this.channels = Array.from({ length: channels }, () => new Float32Array(frames));
    this.stretch = stretch;
  }

  add(piece: readonly Float32Array[]): void {
    this.channels.forEach((held, c) => {
      held.set(piece[c]!.subarray(0, held.length - this.came), this.came);
    });
    this.came = Math.min(this.channels[0]!.length, this.came + piece[0]!.length);
  }

  finish(): MeasuredLoop {
    const { sampleRate, length16ths } = this.stretch;
    return measureLoop(this.channels, sampleRate, length16ths);
  }
}

/** One pass of a loop, `from` frames behind the beginning of its file. */
function loopMeasure(
  { channels, sampleRate }: DecodeFile,
  { from, frames, length16ths }: Extract<SoundMeasure, { of: 'loop' }>,
): Measuring {
  const stretch = { channels, sampleRate, frames, length16ths };
  const isHeld = frames * channels <= MAX_HELD_SAMPLES;
  const measure = isHeld ? new HeldStretch(stretch) : new LongMeasure(stretch);
  let before = 0;
  return {
    add(piece) {
      const length = piece[0]?.length ?? 0;
      const skipped = Math.min(length, Math.max(0, from - before));
      before += length;
      if (skipped < length) measure.add(piece.map((channel) => channel.subarray(skipped)));
    },
    finish(came) {
      if (came + 1 < from + frames) return {};
      return { analysis: storedAnalysis(measure.finish()) };
    },
  };
}

function trackMeasure(frames: number): Measuring {
  const peaks = new LongPeaks(frames);
  let before = 0;
  return {
    add(piece) {
      peaks.add(piece, before);
      before += piece[0]?.length ?? 0;
    },
    finish: () => ({ peaks: encodeBytes(peaks.finish()) }),
  };
}

/**
 * What a job asks to be measured.
 * @param said frames that the file says it has
 * @returns null when it asks for nothing
 */
export function openMeasure(job: DecodeFile, said: number): Measuring | null {
  const { measure } = job;
  if (!measure) return null;
  return measure.of === 'track' ? trackMeasure(said) : loopMeasure(job, measure);
}
