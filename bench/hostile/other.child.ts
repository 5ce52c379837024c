/** The account that notices: begins with a job, and tells what it noticed when it is told to stop. */
import { once } from 'node:events';
import { LOOP_FRAMES, loopDocument, oggOf, tone } from '../../server/testing/sounds.ts';

/** Where it reads and uploads, and as whom. */
export interface OtherJob {
  readonly url: string;
  readonly userId: string;
  readonly headers: Record<string, string>;
}

export interface Noticed {
  readonly reads: number;
  readonly readP50Ms: number;
  readonly readP99Ms: number;
  readonly uploads: number;
  readonly slowestUploadMs: number;
  /** Answers that were none, by status; 0 for no answer at all. */
  readonly failed: ReadonlyMap<number, number>;
}

const READERS = 4;
const READ_PAUSE_MS = 25;
const UPLOAD_PAUSE_MS = 1000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const small = await oggOf(tone(LOOP_FRAMES));

/** Reads and uploads until the answer is called. */
function begin({ url, userId, headers }: OtherJob): () => Promise<Noticed> {
  const readsMs: number[] = [];
  const uploadsMs: number[] = [];
  const failed = new Map<number, number>();
  let isOver = false;
  const timed = async (times: number[], call: () => Promise<Response>) => {
    const from = performance.now();
    const status = await call().then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    times.push(performance.now() - from);
    if (status !== 200) failed.set(status, (failed.get(status) ?? 0) + 1);
  };
  const read = async () => {
    while (!isOver) {
      await timed(readsMs, () => fetch(`${url}/api/rifff-feed/query`, { headers }));
      await pause(READ_PAUSE_MS);
    }
  };
  const upload = async () => {
    while (!isOver) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(small)]), 'loop.ogg');
      form.set('metadata', JSON.stringify(loopDocument()));
      const address = `${url}/api/jam/${userId}/loops`;
      await timed(uploadsMs, () => fetch(address, { method: 'POST', headers, body: form }));
      await pause(UPLOAD_PAUSE_MS);
    }
  };
  const work = [upload(), ...Array.from({ length: READERS }, read)];
  return async () => {
    isOver = true;
    await Promise.all(work);
    const sorted = readsMs.sort((a, b) => a - b);
    return {
      reads: sorted.length,
      readP50Ms: quantile(sorted, 0.5),
      readP99Ms: quantile(sorted, 0.99),
      uploads: uploadsMs.length,
      slowestUploadMs: Math.max(...uploadsMs),
      failed,
    };
  };
}

process.send!('ready');
const [job] = (await once(process, 'message')) as [OtherJob];
const end = begin(job);
await once(process, 'message');
process.send!(await end());
