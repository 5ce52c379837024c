import { MAX_SOUND_SAMPLES } from '../../../src/data/contract/uploads.ts';
import type { ChildJobs } from '../../plugins/childJobs.ts';
import { ChildFault } from '../../plugins/childProcess.ts';
import { type DecodeAnswer, type DecodeFile, type SoundFacts, SoundFault } from './sound.ts';

const TIME_LIMIT_MS = 30_000;
/** Half an hour of stereo takes 5 s where nothing else runs; browsers wait a minute. */
const LONG_TIME_FACTOR = 2;
/** The longest sound takes about 170. */
const MEMORY_MB = 256;

const CHILD_WORDS = {
  time: 'it takes too long to decode',
  memory: 'it takes too much memory to decode',
  crash: 'it cannot be decoded',
};

export interface SoundDecoder {
  /**
   * Decodes files that belong together, in one process and in their order.
   * @param userId whose files they are
   * @throws SoundFault of the first that cannot be used, or ApiError `unavailable` when too many wait
   */
  decode(userId: string, files: readonly DecodeFile[]): Promise<SoundFacts[]>;
}

/** Decodes files in processes of their account. One goes on while its files can be used, and ends with the first that cannot. */
export function createSoundDecoder(
  jobs: ChildJobs,
  { timeLimitMs = TIME_LIMIT_MS, memoryMb = MEMORY_MB } = {},
): SoundDecoder {
  const script = new URL('./decode.child.ts', import.meta.url);
  return {
    async decode(userId, files) {
      const isLong = files.some(
        ({ maxFrames, channels }) => maxFrames * channels > MAX_SOUND_SAMPLES,
      );
      const limits = { timeMs: timeLimitMs * (isLong ? LONG_TIME_FACTOR : 1), memoryMb };
      const mayGoOn = (answer: DecodeAnswer) => 'facts' in answer;
      const running = jobs.run<DecodeAnswer>(userId, script, { files }, limits, mayGoOn);
      const answer = await running.catch((cause: unknown) => {
        if (!(cause instanceof ChildFault)) throw cause;
        throw new SoundFault(CHILD_WORDS[cause.reason], { cause });
      });
      if ('facts' in answer) return answer.facts;
      throw new SoundFault(answer.fault, { at: answer.at, cause: answer.detail });
    },
  };
}
