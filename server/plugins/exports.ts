/** Long answers that are put together while they are read: a page at a time, and one such page after the other. */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '../../src/data/contract/errors.ts';
import type { Pages } from '../ports/database/batches.ts';
import type { Queries } from '../ports/database/database.ts';
import { limit } from './limits.ts';

/** Exports at one time on this node: each holds a page or two while its receiver takes it. */
const MOST_AT_ONCE = 50;
/** A receiver that takes nothing for this long has gone. */
const STILL_MS = 60_000;
const WAIT_SEC = 10;
const EXPORTS = { max: 30, windowMs: 3_600_000 };

/** An array of JSON by its name, a page of rows each. Every row begins on a line of its own and nothing else has one. */
export async function* listPieces(name: string, pages: Pages): AsyncGenerator<string> {
  yield `${JSON.stringify(name)}:[`;
  let separator = '\n';
  for await (const page of pages) {
    const rows = page.map((row) => JSON.stringify(row));
    yield separator + rows.join(',\n');
    separator = ',\n';
  }
  yield ']';
}

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Work that is done one after the other, however many ask. Between two the event loop turns, for SQLite answers
 * without it: no caller waits for more than one page of one export.
 */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {}).then(() => turn());
    return done;
  };
}

/** The same pieces, each of which is made once the one before was taken, when it is its turn and `check` lets it. */
export async function* inTurns<P>(
  text: AsyncGenerator<P>,
  check: () => Promise<unknown>,
  inTurn: InTurn,
): AsyncGenerator<P> {
  const readNext = async () => {
    await check();
    return text.next();
  };
  for (;;) {
    const { done, value } = await inTurn(readNext);
    if (done) return;
    yield value;
  }
}

type Log = { error(fields: object, message: string): void };

/** What exports of one kind are counted and called by. */
interface ExportKind {
  /** Of the window of calls. */
  readonly key: string;
  /** Why a second one at the same time is refused. */
  readonly running: string;
}

const OF_AN_ACCOUNT: ExportKind = {
  key: 'export',
  running: 'Your data is being downloaded already',
};

/** Exports of this node: one at a time for each account, each page in its turn. */
export function createExports(queries: Queries, log: Log, kind: ExportKind = OF_AN_ACCOUNT) {
  const running = new Set<string>();
  const turns = createTurns();
  const wait = (message: string) =>
    new ApiError('too_many_requests', message, { retryAfterSec: WAIT_SEC });

  /**
   * The text or the bytes of an answer that is put together while it is read. What goes wrong in the middle destroys
   * the stream, and with it the connection, so that the receiver knows.
   * @param userId whose download it is
   * @throws ApiError `too_many_requests`, and what `begin` throws
   */
  return async (
    userId: string,
    begin: (inTurn: InTurn) => Promise<AsyncGenerator<string | Buffer>>,
  ): Promise<Readable> => {
    if (running.has(userId)) throw wait(kind.running);
    if (running.size >= MOST_AT_ONCE) throw wait('Others are downloading theirs: try again soon');
    running.add(userId);
    try {
      await limit(queries, `${kind.key}:${userId}`, { ...EXPORTS, nowMs: Date.now() });
      return streamOf(await begin(turns), {
        onEnd: () => running.delete(userId),
        onError: (error) => log.error({ err: error, userId }, 'an export broke off'),
      });
    } catch (error) {
      running.delete(userId);
      throw error;
    }
  };
}

interface StreamEvents {
  onEnd(): void;
  onError(error: unknown): void;
}

/** Pieces as a stream that holds one of them, and is destroyed when it is not taken. */
function streamOf(
  text: AsyncGenerator<string | Buffer>,
  { onEnd, onError }: StreamEvents,
): Readable {
  let still: NodeJS.Timeout | undefined;
  const stream = Readable.from(watched(), { objectMode: true, highWaterMark: 1 });
  async function* watched() {
    try {
      for await (const piece of text) {
        still = setTimeout(() => stream.destroy(new Error('no one takes it')), STILL_MS).unref();
        yield typeof piece === 'string' ? Buffer.from(piece) : piece;
        clearTimeout(still);
      }
    } catch (error) {
      onError(error);
      throw error;
    }
  }
  stream.once('close', () => {
    clearTimeout(still);
    onEnd();
  });
  return stream;
}
