import type { Place, SyncContext } from './context.ts';
import { badParameter, badRequest } from './couchError.ts';
import { requireDatabase } from './databases.ts';
import { openRevs, tell, textOf, wholeOf } from './reading.ts';
import * as repo from './repo.ts';
import { asList, asObject, type Parameters } from './requests.ts';
import { byRank, parseRev } from './revisions.ts';

/** Documents that are read at a time. */
const PAGE = 200;
export const MOST_DOCS = 1000;

export const hasNull = (text: string) => text.includes('\0');

/** One row of `_all_docs`. */
async function* rowText(
  context: SyncContext,
  place: Place,
  doc: repo.ListedDoc,
  how: {
    winner: repo.WholeLeaf | undefined;
    conflicts: boolean;
    withData: boolean;
    isAsked: boolean;
  },
): AsyncGenerator<string> {
  const { docId, rev, isDeleted } = doc;
  const value = { rev, ...(isDeleted && { deleted: true }) };
  const text = JSON.stringify({ id: docId, key: docId, value });
  if (isDeleted && how.isAsked) {
    yield `${text.slice(0, -1)},"doc":null}`;
    return;
  }
  if (!how.winner) {
    yield text;
    return;
  }
  yield `${text.slice(0, -1)},"doc":`;
  const told = tell(docId, how.winner, doc.leaves, { conflicts: how.conflicts });
  yield* textOf(context, place, told, how.withData);
  yield '}';
}

/** Pages of documents in the order of their ids, without deleted ones. */
async function* pagesInOrder(
  { database: { queries } }: SyncContext,
  { name }: Place,
  parameters: Parameters,
): AsyncGenerator<repo.ListedDoc[]> {
  const key = parameters.jsonText('key');
  const start = key ?? parameters.jsonText('startkey') ?? parameters.jsonText('start_key');
  const end = key ?? parameters.jsonText('endkey') ?? parameters.jsonText('end_key');
  const isDown = parameters.flag('descending');
  const isEndIn = key !== undefined || parameters.flag('inclusive_end', true);
  for (const text of [start, end]) if (text && hasNull(text)) throw badParameter('not an id');
  let left = parameters.whole('limit') ?? Number.MAX_SAFE_INTEGER;
  let skip = parameters.whole('skip') ?? 0;
  let after: string | undefined;
  while (left > 0) {
    let query = repo
      .listDocs(queries, name)
      .where('isDeleted', '=', false)
      .orderBy('docId', isDown ? 'desc' : 'asc')
      .limit(Math.min(PAGE, left));
    if (start !== undefined) query = query.where('docId', isDown ? '<=' : '>=', start);
    if (end !== undefined) {
      const within = isDown ? ('>' as const) : ('<' as const);
      query = query.where('docId', isEndIn ? `${within}=` : within, end);
    }
    if (after !== undefined) query = query.where('docId', isDown ? '<' : '>', after);
    if (skip > 0) query = query.offset(skip);
    skip = 0;
    const page = (await query.execute()) as repo.ListedDoc[];
    if (page.length > 0) yield page;
    left -= page.length;
    after = page.at(-1)?.docId;
    if (page.length < PAGE) return;
  }
}

type Asked = { readonly key: string; readonly doc: repo.ListedDoc | undefined };

/** Pages of documents in the order of the keys that were asked for. */
async function* pagesOfKeys(
  { database: { queries } }: SyncContext,
  { name }: Place,
  keys: readonly string[],
): AsyncGenerator<Asked[]> {
  for (let at = 0; at < keys.length; at += PAGE) {
    const some = keys.slice(at, at + PAGE);
    const found = await repo.findDocs(queries, name, [...new Set(some)]);
    yield some.map((key) => ({ key, doc: found.get(key) }));
  }
}

async function* asAsked(pages: AsyncGenerator<repo.ListedDoc[]>): AsyncGenerator<Asked[]> {
  for await (const page of pages) yield page.map((doc) => ({ key: doc.docId, doc }));
}

