/** Tries looks in a process of its own: pictures of a look take as long as its document asks for. */
import type { LookDocument } from '../../../src/data/contract/looks.ts';
import { judgeLook } from '../../../src/drawing/jam/judgeLook.ts';
import { answerJobs } from '../../plugins/childProcess.ts';

export interface LookJob {
  readonly look: LookDocument;
}

answerJobs(async ({ look }: LookJob) => judgeLook(look));
