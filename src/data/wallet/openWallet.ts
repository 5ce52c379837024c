/** A wallet in a page, on whatever chain the server trades on. */
import { base64Decode, base64Encode, baseDecode } from 'near-api-js';
import { ApiError } from '../contract/errors.ts';
import type { LinkedAccount, MarketConfig } from '../contract/market.ts';
import { askLinkChallenge, linkAccount } from '../queries/market.ts';
import { type FailureFacts, marketFailure } from '../rules/money/marketFailure.ts';
import { LOCALES } from '../rules/site/locale.ts';
import { locale } from '../stores/locale.ts';
import { setWallet, setWalletBusy, wallet as state } from '../stores/wallet.ts';
import { openConnector } from './connector.ts';
import { detailOf, type Outcome } from './outcomes.ts';
import { performerOf } from './performing.ts';
import { plannerOf } from './planning.ts';
import { openPlayWallet } from './playWallet.ts';
import { openProvider, readsOf } from './reads.ts';
import type { WalletTransaction } from './transactions.ts';
import type { ActionPlan, MarketAction, MarketFailure, Wallet } from './Wallet.ts';

const PATIENCE = { waitMs: 45_000, everyMs: 1000 };

/** Signatures come in base64; a few wallets write them as they write keys. */
const signatureText = (signature: string) =>
  signature.startsWith('ed25519:')
    ? base64Encode(baseDecode(signature.slice('ed25519:'.length)))
    : signature;

/** A plan of which only is known why it cannot be made. */
const hopeless = (action: MarketAction, obstacle: MarketFailure): ActionPlan => ({
  action,
  price: null,
  costs: [],
  feeMost: '0',
  available: '0',
  missing: '0',
  payout: [],
  obstacle,
});

/**
 * Opens the wallet of this page. An account that was signed in on another network is signed out.
 * @param nonce of this document's policy, for wallets of a network
 */
export async function openWallet(config: MarketConfig, nonce?: string): Promise<Wallet> {
  if (state.accountId !== null && state.network !== config.network) setWallet(null);
  const tag = () => LOCALES[locale.region].iso;
  const provider = openProvider(config);
  const reads = readsOf(config, provider);
  const isPlay = config.network === 'devnet';
  const connector = openConnector(
    config,
    isPlay ? openPlayWallet({ config, provider, locale: tag }) : null,
    nonce,
  );
  const facts = (): FailureFacts => ({ symbol: config.symbol, locale: tag() });
  const prepare = (action: MarketAction, accountId: string) =>
    plannerOf(config, reads, facts())(action, accountId);

  async function send(transactions: readonly WalletTransaction[]): Promise<readonly Outcome[]> {
    const wallet = await connector.wallet();
    // Typed by packages that near-connect does not bring along.
    const [only] = transactions;
    const outcomes =
      only && transactions.length === 1
        ? [await wallet.signAndSendTransaction(only as never)]
        : await wallet.signAndSendTransactions({ transactions } as never);
    return outcomes as unknown as readonly Outcome[];
  }

  async function busy<T>(work: () => Promise<T>): Promise<T> {
    setWalletBusy(true);
    try {
      return await work();
    } finally {
      setWalletBusy(false);
    }
  }

  /** What a wallet throws, for the person who pressed the button; null for who dismissed it. @throws ApiError */
  async function orDismissed<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError) throw error;
      const failure = marketFailure(detailOf(error), { ...facts(), isSent: false });
      if (failure.kind === 'dismissed') return null;
      throw new ApiError('unavailable', failure.text, failure.detail);
    }
  }

  async function link(accountId: string): Promise<readonly LinkedAccount[]> {
    const { message, nonce, recipient } = await askLinkChallenge(accountId);
    const wallet = await connector.wallet();
    const signed = await wallet.signMessage({ message, recipient, nonce: base64Decode(nonce) });
    if (signed.accountId !== accountId) {
      const other = `The wallet signed as ${signed.accountId} and not as ${accountId}.`;
      throw new ApiError('conflict', other);
    }
    const signature = signatureText(signed.signature);
    return linkAccount(accountId, { nonce, publicKey: signed.publicKey, signature });
  }

  function signedIn(): string {
    if (state.accountId === null) throw new ApiError('unauthorised', 'Sign in to a wallet first.');
    return state.accountId;
  }

  return {
    config,
    connect: () =>
      busy(() =>
        orDismissed(async () => {
          const account = await connector.connect();
          if (account) setWallet(account.accountId, account.name, config.network);
          return account?.accountId ?? null;
        }),
      ),
    async disconnect() {
      // A wallet that has forgotten it already is signed out all the same.
      await connector.disconnect().catch(() => {});
      setWallet(null);
    },
    link: () => busy(() => orDismissed(async () => link(signedIn()))),
    available: async () => String(await reads.available(signedIn())),
    async deposits() {
      const { balance, sales, minimum } = await reads.storage(signedIn());
      const used = sales * minimum;
      return { used: String(used), free: String(balance > used ? balance - used : 0n) };
    },
    async plan(action) {
      try {
        return (await prepare(action, signedIn())).plan;
      } catch (error) {
        const failure = marketFailure(detailOf(error), { ...facts(), isSent: false });
        return hopeless(action, failure);
      }
    },
    perform: (plan) =>
      busy(() =>
        performerOf({ provider, reads, facts: facts(), patience: PATIENCE, send, prepare })(
          plan,
          signedIn(),
        ),
      ).catch((error: unknown) => ({
        state: 'failed' as const,
        txHash: null,
        failure: marketFailure(detailOf(error), { ...facts(), isSent: false }),
        keptDeposit: false,
      })),
  };
}
