/** How a call is written down: its name, its method and its path. */

type Method = 'GET' | 'POST' | 'DELETE';

/** A call as the client makes it: its name in the endpoint table, and where it goes. */
export interface CallTarget<Name extends string = string> {
  readonly name: Name;
  readonly method: Method;
  readonly path: string;
}

type Line = readonly [method: Method, path: string];

/** Calls by name, out of lines with method and path. */
export function named<const Table extends Record<string, Line>>(
  table: Table,
): { readonly [Name in keyof Table & string]: CallTarget<Name> } {
  const calls = Object.entries(table).map(([name, [method, path]]) => [
    name,
    { name, method, path },
  ]);
  return Object.fromEntries(calls);
}
