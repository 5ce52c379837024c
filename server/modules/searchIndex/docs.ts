import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { SearchKind } from '../../../src/data/contract/search.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, insertOnce, removeRows } from '../../ports/database/rows.ts';
import type { SearchDocRow } from '../../ports/database/schema.ts';
import { categoryBits, marksOf, type SearchSound } from './marks.ts';

/** Something that can be found. */
export interface SearchDoc {
  readonly kind: SearchKind;
  readonly id: string;
  /** Left out: anybody finds it. Else this account alone does. */
  readonly ownerId?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly created: number;
  /** As `nameOf` makes them. */
  readonly name: string;
  /** Another name that it goes by. */
  readonly alias?: string;
  /** Its words, those of its names among them. */
  readonly words: readonly string[];
  readonly sound?: SearchSound;
  /** Base64 of what a loop sounds like; left out where that was not measured, and for silence. */
  readonly timbre?: string | undefined;
}

/** Rows of words in one statement. */
const WORDS = 200;

/** Where something is looked for: what anybody finds of a kind, or what one account alone does. */
export const scopeOf = (kind: SearchKind, ownerId?: string): string =>
  ownerId === undefined ? kind : `${kind}/${ownerId}`;

/** Words with a space before and behind each, so that one is found whole or by how it begins. */
const spaced = (words: readonly string[]) => (words.length === 0 ? '' : ` ${words.join(' ')} `);

/** The words of `spaced`. */
export const apart = (text: string): string[] => text.split(' ').filter(Boolean);

function rowOf(doc: SearchDoc): SearchDocRow {
  const { kind, id, ownerId, created, name, alias = '', words, sound, timbre = null } = doc;
  return {
    kind,
    id,
    name,
    alias,
    scope: scopeOf(kind, ownerId),
    // Lists go up an index, and the newest comes first.
    age: -created,
    words: spaced([...new Set(words)]),
    tempo: sound?.tempo ?? null,
    root: sound?.root ?? null,
    scale: sound?.scale ?? null,
    categories: categoryBits(sound?.categories ?? []),
    marks: spaced(sound ? marksOf(sound) : []),
    timbre,
  };
}

const wordsIn = ({ words, marks }: Pick<SearchDocRow, 'words' | 'marks'>) =>
  apart(`${words}${marks}`);

const isSame = (a: SearchDocRow, b: SearchDocRow) =>
  (Object.keys(a) as (keyof SearchDocRow)[]).every((column) => a[column] === b[column]);

async function removeDoc(queries: Queries, row: SearchDocRow): Promise<void> {
  const { kind, id, scope, age } = row;
  const words = wordsIn(row);
  await removeRows(queries, 'searchWords', { scope, word: words, age, id });
  await removeRows(queries, 'searchDocs', { kind, id });
}

async function insertDocs(queries: Queries, rows: readonly SearchDocRow[]): Promise<void> {
  if (rows.length === 0) return;
  await insertOnce(queries, 'searchDocs', [...rows]);
  const words = rows.flatMap(({ scope, age, id, ...row }) =>
    wordsIn(row).map((word) => ({ scope, word, age, id })),
  );
  for (let from = 0; from < words.length; from += WORDS) {
    await insertOnce(queries, 'searchWords', words.slice(from, from + WORDS));
  }
}

/**
 * Makes what can be found of these things exactly `docs`, inside the caller's transaction: those that are not among
 * them are not found any more. What did not change is not written.
 * @param ids at most a few hundred
 * @returns rows of before
 */
export async function replaceDocs(
  queries: Queries,
  kind: SearchKind,
  ids: readonly string[],
  docs: readonly SearchDoc[],
): Promise<SearchDocRow[]> {
  if (ids.length === 0) return [];
  const before = await findRows(queries, 'searchDocs', { kind, id: ids });
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = new Map(docs.map((doc) => [doc.id, rowOf(doc)]));
  for (const row of before) {
    const next = rows.get(row.id);
    if (!next || !isSame(row, next)) await removeDoc(queries, row);
  }
  const fresh = [...rows.values()].filter((row) => {
    const old = known.get(row.id);
    return !old || !isSame(old, row);
  });
  await insertDocs(queries, fresh);
  return before;
}

/** Ends a select of rows whose documents go on to be made. SQLite lets one writer in at a time and needs nothing. */
export function forTurns(queries: Queries): RawBuilder<unknown> {
  return queries.getExecutor().adapter instanceof PostgresAdapter ? sql`for update` : sql``;
}
