/**
 * Looks that many people see are tried first, so that none is shown that flashes too often, has stripes that are not safe to
 * look at, or is too much to draw.
 */
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { LookDocument } from '../../../src/data/contract/looks.ts';
import { type LookVerdict, MOST_FLASHES, MOST_POINTS } from '../../../src/drawing/jam/judgeLook.ts';
import { MOST_STRIPES } from '../../../src/drawing/jam/stripeTrial.ts';
import type { ChildJobs } from '../../plugins/childJobs.ts';
import { ChildFault } from '../../plugins/childProcess.ts';
import { sha256 } from '../../plugins/identity.ts';
import type { LookJob } from './judgeLook.child.ts';

/** A look of the house takes about a second of the processor; one that takes twenty is too much to draw. */
const LIMITS = { timeMs: 20_000, memoryMb: 320 };
/** Verdicts that are kept: the same look has the same one, so they outlast the server that found them. */
const KEPT = 5000;
const TOO_MUCH: LookVerdict = { flashes: 0, points: Number.POSITIVE_INFINITY, stripes: 0 };

const verdicts = new LRUCache<string, LookVerdict>({ max: KEPT });

/** What a look draws does not depend on its name. */
const hashOf = ({ name: _, ...drawn }: LookDocument) => sha256(JSON.stringify(drawn));

/** Said inside a transaction: these have to be tried before it is made again. */
class NotTried extends Error {
  readonly looks: readonly LookDocument[];

  constructor(looks: readonly LookDocument[]) {
    super('looks that were not tried');
    this.looks = looks;
  }
}

/** Throws `bad_request` where many people may not see the look; nothing for one that was not tried. */
export type ShowLooks = (looks: readonly LookDocument[]) => void;

export interface ShownLooks {
  /**
   * Does work in a transaction that shows looks to others and says which. Looks that were never tried are tried outside of
   * it, one at a time for each account; then it is done again.
   *
   * @throws ApiError `bad_request` with the sentence that says why a look may not be shown, `unavailable` where too many wait
   */
  showing<T>(userId: string, work: (show: ShowLooks) => Promise<T>): Promise<T>;
}

/** @param mostFlashes within a second of a look that is shown */
export function createShownLooks(jobs: ChildJobs, mostFlashes = MOST_FLASHES): ShownLooks {
  const script = new URL('./judgeLook.child.ts', import.meta.url);
  const trying = new Map<string, Promise<void>>();

  async function judge(userId: string, look: LookDocument): Promise<LookVerdict> {
    const job: LookJob = { look };
    try {
      return await jobs.run<LookVerdict>(userId, script, job, LIMITS, () => true);
    } catch (fault) {
      if (fault instanceof ChildFault && fault.reason !== 'crash') return TOO_MUCH;
      throw fault;
    }
  }

  function tryOut(userId: string, look: LookDocument): Promise<void> {
    const hash = hashOf(look);
    let work = trying.get(hash);
    if (!work) {
      work = judge(userId, look)
        .then((verdict) => void verdicts.set(hash, verdict))
        .finally(() => trying.delete(hash));
      trying.set(hash, work);
    }
    return work;
  }

  function refuse({ flashes, points, stripes }: LookVerdict): void {
    if (points > MOST_POINTS) {
      const reason = 'This look is too much to draw. Take a layer out and try again.';
      throw new ApiError('bad_request', reason);
    }
    if (flashes > mostFlashes) {
      throw new ApiError(
        'bad_request',
        `This look flashes too often to be shown: ${flashes} times within a second, and three is the most. ` +
          'Press Calmer in the editor of looks and try again.',
      );
    }
    if (stripes <= MOST_STRIPES) return;
    throw new ApiError(
      'bad_request',
      'This look has stripes over more of the screen than is safe to look at. ' +
        'Make its layers smaller, or take one out, and try again.',
    );
  }

  return {
    async showing(userId, work) {
      for (;;) {
        try {
          return await work((looks) => {
            const unknown = looks.filter((look) => !verdicts.has(hashOf(look)));
            if (unknown.length > 0) throw new NotTried(unknown);
            for (const look of looks) refuse(verdicts.get(hashOf(look))!);
          });
        } catch (fault) {
          if (!(fault instanceof NotTried)) throw fault;
          for (const look of fault.looks) await tryOut(userId, look);
        }
      }
    },
  };
}
