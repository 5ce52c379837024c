import type { Database, Queries } from '../../server/ports/database/database.ts';
import type { ChainBlockRow } from '../../server/ports/database/schemaMarket.ts';
import { findBlock, latestBlock, nextBlock, writeBlock } from './blocks.ts';
import type { Contracts } from './calling.ts';
import { checkSignature, checkTransaction } from './checks.ts';
import { addBurnt } from './facts.ts';
import type { Json } from './failures.ts';
import { GAS_PRICE, TRANSACTION_GAS } from './protocol.ts';
import { hashOf, type Receipt } from './receipts.ts';
import { Rows, writeChanges } from './rows.ts';
import { runReceipts } from './run.ts';
import { showOutcome } from './shownOutcome.ts';
import type { Signed } from './signed.ts';
import { State } from './state.ts';

/** What became of a transaction, as `tx` answers it. */
export type ShownOutcome = { readonly [key: string]: Json };

/** What a block changes: it is written with the block, or neither is. */
export interface Work<T> {
  /** What makes the hash of the block its own. */
  readonly content: string;
  /** Changes `state`; `burnt` is yocto that no account has any more. */
  run(
    state: State,
    block: ChainBlockRow,
    queries: Queries,
  ): Promise<{ readonly burnt: bigint; readonly result: T }>;
}

export interface Engine {
  /**
   * Does what a transaction asks for, at once and for good. The same transaction again has no effect, and the same
   * answer.
   * @throws InvalidTransaction where it is not taken
   */
  submit(signed: Signed): Promise<ShownOutcome>;
  /** What became of a transaction; undefined for one that never was. */
  outcome(hash: string): Promise<ShownOutcome | undefined>;
  /** Makes a block. @param before is asked first, under the lock: what it finds is the answer */
  makeBlock<T>(work: Work<T>, before: (queries: Queries) => Promise<T | undefined>): Promise<T>;
}

async function findOutcome(queries: Queries, hash: string): Promise<ShownOutcome | undefined> {
  const transactions = queries.selectFrom('chainTransactions').select('outcome');
  const row = await transactions.where('hash', '=', hash).executeTakeFirst();
  return row?.outcome as ShownOutcome | undefined;
}

/** The receipt that a transaction becomes, once its signer has paid. */
function firstReceipt(signed: Signed, actions: Receipt['actions']): Receipt {
  const { signer, receiver, publicKey, hash } = signed;
  const who = { predecessor: signer, receiver, signer, signerKey: publicKey.toString() };
  return { id: hashOf(hash, 'receipt'), ...who, actions, isRefund: false, inputs: [], outputs: [] };
}

/** What a transaction does in the block that it makes. */
const transact = (signed: Signed, contracts: Contracts): Work<ShownOutcome> => ({
  content: signed.hash,
  async run(state, block, queries) {
    const { height, created } = block;
    const isKnown = async (hash: string) => (await findBlock(queries, hash)) !== undefined;
    const { actions, cost, key } = await checkTransaction(signed, { state, height, isKnown });
    const { signer, publicKey } = signed;
    const account = (await state.account(signer))!;
    state.setAccount(signer, { ...account, amount: account.amount - cost });
    state.setKey(signer, publicKey.toString(), key);
    const first = firstReceipt(signed, actions);
    const ran = await runReceipts({ state, contracts, height, created }, first);
    const outcome = showOutcome(signed, first.id, ran, block.hash);
    await queries
      .insertInto('chainTransactions')
      .values({
        hash: signed.hash,
        signerId: signer,
        receiverId: signed.receiver,
        height,
        signed: signed.bytes.toString('base64'),
        outcome: JSON.stringify(outcome),
      })
      .execute();
    return { burnt: ran.burnt + TRANSACTION_GAS * GAS_PRICE, result: outcome };
  },
});

/**
 * The play-money chain: accounts, keys, contracts, receipts and fees as NEAR has them, in rows of the database. One
 * transaction of the chain is one of the database, so that it is there whole or not at all, on every node and in every
 * backup. The sum of all balances and of what was burnt is the supply, always and exactly.
 *
 * Not as on NEAR: a block is made by a transaction, is final at once, and holds all of its receipts; no block is made
 * while no transaction is sent. There are no validators, shards, stakes, epochs, proofs, accounts named by a key, deletion of
 * accounts, deployment of contracts, or transactions by proxy. Gas is counted by calls, receipts and rows instead of by
 * instructions; its price never moves, no share of it goes to contracts, and what is not used comes back without the fee
 * of NEP-536. Contracts are part of the server: no code takes storage. Views see the latest block only. Transactions are
 * shorter than NEAR allows, and are forgotten with their block, when the block that they name is long gone.
 */
export function openEngine(database: Database, contracts: Contracts): Engine {
  const { queries } = database;
  /** In this process one after the other, so that those who wait for the lock hold no connection. */
  let last: Promise<unknown> = Promise.resolve();

  const makeBlock: Engine['makeBlock'] = (work, before) => {
    const made = last.then(() =>
      database.transaction(async (transaction) => {
        await database.lock(transaction, 'chain');
        const found = await before(transaction);
        if (found !== undefined) return found;
        const block = nextBlock(await latestBlock(transaction), work.content);
        const state = new State(new Rows(transaction));
        const { burnt, result } = await work.run(state, block, transaction);
        await writeChanges(transaction, state.changes(), block.created);
        await addBurnt(transaction, burnt);
        await writeBlock(transaction, block);
        return result;
      }),
    );
    last = made.catch(() => {});
    return made;
  };

  return {
    makeBlock,
    outcome: (hash) => findOutcome(queries, hash),
    async submit(signed) {
      checkSignature(signed);
      const known = await findOutcome(queries, signed.hash);
      const before = (transaction: Queries) => findOutcome(transaction, signed.hash);
      return known ?? makeBlock(transact(signed, contracts), before);
    },
  };
}
