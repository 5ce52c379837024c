import { type JsonRpcProvider, KeyPair, type KeyPairString } from 'near-api-js';
import { HostProhibitedInViewError } from 'near-api-js/rpc-errors';
import * as z from 'zod';
import { COIN_DECIMALS } from '../../../../src/data/contract/constants.ts';
import type { MarketConfig } from '../../../../src/data/contract/market.ts';
import { saleAnswer, tokenAnswer } from '../near/answers.ts';
import { mintArguments } from '../near/minter.ts';
import type { SignerKey } from '../near/signer.ts';

/** What was looked at. `good`: fits; `weak`: works, but the operator should know; `bad`: collecting will not work. */
export interface Finding {
  readonly state: 'good' | 'weak' | 'bad';
  readonly says: string;
}

interface Checked {
  readonly provider: JsonRpcProvider;
  readonly config: MarketConfig;
  readonly minter: SignerKey;
}

const good = (says: string): Finding => ({ state: 'good', says });
const weak = (says: string): Finding => ({ state: 'weak', says });
const bad = (says: string): Finding => ({ state: 'bad', says });
const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const NO_TOKEN = 'rondo-near-check';
const COIN = 10n ** BigInt(COIN_DECIMALS);

/** A view that has to answer in a shape. */
async function checkView(
  { provider }: Checked,
  contractId: string,
  method: string,
  args: Record<string, unknown>,
  schema: z.ZodType,
): Promise<Finding> {
  try {
    const answer = await provider.callFunction({ contractId, method, args });
    const { success } = schema.safeParse(answer ?? null);
    const name = `${contractId}: ${method}`;
    return success ? good(name) : bad(`${name} answers in another shape than is expected`);
  } catch (error) {
    return bad(`${contractId}: ${method} fails: ${wordsOf(error)}`);
  }
}

/** The words with which a view fails; empty where it does not. */
async function failureOf(
  { provider }: Checked,
  contractId: string,
  method: string,
  args: Record<string, unknown>,
): Promise<string> {
  try {
    await provider.callFunction({ contractId, method, args });
    return '';
  } catch (error) {
    return error instanceof HostProhibitedInViewError ? 'ProhibitedInView' : wordsOf(error);
  }
}

function views(checked: Checked): Promise<Finding>[] {
  const { nftContract: nft, marketContract: market } = checked.config;
  const owner = { account_id: checked.minter.accountId, from_index: '0', limit: 3 };
  const inContract = { nft_contract_id: nft, from_index: '0', limit: 3 };
  const noSale = { nft_contract_token: `${nft}.${NO_TOKEN}` };
  const minimum = z.literal(checked.config.storageDeposit);
  return [
    checkView(checked, nft, 'nft_metadata', {}, z.object({ spec: z.literal('nft-1.0.0') })),
    checkView(checked, nft, 'nft_token', { token_id: NO_TOKEN }, z.null()),
    checkView(checked, nft, 'nft_tokens_for_owner', owner, tokenAnswer.array()),
    checkView(checked, market, 'get_sale', noSale, z.null()),
    checkView(checked, market, 'get_sales_by_nft_contract_id', inContract, saleAnswer.array()),
    checkView(checked, market, 'storage_minimum_balance', {}, minimum),
  ];
}

/** Royalties: for a token that is not there the method has to fail, and not for want of the method. */
async function checkPayout(checked: Checked): Promise<Finding> {
  const nft = checked.config.nftContract;
  const args = { token_id: NO_TOKEN, balance: '1', max_len_payout: 10 };
  const words = await failureOf(checked, nft, 'nft_payout', args);
  return /method/i.test(words)
    ? bad(`${nft}: nft_payout is not there (NEP-199): ${words}`)
    : good(`${nft}: nft_payout`);
}

/**
 * Asks for a mint as a view: nothing can be minted so, but a contract reads the arguments before it finds that out.
 */
