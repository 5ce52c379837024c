import { type RawBuilder, sql } from 'kysely';
import { SEARCH_MOST } from '../../../src/data/contract/constants.ts';
import type { SearchKind, SearchQuery } from '../../../src/data/contract/search.ts';
import type { Rankable } from '../../../src/data/rules/search/ranking.ts';
import type { Queries } from '../../ports/database/database.ts';
import { runKept } from '../../ports/database/prepared.ts';
import { apart, scopeOf } from '../searchIndex/docs.ts';
import { categoryBits, categoryMark, keyMark, loopMark } from '../searchIndex/marks.ts';
import { seenBy } from './seenBy.ts';

/** What a person looks for; all of it must hold. */
export interface Asked
  extends Pick<SearchQuery, 'tempoMin' | 'tempoMax' | 'root' | 'scale' | 'category' | 'loopId'> {
  /** As `typedWords` makes them. */
  readonly words: readonly string[];
}

/** Written out: no plan for any number of rows is a good one. */
const rowsAtMost = (rows: number) => sql.lit(rows);

/** Rows that one way of looking goes through, however common what it looks for is. */
const SCAN = 400;
/** The same for the newest of all, of which fewer are right. */
const NEWEST = 500;

/** Behind every word that begins with a text: the last character of all. */
const END = '\u{10ffff}';

type Sql<T = unknown> = RawBuilder<T>;

/** One way to look: rows of an index in its order, of which the ids are looked at. */
type Way = Sql;

const wordWay = (scope: string, from: string, to: string): Way => sql`
  select "id" from "searchWords" where "scope" = ${scope} and "word" >= ${from} and "word" < ${to}
  order by "word", "age", "id" limit ${rowsAtMost(SCAN)}`;

const markWay = (scope: string, mark: string): Way => sql`
  select "id" from "searchWords" where "scope" = ${scope} and "word" = ${mark}
  order by "age", "id" limit ${rowsAtMost(SCAN)}`;

const tempoWay = (scope: string, { tempoMin = 0, tempoMax = 9999 }: Asked): Way => sql`
  select "id" from "searchDocs"
  where "scope" = ${scope} and "tempo" >= ${tempoMin} and "tempo" <= ${tempoMax}
  order by "tempo", "age", "id" limit ${rowsAtMost(SCAN)}`;

const namedWay = (scope: string, name: string): Way => sql`
  select "id" from "searchDocs" where "scope" = ${scope} and "name" >= ${name} and "name" < ${name + END}
  order by "name", "id" limit ${rowsAtMost(SEARCH_MOST)}`;

const newestWay = (scope: string): Way => sql`
  select "id" from "searchDocs" where "scope" = ${scope} order by "age", "id" limit ${rowsAtMost(NEWEST)}`;

const mostLikedWay: Way = sql`
  select "id" from "shares" where "isPrivate" = false and "isRemoved" = false
  order by "likeCount" desc, "created" desc, "id" desc limit ${rowsAtMost(SEARCH_MOST)}`;

const hasTempo = ({ tempoMin, tempoMax }: Asked) =>
  tempoMin !== undefined || tempoMax !== undefined;

/** Every way that comes to all that is asked for, if it goes far enough. */
function waysTo(scope: string, asked: Asked): Way[] {
  const { words, root, scale, category, loopId } = asked;
  const key = keyMark(root, scale);
  return [
    ...words.map((word) => wordWay(scope, word, word + END)),
    ...(loopId === undefined ? [] : [markWay(scope, loopMark(loopId))]),
    ...(key === undefined ? [] : [markWay(scope, key)]),
    ...(category === undefined ? [] : [markWay(scope, categoryMark(category))]),
    ...(hasTempo(asked) ? [tempoWay(scope, asked)] : []),
  ];
}

/** `%`, `_` and `\` stand for themselves. */
const plain = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Conditions on a row of `searchDocs`: everything that is asked for. */
export function holds(asked: Asked): Sql<boolean> {
  const { words, tempoMin, tempoMax, root, scale, category, loopId } = asked;
  const all: Sql<boolean>[] = words.map(
    (word) => sql<boolean>`"searchDocs"."words" like ${`% ${word}%`}`,
  );
  if (tempoMin !== undefined) all.push(sql`"searchDocs"."tempo" >= ${tempoMin}`);
  if (tempoMax !== undefined) all.push(sql`"searchDocs"."tempo" <= ${tempoMax}`);
  if (root !== undefined) all.push(sql`"searchDocs"."root" = ${root}`);
  if (scale !== undefined) all.push(sql`"searchDocs"."scale" = ${scale}`);
  if (category !== undefined) {
    const bit = sql.lit(categoryBits([category]));
    all.push(sql`("searchDocs"."categories" & ${bit}) <> 0`);
  }
  if (loopId !== undefined) {
    const pattern = `% ${plain(loopMark(loopId))} %`;
    all.push(sql`"searchDocs"."marks" like ${pattern} escape '\\'`);
  }
  return all.length === 0 ? sql`1 = 1` : sql.join(all, sql` and `);
}

/** Something that was found, ready to be put in order. */
export type Candidate = Rankable;

interface Row {
  readonly id: string;
  readonly age: number;
  readonly name: string;
  readonly alias: string;
  readonly words: string;
  readonly likes: number;
}

