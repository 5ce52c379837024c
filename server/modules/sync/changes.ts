import type { FastifyRequest } from 'fastify';
import type { Place, SyncContext } from './context.ts';
import { badParameter, CouchError, notHere } from './couchError.ts';
import { requireDatabase } from './databases.ts';
import { tell, textOf } from './reading.ts';
import * as repo from './repo.ts';
import { asList, asObject, type Parameters } from './requests.ts';

/** Documents that are read at a time. */
const PAGE = 200;
const MOST_IDS = 1000;
/** Calls that wait look for themselves this often, in case they were not told. */
const LOOK_MS = 5000;
const LONGEST_WAIT_MS = 60_000;
/** With a heartbeat nothing between cuts the line; then it is asked again, so that no call lasts for ever. */
const LONGEST_BEATING_MS = 5 * 60_000;
const LEAST_BEAT_MS = 1000;

/** What is asked of the changes. */
export interface Asked {
  /** Numbers above this one; null for the present one. */
  readonly since: number | null;
  readonly limit: number;
  readonly isDescending: boolean;
  readonly isWaiting: boolean;
  readonly waitMs: number;
  readonly beatMs: number;
  readonly withDocs: boolean;
  readonly withConflicts: boolean;
  readonly withAttachments: boolean;
  readonly withAllLeaves: boolean;
  readonly ids: readonly string[] | null;
}

const SEQ = /^(\d{1,15})(-.*)?$/;

/** Numbers travel as text, as those of CouchDB do since its second version. */
function readSince(text: string | undefined): number | null {
  if (text === undefined || text === '') return 0;
  if (text === 'now') return null;
  // Clients may send it as JSON.
  const [, number] = SEQ.exec(text.replace(/^"(.*)"$/, '$1')) ?? [];
  if (number === undefined) throw badParameter('since must be a number that was answered before');
  return Number(number);
}

function readIds(parameters: Parameters, body: unknown): readonly string[] | null {
  const filter = parameters.text('filter');
  if (filter === undefined) return null;
  if (filter !== '_doc_ids') throw notHere(`The filter ${JSON.stringify(filter.slice(0, 80))}`);
  const given = body === undefined ? parameters.json('doc_ids') : asObject(body).doc_ids;
  const ids = asList(given, 'doc_ids', MOST_IDS);
  return ids.filter((id): id is string => typeof id === 'string' && !id.includes('\0'));
}

/** Reads what is asked. Throws a `CouchError` for what is not part of this server. */
export function readAsked(parameters: Parameters, body: unknown): Asked {
  const feed = parameters.text('feed') ?? 'normal';
  if (feed !== 'normal' && feed !== 'longpoll') throw notHere(`The feed ${feed.slice(0, 40)}`);
  const beat = parameters.text('heartbeat');
  const isBeating = beat !== undefined && beat !== 'false' && beat !== '';
  const beatMs = beat === 'true' || !isBeating ? LONGEST_WAIT_MS : parameters.whole('heartbeat');
  const style = parameters.text('style') ?? 'main_only';
  if (style !== 'main_only' && style !== 'all_docs') throw badParameter('style is not known');
  return {
    since: readSince(parameters.text('since') ?? parameters.text('last-event-id')),
    limit: Math.max(1, parameters.whole('limit') ?? Number.MAX_SAFE_INTEGER),
    isDescending: parameters.flag('descending'),
    isWaiting: feed === 'longpoll',
    waitMs: isBeating
      ? LONGEST_BEATING_MS
      : Math.min(parameters.whole('timeout') ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS),
    beatMs: Math.min(Math.max(beatMs ?? 0, LEAST_BEAT_MS), LONGEST_WAIT_MS),
    withDocs: parameters.flag('include_docs'),
    withConflicts: parameters.flag('conflicts'),
    withAttachments: parameters.flag('attachments'),
    withAllLeaves: style === 'all_docs',
    ids: readIds(parameters, body),
  };
}

interface Range {
  readonly since: number;
  readonly until: number;
}

/**
 * The next documents whose last change is in this range. Upwards there is no end to it: what changes while it is read moves
 * behind the end that was there, and a caller who asks once would never hear of it.
 */
async function nextPage(
  { database: { queries } }: SyncContext,
  { name }: Place,
  { since, until }: Range,
  { isDescending, ids, limit }: Pick<Asked, 'isDescending' | 'ids' | 'limit'>,
): Promise<repo.ListedDoc[]> {
  let query = repo
    .listDocs(queries, name)
    .where('seq', '>', since)
    .orderBy('seq', isDescending ? 'desc' : 'asc')
    .limit(Math.min(PAGE, limit));
  if (isDescending) query = query.where('seq', '<=', until);
  if (ids) query = query.where('docId', 'in', ids.length > 0 ? [...ids] : ['']);
  return (await query.execute()) as repo.ListedDoc[];
}

