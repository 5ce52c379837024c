import { invalidRequest } from './tillError.ts';

/** A form of Stripe's API as a tree: `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. Leaves are text. */
export type Form = { [name: string]: string | Form };

/** Names that would reach behind an object. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads a form body or a query. Throws a `TillError` for one that cannot be read. */
export function readForm(text: string): Form {
  const root: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    const last = path.pop();
    if (last === undefined || [...path, last].some((part) => FORBIDDEN.has(part))) {
      throw invalidRequest('Invalid request: a parameter has no name.');
    }
    let at = root;
    for (const part of path) {
      const next: string | Form = at[part] ?? Object.create(null);
      if (typeof next === 'string') throw invalidRequest(`Invalid ${part}`, { param: name });
      at[part] = next;
      at = next;
    }
    at[last] = value;
  }
  return root;
}

/** A tree whose keys are numbers, as the list that it was. */
export const listOf = (form: string | Form | undefined): (string | Form)[] =>
  form === undefined || typeof form === 'string' ? [] : Object.values(form);
