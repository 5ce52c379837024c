import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import {
  type Code,
  type NewCodesBodySchema,
  PLUS_PRODUCT,
} from '../../../src/data/contract/plans.ts';
import { codeRow, codesOfKind, foldCode, showCode } from '../../kernel/codes.ts';
import type { Server } from '../../kernel/module.ts';
import type { Identity } from '../../plugins/identity.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { insertRows, updateRows } from '../../ports/database/rows.ts';
import type { CodeRow } from '../../ports/database/schemaAccounts.ts';
import { productNames } from '../grants/products.ts';

const DAY_MS = 24 * 3_600_000;
const LIST_MAX = 1000;
/** Rows that one statement inserts; engines limit the number of values. */
const BATCH = 50;

/** Gifts always have a number of uses. */
const present = ({ kind: _, target: product, maxUses, ...row }: CodeRow): Code => ({
  ...row,
  product,
  code: showCode(row.code),
  maxUses: maxUses!,
});

/** What codes are made of: how many, for what, until when. */
export type CodeWish = z.output<typeof NewCodesBodySchema>;

/** Throws a `ValidationFailure` for a product that there is not here, and for months of what is given for good. */
async function checkWish(queries: Queries, { product, months }: CodeWish): Promise<void> {
  const names = await productNames(queries);
  if (!names.has(product)) {
    throw new ValidationFailure({ product: `must be one of ${[...names.keys()].join(', ')}` });
  }
  if (product !== PLUS_PRODUCT && months !== null) {
    throw new ValidationFailure({ months: 'must be left out: a collection is given for good' });
  }
}

/**
 * Makes codes, all of them or none.
 * @param by account of an administrator, or where else they come from
 * @throws ValidationFailure of `product` or `months`
 */
export async function makeCodes(
  database: Database,
  wish: CodeWish,
  { by: createdBy, nowMs: created }: { readonly by: string; readonly nowMs: number },
): Promise<Code[]> {
  await checkWish(database.queries, wish);
  const { product, months, note, maxUses, days, count } = wish;
  const expires = days === null ? null : created + days * DAY_MS;
  const about = { target: product, months, note, createdBy, created, expires, maxUses };
  const rows = Array.from({ length: count }, () => codeRow({ kind: 'gift', ...about }));
  await database.transaction(async (transaction) => {
    for (let from = 0; from < rows.length; from += BATCH) {
      const some = rows.slice(from, from + BATCH);
      await insertRows(transaction, 'codes', some);
    }
  });
  return rows.map(present);
}

/** Codes, the newest first; those that are over too. */
export async function listCodes(queries: Queries): Promise<Code[]> {
  const rows = await codesOfKind(queries, 'gift', LIST_MAX);
  return rows.map(present);
}

/** It is not redeemed any more; what it gave stays. Again: nothing. Throws `not_found`. */
export async function endCode(queries: Queries, typed: string): Promise<void> {
  const gift = { code: foldCode(typed), kind: 'gift' } as const;
  const ended = await updateRows(queries, 'codes', gift, { isEnded: true });
  if (ended === 0) throw new ApiError('not_found', 'There is no such code');
}

/** Throws `forbidden` for everyone but administrators: moderators let people in and out, and give nothing away. */
function requireAdmin({ roles }: Identity): void {
  if (!roles.includes('admin')) throw new ApiError('forbidden', 'Only administrators may do this');
}

/** The calls of administrators about codes. */
export function codesService({ database }: Pick<Server, 'database'>) {
  const { queries } = database;
  return {
    async list(identity: Identity): Promise<{ codes: Code[] }> {
      requireAdmin(identity);
      return { codes: await listCodes(queries) };
    },

    async make(identity: Identity, wish: CodeWish): Promise<{ codes: Code[] }> {
      requireAdmin(identity);
      const codes = await makeCodes(database, wish, { by: identity.userId, nowMs: Date.now() });
      return { codes };
    },

    async end(identity: Identity, code: string): Promise<Record<string, never>> {
      requireAdmin(identity);
      await endCode(queries, code);
      return {};
    },
  };
}
