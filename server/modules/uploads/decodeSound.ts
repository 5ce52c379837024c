import { Worker } from 'node:worker_threads';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { DecodeAnswer, DecodeJob, SoundFacts } from './sound.ts';

/** A file that is refused; the message begins with "it". */
export class DecodeFault extends Error {}

const TIME_LIMIT_MS = 30_000;
/** Decoded at the same time: each takes a core and the memory of its file. */
const LANES = 2;
/** Waiting beside them; more are told to come again. */
const MAX_WAITING = 64;
const HEAP_MB = 256;

function runJob(job: DecodeJob, timeLimitMs: number): Promise<SoundFacts> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // What decoders print about hostile files is nobody's news.
      stdout: true,
      stderr: true,
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      worker.on('error', () => {});
      void worker.terminate().then(settle, settle);
    };
    const timer = setTimeout(
      () => end(() => reject(new DecodeFault('it takes too long to decode'))),
      timeLimitMs,
    );
    worker.once('message', (answer: DecodeAnswer) =>
      end(() =>
        'facts' in answer
          ? resolve(answer.facts)
          : reject(new DecodeFault(answer.fault, { cause: answer.detail })),
      ),
    );
    worker.once('error', (cause) =>
      end(() => reject(new DecodeFault('it cannot be decoded', { cause }))),
    );
    worker.once('exit', () => end(() => reject(new DecodeFault('it cannot be decoded'))));
  });
}

export interface SoundDecoder {
  /** @throws DecodeFault, or ApiError `unavailable` when too many wait */
  decode(job: DecodeJob): Promise<SoundFacts>;
}

/** Decodes files in threads of their own, a few at a time. */
export function createSoundDecoder({ timeLimitMs = TIME_LIMIT_MS } = {}): SoundDecoder {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return {
    async decode(job) {
      if (busy >= LANES) {
        if (waiting.length >= MAX_WAITING) {
          throw new ApiError('unavailable', 'Too many uploads at once: try again in a minute');
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else busy += 1;
      try {
        return await runJob(job, timeLimitMs);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else busy -= 1;
      }
    },
  };
}
