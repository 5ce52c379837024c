import * as z from 'zod';
import { ACCOUNT_ID_PATTERN } from '../../../src/data/contract/market.ts';

/** What methods of contracts take, as `near-sdk` reads it: what may be left out may also be null. */
export const nothing = z.object({});
export const account = z.string().regex(ACCOUNT_ID_PATTERN, 'the account ID is invalid');
export const token = z.string().min(1).max(64);
export const approval = z.int().min(0);
const U128_MAX = 2n ** 128n - 1n;
/** An amount: a decimal string, read as a bigint. */
export const yocto = z
  .string()
  .regex(/^\d{1,39}$/, 'invalid digit found in string')
  .transform(BigInt)
  .refine((amount) => amount <= U128_MAX, 'number too large to fit in target type');
/** Where a page begins: a decimal string, read as a number. */
export const fromIndex = z
  .string()
  .regex(/^\d{1,15}$/, 'invalid digit found in string')
  .nullish()
  .transform((text) => Number(text ?? 0));
/** Rows of a page. A view that reads more would run out of gas. */
export const PAGE_MAX = 500;
/** How many rows a page has; `usual` where the call does not say. */
export const limit = (usual: number) =>
  z
    .int()
    .min(0)
    .max(PAGE_MAX, `Cannot provide limit of more than ${PAGE_MAX}.`)
    .nullish()
    .transform((count) => count ?? usual);
export const text = z.string().nullish();
