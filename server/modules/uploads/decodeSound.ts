import { MAX_SOUND_SAMPLES } from '../../../src/data/contract/uploads.ts';
import { ChildFault, type ChildJobs } from '../../plugins/childProcess.ts';
import { type DecodeAnswer, type DecodeJob, type SoundFacts, SoundFault } from './sound.ts';

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
   * @param userId whose file it is
   * @throws SoundFault, or ApiError `unavailable` when too many wait
   */
  decode(userId: string, job: DecodeJob): Promise<SoundFacts>;
}

/** Decodes files in processes of their own. */
export function createSoundDecoder(
  jobs: ChildJobs,
  { timeLimitMs = TIME_LIMIT_MS, memoryMb = MEMORY_MB } = {},
): SoundDecoder {
  const script = new URL('./decode.child.ts', import.meta.url);
  return {
    async decode(userId, job) {
      const isLong = job.maxFrames * job.channels > MAX_SOUND_SAMPLES;
      const limits = { timeMs: timeLimitMs * (isLong ? LONG_TIME_FACTOR : 1), memoryMb };
      const running = jobs.run<DecodeAnswer>(userId, script, job, limits);
      const answer = await running.catch((cause: unknown) => {
        if (!(cause instanceof ChildFault)) throw cause;
        throw new SoundFault(CHILD_WORDS[cause.reason], { cause });
      });
      if ('facts' in answer) return answer.facts;
      throw new SoundFault(answer.fault, { cause: answer.detail });
    },
  };
}
