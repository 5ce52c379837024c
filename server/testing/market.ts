import { Account, actions, KeyPair, KeyPairSigner, type KeyPairString } from 'near-api-js';
import { InProcessProvider } from '../../packages/dev-chain/provider.ts';
import {
  MARKET_GAS,
  REMOVE_SALE_YOCTO,
  STORAGE_DEPOSIT_YOCTO,
} from '../../src/data/contract/constants.ts';
import type { TestAccount } from './accounts.ts';
import { callsAs } from './calls.ts';
import { postable } from './rifffs.ts';
import type { TestServer } from './testApp.ts';

const NFT = 'nft.rondo';
const MARKET = 'market.rondo';

/** An account on the play-money chain with its key, as a wallet has it. */
export interface TestWallet {
  readonly accountId: string;
  readonly key: ReturnType<typeof KeyPair.fromRandom>;
  readonly account: Account;
}

/** Has a wallet sign a challenge (NEP-413). @returns what linking sends */
export async function signChallenge(
  { accountId, key }: Pick<TestWallet, 'accountId' | 'key'>,
  challenge: { message: string; nonce: string; recipient: string },
  callbackUrl?: string,
) {
  const { message, nonce, recipient } = challenge;
  const payload = { message, recipient, nonce: Buffer.from(nonce, 'base64') };
  const signer = new KeyPairSigner(key);
  const signed = await signer.signNep413Message(accountId, {
    ...payload,
    ...(callbackUrl && { callbackUrl }),
  });
  const signature = Buffer.from(signed.signature).toString('base64');
  return {
    nonce,
    publicKey: String(key.getPublicKey()),
    signature,
    ...(callbackUrl && { callbackUrl }),
  };
}

/** A server that is asked in process, or over a socket. */
export interface MarketServer {
  readonly app: Pick<TestServer['app'], 'inject'>;
  readonly database: Pick<TestServer['database'], 'queries'>;
}

/** What people do on the market of a server: through its calls, and with their keys on its chain. */
export function marketCalls(server: MarketServer) {
  const call = callsAs(server as unknown as Pick<TestServer, 'app'>);
  const ok = async (...args: Parameters<typeof call>) => {
    const answer = await call(...args);
    if (answer.status !== 200) throw new Error(`${args[1]}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const provider = new InProcessProvider(async (body) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/marketplace/near-rpc',
      payload: body as object,
    });
    return answer.json();
  });

  /** Makes a wallet with play money, asked for by a member. */
  async function openWallet(who: TestAccount, accountId: string): Promise<TestWallet> {
    const key = KeyPair.fromRandom('ed25519');
    const publicKey = String(key.getPublicKey());
    await ok('POST', '/marketplace/faucet', who, { accountId, publicKey });
    return { accountId, key, account: new Account(accountId, provider, new KeyPairSigner(key)) };
  }

  const near = (accountId: string) => `/marketplace/accounts/near/${accountId}`;

  async function link(who: TestAccount, wallet: TestWallet) {
    const challenge = await ok('POST', `${near(wallet.accountId)}/challenge`, who);
    return call('POST', near(wallet.accountId), who, await signChallenge(wallet, challenge));
  }

  /** A wallet that is linked already. */
  async function linkedWallet(who: TestAccount, accountId: string): Promise<TestWallet> {
    const wallet = await openWallet(who, accountId);
    const { status, body } = await link(who, wallet);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return wallet;
  }

  /** Makes the personal jam of an account public, and sets whether its rifffs can be collected. */
  async function openJam({ userId }: TestAccount, isCollectible = true): Promise<void> {
    const { queries } = server.database;
    await queries
      .updateTable('accounts')
      .set({ access: 'listen' as never })
      .where('id', '=', userId)
      .execute();
    await queries
      .updateTable('jams')
      .set({ access: 'public', isCollectible })
      .where('id', '=', userId)
      .execute();
  }

  /** Commits a rifff to the member's personal jam; returns its id. */
  async function rifff(who: TestAccount, loops: readonly number[] = [1, 2]): Promise<string> {
    const { id } = await ok('POST', `/jam/${who.userId}/rifffs`, who, { rifff: postable(loops) });
    return id;
  }

  const mint = (who: TestAccount, jamId: string, rifffId: string, accountId: string) =>
    call('POST', '/marketplace/mint', who, { jamId, rifffId, accountId });

  const send = async (wallet: TestWallet, receiverId: string, steps: readonly Step[]) => {
    const outcome = await wallet.account.signAndSendTransaction({
      receiverId,
      actions: steps.map(({ method, args, deposit, gas = MARKET_GAS }) =>
        actions.functionCall(method, args, BigInt(gas), BigInt(deposit)),
      ),
      waitUntil: 'FINAL',
      throwOnFailure: false,
    });
    return outcome.transaction.hash;
  };

  /** Puts a token on sale; answers the hash of the transaction that lists it. */
  async function list(wallet: TestWallet, tokenId: string, price: string): Promise<string> {
    await send(wallet, MARKET, [
      { method: 'storage_deposit', args: {}, deposit: STORAGE_DEPOSIT_YOCTO },
    ]);
    const msg = JSON.stringify({ sale_conditions: price });
    const args = { token_id: tokenId, account_id: MARKET, msg };
    return send(wallet, NFT, [{ method: 'nft_approve', args, deposit: STORAGE_DEPOSIT_YOCTO }]);
  }

  const unlist = (wallet: TestWallet, tokenId: string) =>
    send(wallet, MARKET, [
      {
        method: 'remove_sale',
        args: { nft_contract_id: NFT, token_id: tokenId },
        deposit: REMOVE_SALE_YOCTO,
      },
    ]);

  const buy = (wallet: TestWallet, tokenId: string, price: string) =>
    send(wallet, MARKET, [
      { method: 'offer', args: { nft_contract_id: NFT, token_id: tokenId }, deposit: price },
    ]);

  const give = (wallet: TestWallet, tokenId: string, receiverId: string) =>
    send(wallet, NFT, [
      {
        method: 'nft_transfer',
        args: { receiver_id: receiverId, token_id: tokenId },
        deposit: '1',
        gas: '30000000000000',
      },
    ]);

  const report = (who: TestAccount, txHash: string, { accountId }: TestWallet) =>
    ok('POST', '/marketplace/transactions', who, { txHash, accountId });

  /** Mints a token with this id that belongs to no rifff, with the key of the account that mints. */
  async function squat(key: KeyPairString, tokenId: string): Promise<void> {
    const account = new Account(
      'minter.rondo',
      provider,
      new KeyPairSigner(KeyPair.fromString(key)),
    );
    const args = { token_id: tokenId, metadata: { title: 'Another' }, receiver_id: 'rondo' };
    const wallet = { accountId: 'minter.rondo', key: KeyPair.fromString(key), account };
    await send(wallet, NFT, [{ method: 'nft_mint', args, deposit: `1${'0'.repeat(23)}` }]);
  }

  /** Tokens that the chain has. */
  async function supply(): Promise<number> {
    const ask = { contractId: NFT, method: 'nft_total_supply', args: {} };
    return Number(await provider.callFunction(ask));
  }

  return {
    squat,
    supply,
    call,
    ok,
    near,
    openWallet,
    link,
    linkedWallet,
    openJam,
    rifff,
    mint,
    list,
    unlist,
    buy,
    give,
    report,
  };
}

interface Step {
  readonly method: string;
  readonly args: object;
  readonly deposit: string;
  readonly gas?: string;
}
