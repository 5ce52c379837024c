import { randomBytes } from 'node:crypto';
import { KeyPair } from 'near-api-js';
import type { Database, Queries } from '../../server/ports/database/database.ts';
import type { ChainBlockRow } from '../../server/ports/database/schemaMarket.ts';
import { NO_HASH, writeBlock } from './blocks.ts';
import type { Contracts } from './calling.ts';
import { gasCostOf } from './checks.ts';
import { readFact, writeFact } from './facts.ts';
import {
  ACCOUNT_BYTES,
  CONTRACT_FLOAT,
  DEVNET_SUFFIX,
  GAS_PRICE,
  KEY_BYTES,
  MAX_GAS,
  MINTER_ACCOUNT,
  MINTER_FLOAT,
  ROOT_ACCOUNT,
  TOTAL_SUPPLY,
  TRANSACTION_GAS,
} from './protocol.ts';
import { hashOf, type Receipt } from './receipts.ts';
import { Rows, writeChanges } from './rows.ts';
import { runReceipts } from './run.ts';
import { State } from './state.ts';
import type { World } from './world.ts';

/** Contracts begin with the first of these methods that they have. */
const BEGINNINGS = ['new_default_meta', 'new'];
const BEGIN_ARGS = { owner_id: ROOT_ACCOUNT, minter_id: MINTER_ACCOUNT };

/** There is no key of the root or of a contract: they do what is written here, and what their methods do. */
function makeAccounts(state: State, contracts: Contracts, minterKey: string): void {
  const names = [...contracts.byName.keys()];
  const rest = TOTAL_SUPPLY - MINTER_FLOAT - CONTRACT_FLOAT * BigInt(names.length);
  const empty = { bytes: ACCOUNT_BYTES, contract: null };
  state.setAccount(ROOT_ACCOUNT, { ...empty, amount: rest });
  state.setAccount(MINTER_ACCOUNT, {
    amount: MINTER_FLOAT,
    bytes: ACCOUNT_BYTES + KEY_BYTES,
    contract: null,
  });
  state.setKey(MINTER_ACCOUNT, minterKey, { nonce: 0n, permission: 'FullAccess' });
  for (const name of names) {
    const id = `${name}${DEVNET_SUFFIX}`;
    state.setAccount(id, { ...empty, amount: CONTRACT_FLOAT, contract: name });
  }
}

/** Calls the beginning of a contract as the root. Returns what that burnt. */
async function begin(world: World, name: string): Promise<bigint> {
  const { state, contracts } = world;
  const methods = contracts.byName.get(name)?.methods ?? {};
  const method = BEGINNINGS.find((one) => Object.hasOwn(methods, one));
  if (!method) return 0n;
  const args = Buffer.from(JSON.stringify(BEGIN_ARGS));
  const root = (await state.account(ROOT_ACCOUNT))!;
  state.setAccount(ROOT_ACCOUNT, { ...root, amount: root.amount - gasCostOf(MAX_GAS) });
  const receipt: Receipt = {
    id: hashOf('genesis', name),
    predecessor: ROOT_ACCOUNT,
    signer: ROOT_ACCOUNT,
    receiver: `${name}${DEVNET_SUFFIX}`,
    signerKey: '',
    isRefund: false,
    inputs: [],
    outputs: [],
    actions: [{ kind: 'FunctionCall', method, args, gas: MAX_GAS, deposit: 0n }],
  };
  const { outcomes, burnt } = await runReceipts(world, receipt);
  const failure = outcomes.find(({ status }) => 'Failure' in (status as object));
  if (failure) {
    const reason = JSON.stringify(failure.status);
    throw new Error(`the contract ${name} of the play-money chain does not begin: ${reason}`);
  }
  return burnt + TRANSACTION_GAS * GAS_PRICE;
}

async function make(queries: Queries, contracts: Contracts): Promise<void> {
  // Random, so that what is signed for one chain has no effect on another.
  const hash = hashOf(randomBytes(32));
  const block: ChainBlockRow = { height: 1, hash, previous: NO_HASH, created: Date.now() };
  const { height, created } = block;
  const state = new State(new Rows(queries));
  const pair = KeyPair.fromRandom('ed25519');
  makeAccounts(state, contracts, pair.getPublicKey().toString());
  let burnt = 0n;
  for (const name of contracts.byName.keys()) {
    burnt += await begin({ state, contracts, height, created }, name);
  }
  await writeChanges(queries, state.changes(), created);
  await writeBlock(queries, block);
  await writeFact(queries, 'supply', String(TOTAL_SUPPLY));
  await writeFact(queries, 'burnt', String(burnt));
  await writeFact(queries, 'minterKey', pair.toString());
}

/**
 * Makes the chain where there is none: coins, accounts of the house, contracts that have begun.
 * @returns true where this made it
 * @throws Error where a contract does not begin; then there is no chain
 */
export function ensureChain(database: Database, contracts: Contracts): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await database.lock(transaction, 'chain');
    if ((await readFact(transaction, 'supply')) !== undefined) return false;
    await make(transaction, contracts);
    return true;
  });
}
