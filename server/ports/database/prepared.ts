import { createHash } from 'node:crypto';
import { type Compilable, type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';

/** Stands in a query for a value that each run brings. */
class Mark {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Something to put where a query wants the value of this name. */
export type MarkOf<V> = <K extends keyof V & string>(name: K) => V[K];

type Known = Map<string, CompiledQuery>;
/** Texts of all kept queries, with a name that is the same wherever the text is: connections may be shared by a pooler. */
const names = new Map<string, string>();

/** Lets connections keep this text as a prepared statement. Few texts may be kept: each connection plans and holds all. */
function keepText(text: string): void {
  if (names.has(text)) return;
  names.set(text, `rondo_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
}

/** The name under which a connection keeps this text as a prepared statement; undefined where it keeps none. */
export const preparedName = (text: string): string | undefined => names.get(text);

/** By the adapter of an opened database, which its transactions share. */
const known = new WeakMap<object, Known>();

/**
 * Runs a query that is put together once for each `shape` and kept as text, and by PostgreSQL as a prepared statement:
 * for what is asked so often that building and planning it cost more than running it.
 *
 * @param shape names everything that `build` decides by; the same shape has to give the same query
 * @param build the query with marks instead of the values that differ; nothing else of it may differ
 */
export async function runPrepared<V extends Record<string, unknown>, R>(
  queries: Queries,
  shape: string,
  build: (mark: MarkOf<V>) => Compilable<R>,
  values: V,
): Promise<R[]> {
  const { adapter } = queries.getExecutor();
  const shapes: Known = known.get(adapter) ?? new Map();
  known.set(adapter, shapes);
  let compiled = shapes.get(shape);
  if (!compiled) {
    compiled = build((name) => new Mark(name) as never).compile();
    shapes.set(shape, compiled);
    keepText(compiled.sql);
  }
  const parameters = compiled.parameters.map((parameter) =>
    parameter instanceof Mark ? values[parameter.name] : parameter,
  );
  const { rows } = await queries.executeQuery({ ...compiled, parameters });
  return rows as R[];
}

/** Runs a query out of pieces whose text is one of a few, as a prepared statement. */
export async function runKept<R>(queries: Queries, query: RawBuilder<R>): Promise<R[]> {
  const compiled = query.compile(queries);
  keepText(compiled.sql);
  return (await queries.executeQuery(compiled)).rows;
}

/** A page of a list. */
export interface Slice {
  readonly limit: number;
  readonly skip: number;
}

/** Lists are asked for in these sizes by our own pages, or one more, and no further down than this by counting. */
const COMMON_LIMITS: ReadonlySet<number> = new Set([10, 11, 20, 21, 50, 51]);
const COMMON_SKIP = 100;

/** Is it one of the few slices that are asked for again and again? */
const isCommon = ({ limit, skip }: Slice) =>
  COMMON_LIMITS.has(limit) && skip <= COMMON_SKIP && skip % 10 === 0;

/** What a slice adds to the shape of a query: the slice itself where it is a common one. */
export const shapeOfSlice = (slice: Slice): string =>
  isCommon(slice) ? `${slice.limit} ${slice.skip}` : 'any slice';

/**
 * Limit and offset of a query whose shape has `shapeOfSlice`. Those of common slices stand in the text: PostgreSQL keeps a
 * plan only if it knows how few rows are wanted, and planning a page of the feed takes three times as long as reading it.
 */
export function sliceOf<V extends Slice>(
  slice: Slice,
  mark: MarkOf<V>,
): { limit: Expression<number>; skip: Expression<number> } {
  const written = (name: 'limit' | 'skip') =>
    isCommon(slice) ? sql.lit(slice[name]) : sql<number>`${mark(name)}`;
  return { limit: written('limit'), skip: written('skip') };
}
