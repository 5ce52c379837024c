import type { FastifyBaseLogger } from 'fastify';
import type { JsonRpcProvider } from 'near-api-js';
import type { PlayChain } from '../../server/ports/chain/chain.ts';
import { openSigner } from '../../server/ports/chain/near/signer.ts';
import type { Database } from '../../server/ports/database/database.ts';
import { openEngine } from './engine.ts';
import { readFact } from './facts.ts';
import { keepAccount, makePlayAccount } from './faucet.ts';
import { ensureChain } from './genesis.ts';
import type { Contract } from './host.ts';
import { InProcessProvider } from './provider.ts';
import { mountRpc, rpcHandler } from './rpc.ts';

/** The play-money chain of this server. */
export interface Devnet extends PlayChain {
  /**
   * Answers a JSON-RPC request; what the chain refuses is in the answer.
   * @param body parsed JSON, whatever it is
   * @throws what the database throws
   */
  rpc(body: unknown): Promise<object>;
  /** near-api-js on this chain, without a socket. */
  readonly provider: JsonRpcProvider;
  /** Secret key of the account that mints, as NEAR tools write it: `ed25519:…`. */
  minterKey(): Promise<string>;
}

/**
 * Opens the play-money chain in a database; whichever node comes first begins it. A contract is on the account
 * `{its name}.rondo`, and begins with a call of its `new_default_meta`, or else of its `new`, with
 * `{ owner_id: 'rondo', minter_id: 'minter.rondo' }`, by `rondo`.
 *
 * @param database migrated
 * @throws Error where a contract does not begin
 */
export async function openDevnet(
  database: Database,
  contracts: readonly Contract[],
  log?: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Promise<Devnet> {
  const known = { byName: new Map(contracts.map((one) => [one.name, one])), log };
  if (await ensureChain(database, known)) log?.info('the play-money chain has begun');
  const engine = openEngine(database, known);
  const rpc = rpcHandler({ database, engine, contracts: known });
  const provider = new InProcessProvider(rpc);
  return {
    rpc,
    provider,
    mount: (app) => mountRpc(app, rpc),
    async minterKey() {
      const key = await readFact(database.queries, 'minterKey');
      if (key === undefined) throw new Error('the play-money chain is gone');
      return key;
    },
    createPlayAccount: (userId, accountId, publicKey) =>
      makePlayAccount(engine, { userId, accountId, publicKey }),
    async keepAccount(userId, accountId) {
      const kept = await keepAccount(engine, database.queries, { userId, accountId });
      return { accountId, publicKey: kept.publicKey, sign: openSigner(provider, kept) };
    },
  };
}
