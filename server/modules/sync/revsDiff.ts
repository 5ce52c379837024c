import type { Place, SyncContext } from './context.ts';
import { badRequest, CouchError } from './couchError.ts';
import { requireDatabase } from './databases.ts';
import { hasNull, MOST_DOCS } from './lists.ts';
import * as repo from './repo.ts';
import { asList, asObject } from './requests.ts';
import { generationOf, knownAmong, parseRev } from './revisions.ts';
import { createBreath } from './turns.ts';

/** Revisions that are compared in one call: PouchDB asks for a hundred documents at a time, which have a hundred leaves each. */
const MOST_REVS = 10_000;
/** Documents whose leaves are asked for at a time, by name. */
const PAGE = 100;

type Asked = [id: string, revs: string[]];

function readAsked(body: unknown): Asked[] {
  const entries = Object.entries(asObject(body));
  asList(entries, 'documents', MOST_DOCS);
  let count = 0;
  for (const [id, revs] of entries) {
    const list = asList(revs, 'revisions', MOST_REVS);
    count += list.length;
    if (count > MOST_REVS) throw new CouchError(413, 'too_large', 'Too many revisions at once');
    for (const rev of list) if (!parseRev(rev)) throw badRequest('Invalid rev format');
    if (hasNull(id)) throw badRequest('not an id');
  }
  return entries as Asked[];
}

type Diff = { missing: string[]; possible_ancestors?: string[] };

/** `_revs_diff`: which of these revisions are not known here. Paths are read of documents that leave a question open. */
export async function revsDiff(
  context: SyncContext,
  place: Place,
  body: unknown,
): Promise<Record<string, Diff>> {
  const asked = readAsked(body);
  await requireDatabase(context, place);
  const { queries } = context.database;
  const breathe = createBreath();
  const answer: [string, Diff][] = [];
  for (let at = 0; at < asked.length; at += PAGE) {
    const page = asked.slice(at, at + PAGE);
    const docs = await repo.findDocs(
      queries,
      place.name,
      page.map(([id]) => id),
    );
    for (const [id, revs] of page) {
      await breathe();
      const names = docs.get(id)?.leaves.map(({ rev }) => rev) ?? [];
      const leaves = new Set(names);
      let missing = [...new Set(revs)].filter((rev) => !leaves.has(rev));
      if (missing.length > 0 && names.length > 0) {
        const paths = (await repo.findLeaves(queries, place.name, [id])).get(id) ?? [];
        const known = knownAmong(paths, missing);
        missing = missing.filter((rev) => !known.has(rev));
      }
      if (missing.length === 0) continue;
      const newest = missing.reduce((most, rev) => Math.max(most, generationOf(rev)), 0);
      const ancestors = names.filter((rev) => generationOf(rev) < newest);
      const possible = ancestors.length > 0 ? { possible_ancestors: ancestors } : {};
      answer.push([id, { missing, ...possible }]);
    }
  }
  return Object.fromEntries(answer);
}
