import { ChildFault, runInChild } from '../../plugins/childProcess.ts';
import { createFairLanes } from '../../plugins/fairLanes.ts';
import { type DecodeAnswer, type DecodeJob, type SoundFacts, SoundFault } from './sound.ts';

const TIME_LIMIT_MS = 30_000;
/** A process that does nothing has about 60; the longest file takes about 40 more. */
const MEMORY_MB = 256;

/** Files decoded at the same time, each on a core and one for an account; others wait, an account with a commit or two. */
const LANES = {
  lanes: 2,
  lanesPerKey: 1,
  waitingPerKey: 8,
  waiting: 64,
  refusal: 'Too many uploads at once: try again in a few seconds',
  retryAfterSec: 5,
};

const CHILD_WORDS = {
  time: 'it takes too long to decode',
  memory: 'it takes too much memory to decode',
  crash: 'it cannot be decoded',
};

async function decodeInChild(job: DecodeJob, timeMs: number): Promise<SoundFacts> {
  const script = new URL('./decode.child.ts', import.meta.url);
  const limits = { timeMs, memoryMb: MEMORY_MB };
  const answer = await runInChild<DecodeAnswer>(script, job, limits).catch((cause: unknown) => {
    if (!(cause instanceof ChildFault)) throw cause;
    throw new SoundFault(CHILD_WORDS[cause.reason], { cause });
  });
  if ('facts' in answer) return answer.facts;
  throw new SoundFault(answer.fault, { cause: answer.detail });
}

export interface SoundDecoder {
  /**
   * @param userId whose file it is
   * @throws SoundFault, or ApiError `unavailable` when too many wait
   */
  decode(userId: string, job: DecodeJob): Promise<SoundFacts>;
}

/** Decodes files in processes of their own, a few at a time, accounts in turn. */
export function createSoundDecoder({ timeLimitMs = TIME_LIMIT_MS } = {}): SoundDecoder {
  const lanes = createFairLanes(LANES);
  return { decode: (userId, job) => lanes.run(userId, () => decodeInChild(job, timeLimitMs)) };
}