async function checkMint(checked: Checked): Promise<Finding> {
  const { config, minter } = checked;
  const hash = Buffer.alloc(32).toString('base64');
  const args = mintArguments(
    {
      tokenId: NO_TOKEN,
      receiverId: minter.accountId,
      metadata: {
        title: 'Check',
        description: null,
        issued_at: '0',
        media: 'https://rondo.example/',
        media_hash: hash,
        reference: 'https://rondo.example/',
        reference_hash: hash,
      },
      royalty: { [minter.accountId]: 1 },
    },
    config,
  );
  const words = await failureOf(checked, config.nftContract, 'nft_mint', args);
  const name = `${config.nftContract}: nft_mint`;
  if (/ProhibitedInView|not allowed in view|prohibited/i.test(words)) return good(name);
  if (/deserialize|missing field/i.test(words)) {
    return bad(`${name} has other arguments: try the other NEAR_LIST_MODE (${words})`);
  }
  return bad(`${name} ${words ? `fails: ${words}` : 'does nothing'}`);
}

/** Whose tokens the market sells, where it says so; those of the tutorial sell anybody's. */
async function checkMarketOf({ provider, config }: Checked): Promise<Finding> {
  const contractId = config.marketContract;
  try {
    const answer = await provider.callFunction({ contractId, method: 'nft_contract_id', args: {} });
    return answer === config.nftContract
      ? good(`${contractId} sells tokens of ${config.nftContract}`)
      : bad(`${contractId} sells tokens of ${String(answer)}, not of ${config.nftContract}`);
  } catch {
    return weak(`${contractId} does not say whose tokens it sells (no view "nft_contract_id")`);
  }
}

const ACCOUNTS = z.array(z.string());

/** Who may mint there; contracts of the tutorial let anybody. */
async function checkMinters({ provider, config, minter }: Checked): Promise<Finding> {
  const contractId = config.nftContract;
  try {
    const answer = await provider.callFunction({ contractId, method: 'minters', args: {} });
    return ACCOUNTS.parse(answer).includes(minter.accountId)
      ? good(`${contractId}: ${minter.accountId} may mint`)
      : bad(`${contractId}: ${minter.accountId} is not among those who may mint`);
  } catch {
    return weak(
      `${contractId} does not say who may mint (no view "minters"): if anybody may, anybody can take the name of a token first`,
    );
  }
}

async function checkKey({ provider, minter }: Checked): Promise<Finding> {
  let publicKey: string;
  try {
    publicKey = KeyPair.fromString(minter.key as KeyPairString)
      .getPublicKey()
      .toString();
  } catch {
    return bad('NEAR_MINTER_KEY is no secret key of NEAR');
  }
  const { accountId } = minter;
  try {
    const { permission } = await provider.viewAccessKey({ accountId, publicKey });
    return permission === 'FullAccess'
      ? good(`${accountId} has the key, with full access`)
      : bad(`${accountId} has the key with limits: then it cannot pay for storage`);
  } catch (error) {
    return bad(`${accountId} does not have the key: ${wordsOf(error)}`);
  }
}

async function checkBalance({ provider, minter, config }: Checked): Promise<Finding> {
  try {
    const { amount } = await provider.viewAccount({ accountId: minter.accountId });
    const says = `${minter.accountId} has ${amount / COIN} ${config.symbol}`;
    return amount < COIN
      ? weak(`${says}: a mint needs about 0.03, and 0.13 for a moment`)
      : good(says);
  } catch (error) {
    return bad(`${minter.accountId} cannot be read: ${wordsOf(error)}`);
  }
}

async function checkNetwork({ provider, config }: Checked): Promise<Finding> {
  try {
    const { chain_id } = await provider.viewNodeStatus();
    return chain_id === config.network
      ? good(`the nodes are of ${chain_id}`)
      : weak(`the nodes are of ${chain_id}, and NEAR_NETWORK is ${config.network}`);
  } catch (error) {
    return bad(`no node answers: ${wordsOf(error)}`);
  }
}

/**
 * Looks at the contracts, the nodes and the minter of a network without changing anything. It never throws: each
 * problem is a finding, and none has the key.
 */
export async function checkContracts(checked: Checked): Promise<Finding[]> {
  const network = await checkNetwork(checked);
  if (network.state === 'bad') return [network];
  const others = await Promise.all([
    ...views(checked),
    checkPayout(checked),
    checkMint(checked),
    checkMarketOf(checked),
    checkMinters(checked),
    checkKey(checked),
    checkBalance(checked),
  ]);
  return [network, ...others];
}
