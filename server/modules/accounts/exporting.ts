import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { AccountRules } from '../../accountRules.ts';
import { limit } from '../../plugins/limits.ts';
import type { Pages } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import * as arcade from '../arcade/ownership.ts';
import * as chat from '../chat/ownership.ts';
import * as feed from '../feed/ownership.ts';
import * as jams from '../jams/ownership.ts';
import * as moderation from '../moderation/ownership.ts';
import { readNoticeSettings } from '../people/choices.ts';
import * as people from '../people/ownership.ts';
import * as playlists from '../playlists/ownership.ts';
import * as uploads from '../uploads/ownership.ts';
import { presentAccessRights, presentProfile, presentSettings } from './present.ts';
import { findProfileFacts } from './profileFacts.ts';
import * as repo from './repo.ts';

/** Exports at one time on this node: each holds a page or two while its receiver takes it. */
const MOST_AT_ONCE = 50;
/** A receiver that takes nothing for this long has gone. */
const STILL_MS = 60_000;
const WAIT_SEC = 10;
const EXPORTS = { max: 30, windowMs: 3_600_000 };

/** What an export reads. */
export interface ExportContext {
  readonly queries: Queries;
  readonly rules: AccountRules;
}

/** What an export is made of: values, and lists that are read while they are sent. */
interface Exported {
  readonly values: Record<string, unknown>;
  /** By the name of the module, then of the list. */
  readonly lists: Record<string, Record<string, Pages>>;
}

/** Throws `unauthorised` when the account is not there any more. */
async function requireAccount(queries: Queries, userId: string): Promise<repo.StoredAccount> {
  const account = await repo.findAccount(queries, userId);
  if (!account) throw new ApiError('unauthorised', 'This account is gone');
  return account;
}

/** Everything that the account owns; no secrets. */
async function collect({ queries, rules }: ExportContext, userId: string): Promise<Exported> {
  const account = await requireAccount(queries, userId);
  const facts = await findProfileFacts(queries, [account], userId);
  const { access, license } = presentAccessRights(account);
  const { client, referralId } = account;
  return {
    values: {
      exported: Date.now(),
      profile: presentProfile(account, facts(userId)),
      settings: presentSettings(account, rules, await readNoticeSettings(queries, userId)),
      accessRights: { access, license },
      signup: { client, referralId },
      sessions: await repo.findSessions(queries, userId),
    },
    lists: {
      jams: jams.exportOwned(queries, userId),
      feed: feed.exportOwned(queries, userId),
      uploads: uploads.exportOwned(queries, userId),
      chat: chat.exportOwned(queries, userId),
      arcade: arcade.exportOwned(queries, userId),
      playlists: playlists.exportOwned(queries, userId),
      people: people.exportOwned(queries, userId),
      moderation: moderation.exportOwned(queries, userId),
    },
  };
}

/**
 * The answer as pieces of one JSON text, a page of rows each. Every row begins on a line of its own and nothing else
 * has one, so that whoever receives it can count them.
 */
async function* pieces({ values, lists }: Exported): AsyncGenerator<string> {
  yield `{"ok":true,"data":${JSON.stringify(values).slice(0, -1)}`;
  for (const [group, named] of Object.entries(lists)) {
    let before = `,${JSON.stringify(group)}:{`;
    for (const [name, pages] of Object.entries(named)) {
      yield `${before}${JSON.stringify(name)}:[`;
      let separator = '\n';
      for await (const page of pages) {
        const rows = page.map((row) => JSON.stringify(row));
        yield separator + rows.join(',\n');
        separator = ',\n';
      }
      yield ']';
      before = ',';
    }
    yield '}';
  }
  yield '}}';
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Work that is done one after the other, however many ask. Between two the event loop turns, for SQLite answers
 * without it: nobody waits for more than one page of one export.
 */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {}).then(() => turn());
    return done;
  };
}

/**
 * The answer of `exportAccount` piece by piece. The next page is read once the one before was taken, when it is its
 * turn. Fails in the middle when the account is deleted meanwhile.
 */
export async function exportPieces(
  context: ExportContext,
  userId: string,
  inTurn: InTurn,
): Promise<AsyncGenerator<string>> {
  const text = pieces(await collect(context, userId));
  const readNext = async () => {
    await requireAccount(context.queries, userId);
    return text.next();
  };
  return (async function* () {
    for (;;) {
      const { done, value } = await inTurn(readNext);
      if (done) return;
      yield value;
    }
  })();
}

type Log = { error(fields: object, message: string): void };

/** Exports of this node: one at a time for each account, each page in its turn. */
export function createExporter(context: ExportContext, log: Log) {
  const { queries } = context;
  const running = new Set<string>();
  const inTurn = createTurns();
  const wait = (message: string) =>
    new ApiError('too_many_requests', message, { retryAfterSec: WAIT_SEC });

  /**
   * Everything that an account owns, as the text of an answer that is put together while it is read. What goes wrong
   * in the middle destroys the stream, and with it the connection, so that the receiver knows.
   * @throws ApiError `too_many_requests`, `unauthorised`
   */
  return async (userId: string): Promise<Readable> => {
    if (running.has(userId)) throw wait('Your data is being downloaded already');
    if (running.size >= MOST_AT_ONCE) throw wait('Others are downloading theirs: try again soon');
    running.add(userId);
    try {
      await limit(queries, `export:${userId}`, { ...EXPORTS, nowMs: Date.now() });
      const text = await exportPieces(context, userId, inTurn);
      return streamOf(text, {
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

/** Pieces as a stream that holds one of them, and is destroyed when nobody takes it. */
function streamOf(text: AsyncGenerator<string>, { onEnd, onError }: StreamEvents): Readable {
  let still: NodeJS.Timeout | undefined;
  const stream = Readable.from(watched(), { objectMode: true, highWaterMark: 1 });
  async function* watched() {
    try {
      for await (const piece of text) {
        still = setTimeout(() => stream.destroy(new Error('nobody takes it')), STILL_MS).unref();
        yield Buffer.from(piece);
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
