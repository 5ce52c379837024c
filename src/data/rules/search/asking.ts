/** What a page is asked for, as its address holds it: texts by name, of which each may only be some. Pure. */

/** Longest text that the server takes. */
export const MOST_CHARACTERS = 80;

type Judges<A> = { readonly [K in keyof A]: (text: string) => boolean };

export const wholeUpTo = (most: number) => (text: string) =>
  /^\d{1,3}$/.test(text) && Number(text) <= most;
export const isTempo = (text: string): boolean => wholeUpTo(999)(text) && Number(text) > 0;
export const isId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);
export const among = (values: readonly string[]) => (text: string) => values.includes(text);

/**
 * How an address is read and written.
 * @param nothing what stands for each part that an address leaves out
 * @param mayBe what each part may be; anything else in an address counts as left out
 */
export function asking<A extends { readonly [K in keyof A]: string }>(
  nothing: A,
  mayBe: Judges<A>,
) {
  const parts = Object.keys(nothing) as (keyof A & string)[];
  return {
    /** Reads the query of an address. What makes no sense is left out. */
    read(params: URLSearchParams): A {
      const read = parts.map((name) => {
        const text = (params.get(name) ?? '').slice(0, MOST_CHARACTERS);
        return [name, mayBe[name](text) ? text : nothing[name]];
      });
      return Object.fromEntries(read) as A;
    },
    /** What differs from nothing, in one order: the query of an address. */
    write(asked: A): Record<string, string> {
      const given = parts.map((name): [string, string] => [
        name,
        name === 'q' ? asked[name].trim() : asked[name],
      ]);
      return Object.fromEntries(given.filter(([name, text]) => text !== nothing[name as keyof A]));
    },
  };
}