function readKeys(parameters: Parameters, body: unknown): readonly string[] | null {
  const given = body === undefined ? parameters.json('keys') : asObject(body).keys;
  if (given === undefined) return null;
  const keys = asList(given, 'keys', MOST_DOCS);
  if (parameters.jsonText('key') ?? parameters.text('startkey') ?? parameters.text('endkey')) {
    throw badParameter('`keys` is incompatible with `key`, `start_key` and `end_key`');
  }
  const ids = keys.map((key) => {
    if (typeof key !== 'string' || hasNull(key)) throw badRequest('keys must be ids');
    return key;
  });
  if (parameters.flag('descending')) ids.reverse();
  const skip = parameters.whole('skip') ?? 0;
  return ids.slice(skip, skip + (parameters.whole('limit') ?? ids.length));
}

/** Stands in a list for a key that no document has. */
const NOBODY: repo.ListedDoc = { docId: '', seq: 0, rev: '', isDeleted: true, leaves: [] };

/** `_all_docs` as text. Throws for parameters that are not valid. */
export async function allDocsText(
  context: SyncContext,
  place: Place,
  parameters: Parameters,
  body: unknown,
): Promise<AsyncGenerator<string>> {
  const { queries } = context.database;
  const keys = readKeys(parameters, body);
  const withDocs = parameters.flag('include_docs');
  const conflicts = parameters.flag('conflicts');
  const withData = parameters.flag('attachments');
  const offset = parameters.whole('skip') ?? 0;
  const { seq, docs: count } = await requireDatabase(context, place);
  const seqText = parameters.flag('update_seq') ? `,"update_seq":"${seq}"` : '';
  const pages = keys
    ? pagesOfKeys(context, place, keys)
    : asAsked(pagesInOrder(context, place, parameters));
  return (async function* () {
    let before = `{"total_rows":${count},"offset":${keys ? 0 : offset}${seqText},"rows":[\n`;
    for await (const page of pages) {
      const rows = page.map(({ key, doc }) => ({ ...(doc ?? NOBODY), key }));
      const listed = repo.withWinners(queries, place.name, rows, withDocs);
      for await (const { doc, winner } of listed) {
        yield before;
        before = ',\n';
        if (doc.docId === '') yield JSON.stringify({ key: doc.key, error: 'not_found' });
        else
          yield* rowText(context, place, doc, { winner, conflicts, withData, isAsked: withDocs });
      }
    }
    yield before === ',\n' ? '\n]}\n' : `${before}]}\n`;
  })();
}

interface Wanted {
  readonly id: string;
  readonly rev: string | undefined;
}

function readWanted(body: unknown): Wanted[] {
  return asList(asObject(body).docs, 'docs', MOST_DOCS).map((one) => {
    const { id, rev } = asObject(one);
    if (typeof id !== 'string' || hasNull(id)) throw badRequest('docs must have an id');
    if (rev !== undefined && !parseRev(rev)) throw badRequest('Invalid rev format');
    return { id, rev: rev as string | undefined };
  });
}

/** `_bulk_get` as text: one document is held at a time. */
export async function bulkGetText(
  context: SyncContext,
  place: Place,
  parameters: Parameters,
  body: unknown,
): Promise<AsyncGenerator<string>> {
  const wanted = readWanted(body);
  const revs = parameters.flag('revs');
  const withData = parameters.flag('attachments');
  const isLatest = parameters.flag('latest');
  await requireDatabase(context, place);
  const { queries } = context.database;
  return (async function* () {
    let before = '{"results":[\n';
    for (const { id, rev } of wanted) {
      const known = await repo.findLeaves(queries, place.name, [id]);
      const leaves = (known.get(id) ?? []).sort(byRank);
      const found = openRevs(leaves, rev === undefined ? 'all' : [rev], isLatest);
      yield `${before}{"id":${JSON.stringify(id)},"docs":[`;
      before = ',\n';
      let comma = '';
      for (const leaf of found) {
        yield comma;
        comma = ',';
        const whole = 'missing' in leaf ? undefined : await wholeOf(context, place, id, leaf);
        if (!whole) {
          const missing = 'missing' in leaf ? leaf.missing : leaf.rev;
          const error = { id, rev: missing, error: 'not_found', reason: 'missing' };
          yield JSON.stringify({ error });
          continue;
        }
        yield '{"ok":';
        yield* textOf(context, place, tell(id, whole, leaves, { revs }), withData);
        yield '}';
      }
      if (found.length === 0) {
        const error = { id, rev: 'undefined', error: 'not_found', reason: 'missing' };
        yield JSON.stringify({ error });
      }
      yield ']}';
    }
    yield before === ',\n' ? '\n]}\n' : `${before}]}\n`;
  })();
}
