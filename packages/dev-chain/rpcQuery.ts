import * as z from 'zod';
import type { Database, Queries } from '../../server/ports/database/database.ts';
import type { ChainBlockRow } from '../../server/ports/database/schemaMarket.ts';
import { findBlock, latestBlock } from './blocks.ts';
import type { Contracts } from './calling.ts';
import type { Json } from './failures.ts';
import { isAccountId } from './protocol.ts';
import { snapshot } from './rows.ts';
import { HandlerError, parseError } from './rpcErrors.ts';
import { openView, viewAccount, viewCall, viewKey, viewKeys } from './views.ts';

const account = z.string().refine(isAccountId, 'invalid account id');
/** Which block a request means: the latest, or one by hash or height. */
const ReferenceSchema = z.object({
  finality: z.string().nullish(),
  block_id: z
    .union([z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,50}$/), z.int().nonnegative()])
    .nullish(),
});
type Reference = z.output<typeof ReferenceSchema>;

const QuerySchema = z.discriminatedUnion('request_type', [
  z.object({ request_type: z.literal('view_account'), account_id: account }),
  z.object({
    request_type: z.literal('view_access_key'),
    account_id: account,
    public_key: z.string().regex(/^\w[\w-]*:[1-9A-HJ-NP-Za-km-z]{32,100}$/),
  }),
  z.object({ request_type: z.literal('view_access_key_list'), account_id: account }),
  z.object({
    request_type: z.literal('call_function'),
    account_id: account,
    method_name: z.string().min(1).max(256),
    args_base64: z.base64(),
  }),
]);

/** Reads parameters. Throws the refusal of those that are none. */
export function readParams<S extends z.ZodType>(schema: S, params: unknown): z.output<S> {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw parseError(`Failed parsing args: ${where}${issue?.message ?? 'not valid'}`);
}

/** The block that is meant. Throws the refusal of one that is not there. */
export async function blockOf(queries: Queries, params: unknown): Promise<ChainBlockRow> {
  const reference: Reference = readParams(ReferenceSchema, params);
  const { block_id: id } = reference;
  if (id === null || id === undefined) return latestBlock(queries);
  const block = await findBlock(queries, id);
  if (block) return block;
  throw new HandlerError('UNKNOWN_BLOCK', { block_reference: { block_id: id } });
}

/** Answers `query`: what an account has, its keys, what a method of its contract answers, all as of now. */
export function answerQuery(
  database: Database,
  contracts: Contracts,
  params: unknown,
): Promise<Json> {
  const query = readParams(QuerySchema, params);
  return snapshot(database, async (queries) => {
    const view = await openView(queries);
    const { height, hash } = await blockOf(queries, params);
    if (height < view.block.height) {
      throw new HandlerError('GARBAGE_COLLECTED_BLOCK', { block_height: height, block_hash: hash });
    }
    switch (query.request_type) {
      case 'view_account':
        return viewAccount(view, query.account_id);
      case 'view_access_key':
        return viewKey(view, query.account_id, query.public_key);
      case 'view_access_key_list':
        return viewKeys(view, query.account_id);
      case 'call_function': {
        const { account_id: id, method_name: method, args_base64: args } = query;
        return viewCall(view, contracts, id, { method, args: Buffer.from(args, 'base64') });
      }
    }
  });
}