/** One document of the answer, piece by piece. */
async function* rowText(
  context: SyncContext,
  place: Place,
  doc: repo.ListedDoc,
  { asked, winner }: { asked: Asked; winner: repo.WholeLeaf | undefined },
): AsyncGenerator<string> {
  const leaves = asked.withAllLeaves ? doc.leaves : doc.leaves.slice(0, 1);
  const row = {
    seq: String(doc.seq),
    id: doc.docId,
    changes: leaves.map(({ rev }) => ({ rev })),
    ...(doc.isDeleted && { deleted: true }),
  };
  const text = JSON.stringify(row);
  if (!winner) {
    yield text;
    return;
  }
  yield `${text.slice(0, -1)},"doc":`;
  const told = tell(doc.docId, winner, doc.leaves, { conflicts: asked.withConflicts });
  yield* textOf(context, place, told, asked.withAttachments);
  yield '}';
}

/** The answer from what `first` read on. */
async function* answerText(
  context: SyncContext,
  place: Place,
  asked: Asked,
  { range, first }: { range: Range; first: readonly repo.ListedDoc[] },
): AsyncGenerator<string> {
  const { queries } = context.database;
  let { since, until } = range;
  let left = asked.limit;
  let page = first;
  let before = '{"results":[\n';
  let last = since;
  while (page.length > 0) {
    for await (const { doc, winner } of repo.withWinners(
      queries,
      place.name,
      page,
      asked.withDocs,
    )) {
      yield before;
      before = ',\n';
      yield* rowText(context, place, doc, { asked, winner });
      last = doc.seq;
    }
    left -= page.length;
    if (asked.isDescending) until = last - 1;
    else since = last;
    page =
      left > 0 ? await nextPage(context, place, { since, until }, { ...asked, limit: left }) : [];
  }
  const isCut = left <= 0 && !asked.isDescending;
  const end = isCut ? last : asked.isDescending ? range.until : Math.max(range.until, last);
  const pending = isCut ? await countAbove(context, place, last, asked.ids) : 0;
  yield before === ',\n' ? '\n' : before;
  yield `],\n"last_seq":${JSON.stringify(String(end))},"pending":${pending}}\n`;
}

async function countAbove(
  { database: { queries } }: SyncContext,
  { name }: Place,
  seq: number,
  ids: readonly string[] | null,
): Promise<number> {
  let query = queries
    .selectFrom('syncDocs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('name', '=', name)
    .where('seq', '>', seq);
  if (ids) query = query.where('docId', 'in', ids.length > 0 ? [...ids] : ['']);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** The present end of a database and what is before it; a number that it never reached counts as none. */
async function look(
  context: SyncContext,
  place: Place,
  asked: Asked,
): Promise<{ range: Range; first: repo.ListedDoc[] }> {
  const { seq: until } = await requireDatabase(context, place);
  const given = asked.since ?? until;
  const range = { since: given > until ? 0 : given, until };
  return { range, first: await nextPage(context, place, range, asked) };
}

/**
 * The changes of a database as text. With `isWaiting` and none yet it waits for one, beating meanwhile, and ends without
 * any once the time is over or `mayHear` says no.
 */
export async function changesText(
  context: SyncContext,
  place: Place,
  asked: Asked,
  { request, mayHear }: { request: FastifyRequest; mayHear: () => Promise<boolean> },
): Promise<{ pieces: AsyncGenerator<string>; isWaiting: boolean }> {
  const found = await look(context, place, asked);
  if (!asked.isWaiting || found.first.length > 0) {
    return { pieces: answerText(context, place, asked, found), isWaiting: false };
  }
  // From here only what comes after the present end is new.
  const later = { ...asked, since: found.range.since };
  const waiter = context.waiting.begin(place.name, place.userId);
  if (!waiter) throw new CouchError(429, 'too_many_requests', 'Too many devices wait at once');
  request.raw.socket.once('close', waiter.end);
  const pieces = (async function* () {
    const endMs = performance.now() + asked.waitMs;
    let beatMs = performance.now() + asked.beatMs;
    let now = found;
    try {
      for (;;) {
        const nowMs = performance.now();
        now = await look(context, place, later);
        const isOver = nowMs >= endMs || waiter.isOver;
        if (now.first.length > 0 || isOver || !(await mayHear())) break;
        if (nowMs >= beatMs) {
          yield '\n';
          beatMs = nowMs + asked.beatMs;
        }
        await waiter.next(Math.max(1, Math.min(endMs, beatMs, nowMs + LOOK_MS) - nowMs));
      }
    } finally {
      request.raw.socket.off('close', waiter.end);
      waiter.end();
    }
    yield* answerText(context, place, later, (await mayHear()) ? now : { ...now, first: [] });
  })();
  return { pieces, isWaiting: true };
}