const asCandidate = ({ id, age, name, alias, words, likes }: Row): Candidate => ({
  id,
  likes,
  created: -age,
  names: alias === '' ? [name] : [name, alias],
  words: apart(words),
});

/** The reader; undefined for a visitor. */
export interface Looking {
  readonly kind: SearchKind;
  readonly readerId: string | undefined;
  readonly nowMs: number;
}

/** A word or two alone are asked for again and again, and make few texts; each sound besides makes others. */
async function run<R>(queries: Queries, asked: Asked, query: Sql<R>): Promise<R[]> {
  const { words, ...sound } = asked;
  const isCommon = words.length <= 2 && Object.values(sound).every((one) => one === undefined);
  return isCommon ? runKept(queries, query) : (await query.execute(queries)).rows;
}

/** How well a row fits what was typed, as `FITS` of `rules/search/ranking.ts` has them in their order. */
function fitOf(words: readonly string[]): Sql<number> {
  const text = words.join(' ');
  if (text === '') return sql`0`;
  const goesBy = (name: 'name' | 'alias') => {
    const column = sql.ref(`searchDocs.${name}`);
    return sql`${column} >= ${text} and ${column} < ${text + END}`;
  };
  const whole = words.map((word) => sql`"searchDocs"."words" like ${`% ${word} %`}`);
  return sql`case
    when "searchDocs"."name" = ${text} or "searchDocs"."alias" = ${text} then 3
    when ${goesBy('name')} or ${goesBy('alias')} then 2
    when ${sql.join(whole, sql` and `)} then 1
    else 0 end`;
}

/**
 * What some ways come to that holds all that is asked for and that the reader may see, the first of it in its order: no
 * more than can be paged through, and one that says that there is more. The cross joins make SQLite take the ids first,
 * and look up each once; to PostgreSQL they are joins as any other.
 */
async function follow(
  queries: Queries,
  ways: readonly Way[],
  asked: Asked,
  looking: Looking,
): Promise<Candidate[]> {
  const { table, likes, where } = seenBy(looking);
  const all = sql.join(
    ways.map((way) => sql`select "id" from (${way}) as "some"`),
    sql` union `,
  );
  const rows = await run(
    queries,
    asked,
    sql<Row>`
    select "searchDocs"."id", "searchDocs"."age", "searchDocs"."name", "searchDocs"."alias",
      "searchDocs"."words", ${likes} as "likes", ${fitOf(asked.words)} as "fit"
    from (${all}) as "way"
    cross join "searchDocs"
    cross join ${sql.table(table)}
    where "searchDocs"."kind" = ${looking.kind} and "searchDocs"."id" = "way"."id"
      and ${sql.ref(`${table}.id`)} = "way"."id"
      and ${holds(asked)} and ${where}
    order by "fit" desc, "likes" desc, "searchDocs"."age", "searchDocs"."id"
    limit ${rowsAtMost(SEARCH_MOST + 1)}`,
  );
  return rows.map(asCandidate);
}

/** The way with the fewest rows, and whether it ends before what it would come to does. */
async function shortest(
  queries: Queries,
  asked: Asked,
  ways: readonly Way[],
): Promise<{ way: Way; isCut: boolean }> {
  const counts = sql.join(
    ways.map((way, at) => sql`(select count(*) from (${way}) as "way") as ${sql.ref(`n${at}`)}`),
  );
  const rows = await run(queries, asked, sql<Record<string, number>>`select ${counts}`);
  const lengths = ways.map((_, at) => Number(rows[0]?.[`n${at}`] ?? 0));
  const least = Math.min(...lengths);
  return { way: ways[lengths.indexOf(least)]!, isCut: least >= SCAN };
}

async function findIn(
  queries: Queries,
  asked: Asked,
  looking: Looking,
  ownerId?: string,
): Promise<{ found: Candidate[]; isCut: boolean }> {
  const scope = scopeOf(looking.kind, ownerId);
  const ways = waysTo(scope, asked);
  if (ways.length === 0) return { found: [], isCut: false };
  const { way, isCut } = await shortest(queries, asked, ways);
  const all = [way];
  if (isCut) {
    // What is too common to be gone through: what goes by that name, the newest, and what most like.
    if (asked.words.length > 0) all.push(namedWay(scope, asked.words.join(' ')));
    all.push(newestWay(scope));
    if (looking.kind === 'rifffs' && ownerId === undefined) all.push(mostLikedWay);
  }
  return { found: await follow(queries, all, asked, looking), isCut };
}

/**
 * What the index has of a kind, in no order, some of it more than once: all that can be paged through, or, where every
 * way to it is longer than 400 rows (`isCut`), what is likely to be wanted of it.
 */
export async function findCandidates(
  queries: Queries,
  asked: Asked,
  looking: Looking,
): Promise<{ found: Candidate[]; isCut: boolean }> {
  const { kind, readerId } = looking;
  const hasOwn = readerId !== undefined && (kind === 'rifffs' || kind === 'loops');
  const parts = await Promise.all([
    findIn(queries, asked, looking),
    ...(hasOwn ? [findIn(queries, asked, looking, readerId)] : []),
  ]);
  return {
    found: parts.flatMap(({ found }) => found),
    isCut: parts.some(({ isCut }) => isCut),
  };
}
