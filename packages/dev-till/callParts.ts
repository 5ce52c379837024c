import * as z from 'zod';
import type { Book } from './book.ts';
import { type Form, listOf } from './form.ts';
import type { Pages } from './portals.ts';
import { invalidRequest, missingObject } from './tillError.ts';

/** What a call gets: the ids in its address, its form, and the addresses of pages. */
export interface CallInput {
  readonly book: Book;
  readonly ids: readonly string[];
  readonly form: Form;
  readonly pages: Pages;
}
/** Answers an object of the API, or throws a `TillError`. */
export type Call = (input: CallInput) => Promise<object>;

export const Metadata = z.record(z.string().max(40), z.string().max(500)).default({});
export const Flag = z.enum(['true', 'false']).transform((word) => word === 'true');
export const Whole = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number);
export const Page = z.object({ limit: Whole.optional(), starting_after: z.string().optional() });
/** A list of a form. */
export const inLists = <S extends z.ZodType>(item: S) =>
  z.preprocess((value) => listOf(value as Form | undefined), z.array(item));

/** Checks a form. Throws as Stripe does for what is missing, unknown or of another kind. */
export function read<S extends z.ZodObject>(schema: S, form: Form): z.output<S> {
  const parsed = z
    .strictObject({ ...schema.shape, expand: z.unknown().optional() })
    .safeParse(form);
  if (parsed.success) return parsed.data as z.output<S>;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map(String);
  if (issue?.code === 'unrecognized_keys') {
    const param = [...path, issue.keys[0] ?? ''].join('.');
    throw invalidRequest(`Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    });
  }
  const param = path.join('.');
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined;
  if (isMissing) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  throw invalidRequest(`Invalid ${param}`, { param });
}

/** A page of a list, the newest first: https://docs.stripe.com/api/pagination */
export function paged<Doc extends { id: string }>(
  url: string,
  all: readonly Doc[],
  { limit = 10, starting_after }: z.output<typeof Page>,
) {
  const from = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0;
  if (starting_after && from === 0) throw missingObject('object', starting_after, 'starting_after');
  const size = Math.min(Math.max(limit, 1), 100);
  const data = all.slice(from, from + size);
  return { object: 'list', url, has_more: from + size < all.length, data };
}

/** The id in the address of a call. */
export const first = (ids: readonly string[]): string => ids[0] ?? '';

/** Calls by method and address; `#` stands for an id. */
export type CallTable = readonly (readonly [string, Call])[];
