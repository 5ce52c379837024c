import { KeyPair, type KeyPairString, PublicKey } from 'near-api-js';
import { ValidationFailure } from '../../server/plugins/validation.ts';
import type { PlayAccount } from '../../server/ports/chain/chain.ts';
import type { SignerKey } from '../../server/ports/chain/near/signer.ts';
import type { Queries } from '../../server/ports/database/database.ts';
import { ApiError } from '../../src/data/contract/errors.ts';
import { isDemoName, isOfficialName } from '../../src/data/contract/reservedNames.ts';
import { firstNonce } from './actions.ts';
import type { Engine } from './engine.ts';
import { addFact, readFact } from './facts.ts';
import {
  ACCOUNT_BYTES,
  DEVNET_SUFFIX,
  FAUCET_ACCOUNTS_MAX,
  FAUCET_AMOUNT,
  isAccountId,
  KEY_BYTES,
  ROOT_ACCOUNT,
} from './protocol.ts';

const TAKEN = 'This name is taken: choose another';

function checkName(accountId: string): void {
  const label = accountId.slice(0, -DEVNET_SUFFIX.length);
  const isBelow = accountId.endsWith(DEVNET_SUFFIX) && !label.includes('.');
  if (!isAccountId(accountId) || !isBelow) {
    const accountId = `must be small letters, digits, - or _, and ${DEVNET_SUFFIX} behind them`;
    throw new ValidationFailure({ accountId });
  }
  if (isOfficialName(label) || isDemoName(label)) {
    throw new ValidationFailure({
      accountId: 'This name is kept for the people who run this server',
    });
  }
}

function checkKey(publicKey: string): void {
  try {
    if (PublicKey.fromString(publicKey).toString() === publicKey) return;
  } catch {}
  throw new ValidationFailure({ publicKey: 'is no key' });
}

/** The account, if it is the person's own with this very key: then it was made by an earlier call. */
async function findOwn(
  queries: Queries,
  { userId, accountId, publicKey }: Order,
): Promise<PlayAccount | undefined> {
  const row = await queries
    .selectFrom('chainAccounts')
    .innerJoin('chainKeys', 'chainKeys.accountId', 'chainAccounts.id')
    .select('amount')
    .where('id', '=', accountId)
    .where('userId', '=', userId)
    .where('publicKey', '=', publicKey)
    .executeTakeFirst();
  return row && { accountId, balance: row.amount };
}

async function checkCount(queries: Queries, userId: string): Promise<void> {
  const rows = await queries
    .selectFrom('chainAccounts')
    .select('id')
    .where('userId', '=', userId)
    .execute();
  if (rows.length < FAUCET_ACCOUNTS_MAX) return;
  throw new ApiError('conflict', `You have ${FAUCET_ACCOUNTS_MAX} accounts on this chain already`);
}

interface Order {
  readonly userId: string;
  readonly accountId: string;
  readonly publicKey: string;
}

/**
 * Makes an account on the play-money chain, with coins of the root in it. The same again answers the same.
 * @throws ApiError `bad_request` for a name or key that is none, `conflict` for a name that is taken, for a person
 * who has as many accounts as one may have, and where the coins are used up
 */
export async function makePlayAccount(engine: Engine, order: Order): Promise<PlayAccount> {
  checkName(order.accountId);
  checkKey(order.publicKey);
  return makeAccount(engine, order);
}

function makeAccount(engine: Engine, order: Order): Promise<PlayAccount> {
  const { userId, accountId, publicKey } = order;
  return engine.makeBlock(
    {
      content: `faucet ${accountId}`,
      async run(state, { height, created }, queries) {
        if (await state.account(accountId)) throw new ApiError('conflict', TAKEN);
        await checkCount(queries, userId);
        const root = (await state.account(ROOT_ACCOUNT))!;
        if (root.amount < FAUCET_AMOUNT) {
          throw new ApiError('conflict', 'There is no play money left on this server');
        }
        state.setAccount(ROOT_ACCOUNT, { ...root, amount: root.amount - FAUCET_AMOUNT });
        const account = { amount: FAUCET_AMOUNT, bytes: ACCOUNT_BYTES + KEY_BYTES, contract: null };
        state.setAccount(accountId, account);
        state.setKey(accountId, publicKey, { nonce: firstNonce(height), permission: 'FullAccess' });
        // Whose it is stands in the row alone: the chain does not know people.
        await queries
          .insertInto('chainAccounts')
          .values({
            id: accountId,
            amount: String(FAUCET_AMOUNT),
            storageBytes: account.bytes,
            contract: null,
            userId,
            created,
          })
          .execute();
        return { burnt: 0n, result: { accountId, balance: String(FAUCET_AMOUNT) } };
      },
    },
    (queries) => findOwn(queries, order),
  );
}

/**
 * An account of the play-money chain whose key this server keeps with the chain, made where it is not there.
 * @returns what signs for it
 * @throws ApiError `conflict` where a person had the name before, and where the coins are used up
 */
export async function keepAccount(
  engine: Engine,
  queries: Queries,
  { userId, accountId }: Omit<Order, 'publicKey'>,
): Promise<SignerKey & { readonly publicKey: string }> {
  const fact = `key of ${accountId}` as const;
  // Of two nodes that begin at once the first one's key stays.
  await addFact(queries, fact, KeyPair.fromRandom('ed25519').toString());
  const key = (await readFact(queries, fact))!;
  const publicKey = KeyPair.fromString(key as KeyPairString)
    .getPublicKey()
    .toString();
  const known = await queries
    .selectFrom('chainKeys')
    .select('accountId')
    .where('accountId', '=', accountId)
    .where('publicKey', '=', publicKey)
    .executeTakeFirst();
  if (!known) await makeAccount(engine, { userId, accountId, publicKey });
  return { accountId, key, publicKey };
}
