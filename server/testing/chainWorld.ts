import {
  Account,
  actions,
  createTransaction,
  KeyPair,
  KeyPairSigner,
  type SignedTransaction,
} from 'near-api-js';
import { type Devnet, openDevnet } from '../../packages/dev-chain/openDevnet.ts';
import type { Database } from '../ports/database/database.ts';
import { PROBE } from './probeContract.ts';

export const PROBE_ACCOUNT = 'probe.rondo';
const GAS = 100n * 10n ** 12n;

/** How a transaction or one of its receipts ended. */
export type Ended = Record<string, unknown>;
type Action = ReturnType<typeof actions.transfer>;

/** What came of a transaction, without what tests do not look at. */
export interface Sent {
  readonly status: Ended;
  readonly hash: string;
  /** Of every receipt but those that pay back, in their order: whose it was, how it ended, what it said. */
  readonly receipts: readonly { executor: string; status: Ended; logs: readonly string[] }[];
}

export interface ChainWorld {
  readonly database: Database;
  readonly chain: Devnet;
  readonly ada: Account;
  readonly ben: Account;
  /** Calls a method of the contract of tests; a failure is in what it answers. */
  call(who: Account, method: string, args?: object, deposit?: bigint, gas?: bigint): Promise<Sent>;
  send(who: Account, receiverId: string, actions: readonly Action[]): Promise<Sent>;
  view(method: string, args?: object): Promise<unknown>;
  balance(id: string): Promise<bigint>;
  /** Signs by hand what near-api-js would never make. */
  sign(
    who: Account,
    receiverId: string,
    actions: readonly Action[],
    odd?: { nonce?: bigint; blockHash?: Uint8Array },
  ): Promise<SignedTransaction>;
  /** What lacks between the supply and all balances with what was burnt: nothing. */
  missing(): Promise<bigint>;
}

/** What a success answers. */
export function answerOf({ status }: Pick<Sent, 'status'>): unknown {
  const text = Buffer.from(String(status.SuccessValue), 'base64').toString();
  return text === '' ? undefined : JSON.parse(text);
}

/** Why something failed: the innermost that says so. */
export function failureOf({ status }: { readonly status: Ended }): unknown {
  const { ActionError: error } = (status.Failure ?? {}) as { ActionError?: { kind: Ended } };
  return error?.kind;
}

interface Shown {
  readonly status: Ended;
  readonly transaction: { readonly hash: string };
  readonly receipts_outcome: readonly {
    readonly outcome: { executor_id: string; status: Ended; logs: string[]; gas_burnt: number };
  }[];
}

function sentOf(shown: unknown): Sent {
  const { status, transaction, receipts_outcome } = shown as Shown;
  const receipts = receipts_outcome
    .filter(({ outcome }) => outcome.gas_burnt > 0)
    .map(({ outcome }) => ({
      executor: outcome.executor_id,
      status: outcome.status,
      logs: outcome.logs,
    }));
  return { status, hash: transaction.hash, receipts };
}

/** An account that signs with the given key. */
export const newAccountOf = ({ provider }: Devnet, name: string, pair: KeyPair): Account =>
  new Account(name, provider, new KeyPairSigner(pair));

async function newAccount(chain: Devnet, name: string): Promise<Account> {
  const pair = KeyPair.fromRandom('ed25519');
  await chain.createPlayAccount(`user of ${name}`, name, pair.getPublicKey().toString());
  return newAccountOf(chain, name, pair);
}

/** The play-money chain with the contract of tests and two people on it. @param database migrated */
export async function openChainWorld(database: Database): Promise<ChainWorld> {
  const chain = await openDevnet(database, [PROBE]);
  const { provider } = chain;
  const world: ChainWorld = {
    database,
    chain,
    ada: await newAccount(chain, 'ada.rondo'),
    ben: await newAccount(chain, 'ben.rondo'),
    call: (who, method, args = {}, deposit = 0n, gas = GAS) =>
      world.send(who, PROBE_ACCOUNT, [actions.functionCall(method, args, gas, deposit)]),
    async send(who, receiverId, calls) {
      const order = { receiverId, actions: [...calls], throwOnFailure: false };
      return sentOf(await who.signAndSendTransaction(order));
    },
    view: (method, args = {}) =>
      provider.callFunction({ contractId: PROBE_ACCOUNT, method, args: args as never }),
    balance: async (id) => (await provider.viewAccount({ accountId: id })).amount,
    async sign(who, receiverId, calls, odd = {}) {
      const signer = who.getSigner()!;
      const key = await signer.getPublicKey();
      const made = await who.createTransaction({
        receiverId,
        actions: [...calls],
        publicKey: key,
      });
      const nonce = odd.nonce ?? made.nonce;
      const block = odd.blockHash ?? made.blockHash;
      const changed = createTransaction(who.accountId, key, receiverId, nonce, [...calls], block);
      return (await signer.signTransaction(changed)).signedTransaction;
    },
    async missing() {
      const facts = await database.queries.selectFrom('chainFacts').selectAll().execute();
      const fact = (name: string) => BigInt(facts.find((one) => one.name === name)!.value);
      const accounts = await database.queries
        .selectFrom('chainAccounts')
        .select('amount')
        .execute();
      const held = accounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      return fact('supply') - fact('burnt') - held;
    },
  };
  return world;
}

/** The same for each test of a suite. */
export function worldOf(open: () => Promise<Database>): () => Promise<ChainWorld> {
  let opened: Promise<ChainWorld> | undefined;
  return () => {
    opened ??= (async () => {
      const database = await open();
      await database.migrate();
      return openChainWorld(database);
    })();
    return opened;
  };
}
