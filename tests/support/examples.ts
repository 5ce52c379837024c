/**
 * How many examples a simulation takes, or which: `few`, which find a fault, in every run, and `all` in the long run. Works in
 * Node and in the browser.
 */
export const examples = <T>(few: T, all: T): T => (import.meta.env.RONDO_LONG === '1' ? all : few);
