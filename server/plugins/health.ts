import type { FastifyInstance } from 'fastify';
import { ERROR_STATUS } from '../../src/data/contract/errors.ts';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import type { Database } from '../ports/database/database.ts';
import { reasonOf } from '../startError.ts';
import { errorAnswer, isNoRoom } from './errors.ts';

/** How often it is looked at whether something was answered, in ms. */
const TICK_MS = 100;
/** After so many of them in which nothing was, it does not answer; and after so many in all. */
const [SILENT_TICKS, MOST_TICKS] = [30, 300];
/** Whether something can be written is tried this often at most, however often it is asked; more often while it fails. */
const TRY_MS = 5000;
const TRY_AGAIN_MS = 1000;
/** Small while all is well; after a write that found no room, as much as a commit takes. */
const SMALL_BYTES = 64;
const LARGE_BYTES = 64 * 1024;

/**
 * What was thrown, or undefined when all is well. It is no fault of what is checked that this process stood still, or that
 * others are before it in the line: a tick counts where the process went on and no other was answered.
 * @param answered how many others were answered so far
 */
export async function faultOf(check: () => Promise<void>, answered = () => 0): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  let [ticks, silent, before] = [0, 0, answered()];
  const late = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const now = answered();
      ticks += 1;
      silent = now === before ? silent + 1 : 0;
      before = now;
      if (silent >= SILENT_TICKS || ticks >= MOST_TICKS) reject(new Error('no answer in time'));
    }, TICK_MS);
  });
  try {
    await Promise.race([check(), late]);
    return undefined;
  } catch (error) {
    return error ?? new Error('unknown');
  } finally {
    clearInterval(timer);
  }
}

/** Runs `check` unless that was done a short while ago; gives what came of it then. */
function seldom(check: () => Promise<void>): { run(): Promise<void>; forget(): void } {
  let last: Promise<void> | undefined;
  let untilMs = 0;
  return {
    run() {
      if (last && performance.now() < untilMs) return last;
      untilMs = performance.now() + TRY_MS;
      last = check();
      last.catch(() => {
        untilMs = performance.now() + TRY_AGAIN_MS;
      });
      return last;
    },
    forget() {
      last = undefined;
    },
  };
}

/** What fails, in words: parts without room and parts that do not answer are named apart. */
function describe(faults: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(faults);
  const full = names.filter((name) => isNoRoom(faults[name]));
  const silent = names.filter((name) => !isNoRoom(faults[name]));
  return [
    ...(full.length > 0 ? [`No room left, nothing can be written: ${full.join(', ')}`] : []),
    ...(silent.length > 0 ? [`Not answering: ${silent.join(', ')}`] : []),
  ].join('; ');
}

/**
 * `/healthz`: 200 while database and blobs answer and take what is written, else 503 with the name of what does not.
 * Once a call has found no room, more is written to try it, until that goes well.
 */
export function installHealth(app: FastifyInstance, database: Database, blobs: BlobStore): void {
  let isShort = false;
  const rows = seldom(() => database.tryWrite(isShort ? LARGE_BYTES : SMALL_BYTES));
  const files = seldom(() => (isShort ? blobs.tryWrite() : blobs.check()));
  app.addHook('onResponse', async (_request, reply) => {
    if (reply.statusCode !== ERROR_STATUS.no_room || isShort) return;
    isShort = true;
    rows.forget();
    files.forget();
  });
  app.get('/healthz', { schema: { hide: true } }, async (request, reply) => {
    const [ofRows, ofFiles] = await Promise.all([
      faultOf(() => database.ping().then(rows.run), database.answered),
      faultOf(files.run),
    ]);
    reply.header('cache-control', 'no-store');
    if (!ofRows && !ofFiles) {
      isShort = false;
      return { ok: true, data: { database: 'ok', blobs: 'ok' } };
    }
    const faults = { ...(!!ofRows && { database: ofRows }), ...(!!ofFiles && { blobs: ofFiles }) };
    const failing = Object.entries(faults).map(([name, fault]) => [name, reasonOf(fault)]);
    request.log.error({ failing: Object.fromEntries(failing) }, 'not healthy');
    return reply.code(503).send(errorAnswer('unavailable', describe(faults)));
  });
}
