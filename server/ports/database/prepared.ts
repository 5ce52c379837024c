import type { Compilable, CompiledQuery } from 'kysely';
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
/** By the adapter of an opened database, which its transactions share. */
const known = new WeakMap<object, Known>();

/**
 * Runs a query that is put together once for each `shape` and kept as text: for what is asked so often that
 * building it costs as much as running it.
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
  }
  const parameters = compiled.parameters.map((parameter) =>
    parameter instanceof Mark ? values[parameter.name] : parameter,
  );
  const { rows } = await queries.executeQuery({ ...compiled, parameters });
  return rows as R[];
}
