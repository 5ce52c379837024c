import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { PLAY_CHAIN } from '../../server/ports/chain/chain.ts';
import type { Database } from '../../server/ports/database/database.ts';
import type { ChainBlockRow } from '../../server/ports/database/schemaMarket.ts';
import { latestBlock, NO_HASH } from './blocks.ts';
import type { Contracts } from './calling.ts';
import type { Engine, ShownOutcome } from './engine.ts';
import { InvalidTransaction, type Json } from './failures.ts';
import { STORAGE_BYTE_YOCTO } from './host.ts';
import {
  CHAIN_ID,
  GAS_PRICE,
  MAX_TRANSACTION_BYTES,
  PROTOCOL_VERSION,
  ROOT_ACCOUNT,
} from './protocol.ts';
import {
  HandlerError,
  methodNotFound,
  parseError,
  RpcRefusal,
  refusedTransaction,
} from './rpcErrors.ts';
import { answerQuery, blockOf, readParams } from './rpcQuery.ts';
import { readSigned, type Signed } from './signed.ts';

/** Bytes of a request: the largest transaction in base64, and what is around it. */
const RPC_MAX_BYTES = 2 * MAX_TRANSACTION_BYTES;

const RequestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().max(100),
  params: z.unknown(),
});
const WAITS = ['NONE', 'INCLUDED', 'EXECUTED_OPTIMISTIC', 'INCLUDED_FINAL', 'EXECUTED', 'FINAL'];
const wait = z.enum(WAITS).default('EXECUTED_OPTIMISTIC');
const SendSchema = z.object({ signed_tx_base64: z.string(), wait_until: wait });
const LookSchema = z.object({
  tx_hash: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,50}$/),
  wait_until: wait,
});

/** What answers requests. */
interface Chain {
  readonly database: Database;
  readonly engine: Engine;
  readonly contracts: Contracts;
}

function readTransaction(base64: string): Signed {
  if (!z.base64().safeParse(base64).success) throw parseError('Failed to decode transaction');
  try {
    return readSigned(Buffer.from(base64, 'base64'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw parseError(`Failed to decode transaction: ${reason}`);
  }
}

/** Takes a transaction, and answers what became of it: it is final by then. */
async function send({ engine }: Chain, base64: string): Promise<ShownOutcome> {
  try {
    return await engine.submit(readTransaction(base64));
  } catch (error) {
    throw error instanceof InvalidTransaction ? refusedTransaction(error) : error;
  }
}

async function sendAndWait(chain: Chain, params: unknown): Promise<Json> {
  const { signed_tx_base64: base64, wait_until: until } = readParams(SendSchema, params);
  const outcome = await send(chain, base64);
  return until === 'NONE' ? { final_execution_status: 'NONE' } : outcome;
}

async function look({ engine }: Chain, params: unknown): Promise<Json> {
  const [hash] = Array.isArray(params) ? params : [];
  const named = hash === undefined ? params : { tx_hash: hash };
  const { tx_hash: sought, wait_until: until } = readParams(LookSchema, named);
  const outcome = await engine.outcome(sought);
  if (!outcome) {
    throw new HandlerError('UNKNOWN_TRANSACTION', { requested_transaction_hash: sought });
  }
  return until === 'NONE' ? { final_execution_status: 'NONE' } : outcome;
}

function showBlock({ height, hash, previous, created }: ChainBlockRow): Json {
  return {
    author: ROOT_ACCOUNT,
    chunks: [],
    header: {
      height,
      hash,
      prev_hash: previous,
      epoch_id: NO_HASH,
      next_epoch_id: NO_HASH,
      timestamp: created * 1_000_000,
      timestamp_nanosec: `${created}000000`,
      gas_price: String(GAS_PRICE),
      latest_protocol_version: PROTOCOL_VERSION,
    },
  };
}

async function status({ database }: Chain): Promise<Json> {
  const { height, hash, created } = await latestBlock(database.queries);
  return {
    chain_id: CHAIN_ID,
    latest_protocol_version: PROTOCOL_VERSION,
    protocol_version: PROTOCOL_VERSION,
    version: { version: 'rondo', build: 'rondo' },
    sync_info: {
      latest_block_hash: hash,
      latest_block_height: height,
      latest_block_time: new Date(created).toISOString(),
      syncing: false,
    },
    validators: [],
  };
}

/** What legacy methods take: the transaction alone, in a list. */
const transactionOf = (params: unknown) => readParams(z.tuple([z.string()]), params)[0];

type Method = (chain: Chain, params: unknown) => Promise<Json>;
const METHODS: Readonly<Record<string, Method>> = {
  query: ({ database, contracts }, params) => answerQuery(database, contracts, params),
  async block({ database }, params) {
    const [id] = Array.isArray(params) ? params : [];
    const named = Array.isArray(params) ? { block_id: id } : params;
    return showBlock(await blockOf(database.queries, named));
  },
  gas_price: async () => ({ gas_price: String(GAS_PRICE) }),
  status,
  health: async () => null,
  EXPERIMENTAL_protocol_config: async () => ({
    chain_id: CHAIN_ID,
    protocol_version: PROTOCOL_VERSION,
    min_gas_price: String(GAS_PRICE),
    runtime_config: { storage_amount_per_byte: String(STORAGE_BYTE_YOCTO) },
  }),
  send_tx: sendAndWait,
  tx: look,
  EXPERIMENTAL_tx_status: look,
  broadcast_tx_commit: (chain, params) => send(chain, transactionOf(params)),
  async broadcast_tx_async(chain, params) {
    const { transaction } = await send(chain, transactionOf(params));
    return (transaction as { hash: string }).hash;
  },
};

/** Answers requests as a node of NEAR does: https://docs.near.org/api/rpc/introduction */
export function rpcHandler(chain: Chain): (body: unknown) => Promise<object> {
  return async (body) => {
    const parsed = RequestSchema.safeParse(body);
    const id = parsed.data?.id ?? null;
    try {
      if (!parsed.success) throw parseError('not a request of JSON-RPC 2.0');
      const { method: name, params } = parsed.data;
      const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
      if (!method) throw methodNotFound(name);
      return { jsonrpc: '2.0', id, result: await method(chain, params) };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      return { jsonrpc: '2.0', id, error: error.shown() };
    }
  };
}

/** Mounts the JSON-RPC for wallets in pages of this server; every caller may ask. */
export function mountRpc(app: FastifyInstance, rpc: (body: unknown) => Promise<object>): void {
  app.post(
    PLAY_CHAIN.rpcPath,
    { schema: { hide: true }, bodyLimit: RPC_MAX_BYTES },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return rpc(request.body);
    },
  );
}
