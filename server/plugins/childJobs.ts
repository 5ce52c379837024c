/** Turns for work in processes of their own, and the processes that wait for the next job of their account. */
import { Child, type ChildLimits } from './childProcess.ts';
import { createFairLanes, type LaneOptions } from './fairLanes.ts';

/**
 * Processes at the same time, each on a core and one for an account; others wait, an account with a commit or two. With
 * 170 MB for the longest sound and 250 for the largest picture both fit beside the server into 768 MB.
 */
const LANES = {
  lanes: 2,
  lanesPerKey: 1,
  waitingPerKey: 8,
  waiting: 64,
  refusal: 'The server is busy with other files: try again in a few seconds',
  retryAfterSec: 5,
};

/** A process is kept for the next job of its account so long, for so many jobs, and while it holds no more than so much. */
const KEPT = { restMs: 1000, jobs: 100, shareOfMemory: 0.5 };

/** Jobs of all kinds, a few at a time, accounts in turn. */
export interface ChildJobs {
  /**
   * Runs one job in a process of its account's when its turn comes.
   * @param userId who sent what is worked on
   * @param mayGoOn of an answer: may the process take the next job of this account and script? Left out, it is ended
   * @throws ChildFault, or ApiError `unavailable` when too many wait
   */
  run<Answer>(
    userId: string,
    script: URL,
    job: object,
    limits: ChildLimits,
    mayGoOn?: (answer: Answer) => boolean,
  ): Promise<Answer>;
}

/** Processes that wait for the next job of their account. */
class Kept {
  readonly #resting: { key: string; child: Child; timer: NodeJS.Timeout }[] = [];

  get count(): number {
    return this.#resting.length;
  }

  #remove(at: number): Child | undefined {
    const [found] = this.#resting.splice(at, 1);
    clearTimeout(found?.timer);
    return found?.child;
  }

  take(key: string): Child | undefined {
    const at = this.#resting.findIndex((one) => one.key === key);
    const child = at < 0 ? undefined : this.#remove(at);
    return child?.isGone ? undefined : child;
  }

  keep(key: string, child: Child): void {
    child.rest();
    const end = () => {
      this.#resting.splice(this.#resting.indexOf(one), 1);
      void child.end();
    };
    const one = { key, child, timer: setTimeout(end, KEPT.restMs).unref() };
    this.#resting.push(one);
  }

  /** Ends the one that rests longest; resolves when it is gone. */
  async endOne(): Promise<void> {
    await this.#remove(0)?.end();
  }
}

/** @param options lanes of files that people send, unless others are given */
export function createChildJobs(options: LaneOptions = LANES): ChildJobs {
  const lanes = createFairLanes(options);
  const kept = new Kept();
  let busy = 0;

  async function runOne<Answer>(
    key: string,
    script: URL,
    job: object,
    limits: ChildLimits,
    mayGoOn: (answer: Answer) => boolean,
  ): Promise<Answer> {
    let child = kept.take(key);
    // Those that work and those that rest are no more than there are lanes.
    while (!child && busy + kept.count > options.lanes) await kept.endOne();
    child ??= new Child(script);
    const answer = await child.run<Answer>(job, limits);
    const isGood = child.jobs < KEPT.jobs && mayGoOn(answer);
    if (isGood && (await child.residentMb()) <= KEPT.shareOfMemory * limits.memoryMb) {
      kept.keep(key, child);
    } else await child.end();
    return answer;
  }

  return {
    run: (userId, script, job, limits, mayGoOn = () => false) =>
      lanes.run(userId, async () => {
        busy += 1;
        try {
          return await runOne(`${userId} ${script.href}`, script, job, limits, mayGoOn);
        } finally {
          busy -= 1;
        }
      }),
  };
}
