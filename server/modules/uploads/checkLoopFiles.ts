import { type AuthoredLoop, loopLengthFault } from '../../../src/data/rules/sharing/posted.ts';
import { loopFrames } from '../../../src/data/rules/time/timing.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Spooled } from '../../ports/blobs/spool.ts';
import { checkSounds, type SoundCheck } from './checkSound.ts';
import type { SoundDecoder } from './decodeSound.ts';
import type { SoundFacts, SoundKind } from './sound.ts';

/** A received loop: what its maker says of it, and its files. */
export interface LoopFiles {
  readonly authored: AuthoredLoop;
  readonly file: Spooled;
  /** Exact, beside an Ogg. */
  readonly master: Spooled | undefined;
}

/**
 * Both files of a loop decoded to their ends, in one go: of the declared length, and equally long.
 * @param kinds that `file` may be where no master comes with it
 * @returns what `file` holds
 * @throws ValidationFailure
 */
export async function checkLoopFiles(
  decoder: SoundDecoder,
  userId: string,
  { authored, file, master }: LoopFiles,
  kinds: readonly SoundKind[],
): Promise<SoundFacts> {
  const sound: SoundCheck = {
    field: 'file',
    file,
    kinds: master ? ['ogg'] : kinds,
    measure: ({ sampleRate }) => ({
      of: 'loop',
      from: authored.startOffsetSamples,
      frames: loopFrames(authored.length16ths, authored.bps, sampleRate),
      length16ths: authored.length16ths,
    }),
  };
  const exact: SoundCheck[] = master ? [{ field: 'master', file: master, kinds: ['flac'] }] : [];
  const [facts, flac] = await checkSounds(decoder, userId, [sound, ...exact]);
  const fault = loopLengthFault(authored, facts!);
  if (fault) throw new ValidationFailure({ file: fault });
  if (flac && (flac.frames !== facts!.frames || flac.sampleRate !== facts!.sampleRate)) {
    const reason = `has ${flac.frames} frames at ${flac.sampleRate} Hz, and file ${facts!.frames} at ${facts!.sampleRate} Hz`;
    throw new ValidationFailure({ master: reason });
  }
  return facts!;
}
