/**
 * Makes the files of a loop that a server takes. What is Ogg Vorbis or FLAC of the right length passes as it is; WAV
 * and AIFF are encoded; what is more than a frame off its length is cut, or goes on from its own beginning.
 */

import { MAX_SOUND_SEC } from '../../../data/contract/constants.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import { loopFrames } from '../../../data/rules/time/timing.ts';
import { cutOrWrap } from '../../../dsp/resample.ts';
import { plainSound, type SoundFacts } from '../files/soundFacts.ts';
import type { SoundMaker, SourceSound } from '../JamSource.ts';

export interface Samples {
  readonly sampleRate: number;
  /** One or two, equally long. */
  readonly channels: readonly Float32Array<ArrayBuffer>[];
}

/** What decodes and encodes; a page and the command line have different ones. */
export interface SoundCodec {
  /** Decodes Ogg Vorbis or FLAC. @throws Error where it is damaged */
  decode(file: Blob, facts: SoundFacts): Promise<Samples>;
  /** Ogg Vorbis, and FLAC where the sound was never lossy. */
  encode(
    sound: Samples,
    wantsMaster: boolean,
  ): Promise<{ readonly ogg: Blob; readonly flac?: Blob }>;
}

const MIME = { ogg: 'audio/ogg', flac: 'audio/flac' } as const;

const typed = (file: Blob, kind: 'ogg' | 'flac') => file.slice(0, file.size, MIME[kind]);

/** Frames that one pass of a loop should have, and has. */
function lengthOf(loop: Loop, { frames, sampleRate }: SoundFacts) {
  const wanted = loopFrames(loop.length16ths, loop.bps, sampleRate);
  const has = frames - loop.startOffsetSamples;
  if (wanted < 1) throw new Error('it is shorter than a frame');
  if (wanted > MAX_SOUND_SEC * sampleRate) {
    throw new Error(`it would last ${Math.round(wanted / sampleRate)} seconds`);
  }
  return { wanted, isExact: Math.abs(has - wanted) <= 1 };
}

/** The lossless twin as it is, where it has the length of the file. */
async function twin({ master }: SourceSound, facts: SoundFacts): Promise<Blob | null> {
  if (!master) return null;
  try {
    const other = (await plainSound(master)).facts;
    const isTwin =
      other.kind === 'flac' &&
      other.frames === facts.frames &&
      other.sampleRate === facts.sampleRate;
    return isTwin ? typed(master, 'flac') : null;
  } catch {
    // A damaged master is no reason to leave the loop behind.
    return null;
  }
}

/** A maker of files. @returns a maker that throws Error with a sentence where there is no sound */
export function soundMaker(codec: SoundCodec): SoundMaker {
  return async (loop, sound) => {
    const { facts, samples } = await plainSound(sound.file);
    const { kind, sampleRate } = facts;
    const { wanted, isExact } = lengthOf(loop, facts);
    if (isExact && (kind === 'ogg' || kind === 'flac')) {
      const master = kind === 'ogg' ? await twin(sound, facts) : null;
      const frames = facts.frames - loop.startOffsetSamples;
      return {
        loop: { ...loop, sampleRate, frames },
        file: typed(sound.file, kind),
        ...(master && { master }),
      };
    }
    const from = samples ?? (await codec.decode(sound.file, facts));
    const channels = from.channels.map((channel) =>
      cutOrWrap(channel.subarray(Math.min(loop.startOffsetSamples, channel.length - 1)), wanted),
    );
    const { ogg, flac } = await codec.encode({ channels, sampleRate }, kind !== 'ogg');
    return {
      loop: { ...loop, sampleRate, frames: wanted, startOffsetSamples: 0 },
      file: typed(ogg, 'ogg'),
      ...(flac && { master: typed(flac, 'flac') }),
    };
  };
}
