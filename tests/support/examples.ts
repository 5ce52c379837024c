/**
 * How many examples a simulation takes: `few`, which find a fault, in every run, and `all` in the long run. Works in Node and
 * in the browser.
 */
export const examples = (few: number, all: number): number =>
  import.meta.env.RONDO_LONG === '1' ? all : few;
