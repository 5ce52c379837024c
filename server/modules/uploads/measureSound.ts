/** What the server stores about a sound, found while it comes. */
import { encodeBytes } from '../../../src/data/contract/loopData.ts';
import { loopBands } from '../../../src/dsp/bands.ts';
import { LongMeasure, LongPeaks } from '../../../src/dsp/longMeasure.ts';
import { loopLoudness } from '../../../src/dsp/loudness.ts';
import { loopPeaks } from '../../../src/dsp/peaks.ts';
import { storedChroma } from '../../../src/dsp/storedChroma.ts';
import type { DecodeFile, SoundFacts } from './sound.ts';

/** Stretches up to this many samples of all channels are held and measured whole: 30 s of stereo at 48 kHz. */
const MAX_HELD_SAMPLES = 30 * 48_000 * 2;
const MIN_LUFS = -120;

/** Measures pieces as they come, one array a channel. */
interface Measuring {
  add(piece: readonly Float32Array[]): void;
  /** @param frames that came in all */
  finish(frames: number): Pick<SoundFacts, 'peaks' | 'analysis'>;
}

type Measured = ReturnType<LongMeasure['finish']>;

/** A short stretch, held as it comes. */
class HeldStretch {
  private readonly channels: Float32Array[];
  private readonly sampleRate: number;
  private came = 0;

  constructor({ channels, sampleRate, frames }: ConstructorParameters<typeof LongMeasure>[0]) {
    this.channels = Array.from({ length: channels }, () => new Float32Array(frames));
    this.sampleRate = sampleRate;
  }

  add(piece: readonly Float32Array[]): void {
    this.channels.forEach((held, c) => {
      held.set(piece[c]!.subarray(0, held.length - this.came), this.came);
    });
    this.came = Math.min(this.channels[0]!.length, this.came + piece[0]!.length);
  }

  finish(): Measured {
    const { channels, sampleRate } = this;
    return {
      peaks: loopPeaks(channels),
      bands: loopBands(channels, sampleRate),
      chroma: storedChroma(channels, sampleRate),
      loudnessLufs: loopLoudness(channels, sampleRate),
    };
  }
}

/** One pass of a loop, `from` frames behind the beginning of its file. */
function loopMeasure(
  { channels, sampleRate }: DecodeFile,
  { from, frames }: { readonly from: number; readonly frames: number },
): Measuring {
  const stretch = { channels, sampleRate, frames };
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
      const { peaks, bands, chroma, loudnessLufs } = measure.finish();
      return {
        analysis: {
          peaks: encodeBytes(peaks),
          bands: encodeBytes(bands),
          chroma,
          ...(Number.isFinite(loudnessLufs) && { loudnessLufs: Math.max(MIN_LUFS, loudnessLufs) }),
        },
      };
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
