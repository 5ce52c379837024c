/** The wallet of the play-money chain: it lives in the page, and asks before it signs. */
import type { NearWalletBase } from '@hot-labs/near-connect';
import { Account, base64Encode, KeyPairSigner, type Provider } from 'near-api-js';
import { ApiError } from '../contract/errors.ts';
import type { MarketConfig } from '../contract/market.ts';
import { keepText, keptText } from '../keptText.ts';
import { askFaucet } from '../queries/market.ts';
import { accountTrouble, suggestAccount } from '../rules/money/accountName.ts';
import { callInWords } from '../rules/money/signing.ts';
import { session } from '../stores/session.ts';
import { type AnswerOf, askWallet, endQuestion } from '../stores/walletQuestions.ts';
import { failuresOf, type Outcome } from './outcomes.ts';
import { BadKey, keyPairOf, openPlayKeys, type PlayKey } from './playKeys.ts';
import { signAndSend } from './playSigner.ts';
import { type CallAction, totalsOf, type WalletTransaction } from './transactions.ts';

export const PLAY_WALLET_ID = 'rondo-play-wallet';
const SELECTED_KEY = 'rondo/play-wallet';
/** Yocto for a unit of gas, always. */
const GAS_PRICE = 10n ** 8n;

/** The person at the page said no. */
class Dismissed extends Error {
  constructor() {
    super('User rejected');
  }
}

const MANIFEST: NearWalletBase['manifest'] = {
  id: PLAY_WALLET_ID,
  name: 'Play wallet',
  description: 'Play money of this server. The key stays in this browser.',
  icon: '',
  website: '',
  version: '1.0.0',
  executor: '',
  type: 'injected',
  platform: ['web'],
  permissions: {},
  features: {
    signMessage: true,
    signTransaction: true,
    signAndSendTransaction: true,
    signAndSendTransactions: true,
    signInWithoutAddKey: true,
    signInAndSignMessage: false,
    signInWithFunctionCallKey: false,
    signDelegateActions: false,
    mainnet: false,
    testnet: true,
  },
};

interface PlayWalletOptions {
  readonly config: MarketConfig;
  readonly provider: Provider;
  /** A language tag that amounts are written in. */
  readonly locale: () => string;
}

/** What near-connect hands over; other kinds of actions this wallet does not sign. */
function callsOf(given: unknown): WalletTransaction {
  const { receiverId, actions } = given as WalletTransaction;
  const isCall = (action: CallAction) => action.type === 'FunctionCall';
  if (!actions.every(isCall)) throw new Error('This wallet does not support such an action');
  return { receiverId, actions };
}

/** The wallet as near-connect knows wallets. @throws Error on any network but the play-money chain */
export function openPlayWallet({ config, provider, locale }: PlayWalletOptions): NearWalletBase {
  const keys = openPlayKeys(config);
  const { accountSuffix: suffix } = config;

  /** Makes an account, or takes up one that an earlier try made. @throws ApiError */
  async function make(accountId: string): Promise<PlayKey> {
    const { secret } = keys.begin(accountId);
    const publicKey = keyPairOf(secret).getPublicKey().toString();
    try {
      await askFaucet({ accountId, publicKey });
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'conflict';
      if (!isTaken || !(await hasKey(accountId, secret))) {
        if (isTaken) keys.forget(accountId);
        throw error;
      }
    }
    return keys.keep(accountId, secret);
  }

  async function hasKey(accountId: string, secret: string): Promise<boolean> {
    try {
      const publicKey = keyPairOf(secret).getPublicKey();
      const { permission } = await provider.viewAccessKey({ accountId, publicKey });
      return permission === 'FullAccess';
    } catch (error) {
      if (error instanceof BadKey) throw error;
      return false;
    }
  }

  async function answerToKey(answer: AnswerOf<'account'>): Promise<PlayKey> {
    const accountId = answer.accountId.trim();
    switch (answer.kind) {
      case 'use': {
        const key = keys.find(accountId);
        if (!key) throw new BadKey('The key of this account is not in this browser any more.');
        return key;
      }
      case 'make': {
        const trouble = accountTrouble(accountId, suffix);
        if (trouble) throw new BadKey(trouble);
        return make(accountId);
      }
      case 'import':
        if (!(await hasKey(accountId, answer.secret))) {
          throw new BadKey('This account is not on the chain, or has another key.');
        }
        return keys.keep(accountId, answer.secret.trim());
    }
  }

  async function chooseAccount(): Promise<PlayKey> {
    let trouble = '';
    try {
      for (;;) {
        const answer = await askWallet('account', {
          accounts: keys.all().map(({ accountId }) => accountId),
          suggested: suggestAccount(session.user?.user_id ?? '', suffix),
          suffix,
          trouble,
        });
        if (!answer) throw new Dismissed();
        try {
          return await answerToKey(answer);
        } catch (error) {
          const isForPeople = error instanceof ApiError || error instanceof BadKey;
          trouble = isForPeople ? error.message : 'That did not work. Please try again.';
        }
      }
    } finally {
      endQuestion();
    }
  }

  function selected(): PlayKey | undefined {
    const accountId = keptText(SELECTED_KEY);
    return accountId === null ? undefined : keys.find(accountId);
  }

  function signedIn(): PlayKey {
    const key = selected();
    if (!key) throw new Error('No wallet is signed in: its key is not in this browser any more');
    return key;
  }

  async function approve(key: PlayKey, transactions: readonly WalletTransaction[]): Promise<void> {
    const { nftContract, marketContract, symbol } = config;
    const words = { nftContract, marketContract, symbol, locale: locale() };
    const steps = transactions.flatMap(({ receiverId, actions }) =>
      actions.map(({ params }) => ({
        text: callInWords({ receiverId, ...params }, words),
        call: `${params.methodName} of ${receiverId}`,
        deposit: params.deposit,
      })),
    );
    const feeMost = String(totalsOf(transactions).gas * GAS_PRICE);
    const { accountId } = key;
    const isApproved = await askWallet('approve', { accountId, steps, feeMost, symbol });
    if (!isApproved) throw new Dismissed();
  }

  /** One after the other; what follows a failed one is not sent. */
  async function signAndSendAll(given: readonly unknown[]): Promise<Outcome[]> {
    const key = signedIn();
    const transactions = given.map(callsOf);
    const outcomes: Outcome[] = [];
    try {
      await approve(key, transactions);
      const signer = { accountId: key.accountId, keyPair: keyPairOf(key.secret) };
      for (const transaction of transactions) {
        const outcome = await signAndSend(provider, signer, transaction);
        outcomes.push(outcome);
        if (failuresOf(outcome).length > 0) break;
      }
    } finally {
      endQuestion();
    }
    return outcomes;
  }

  const wallet = {
    manifest: MANIFEST,
    async signIn() {
      const { accountId, secret } = await chooseAccount();
      keepText(SELECTED_KEY, accountId);
      return [{ accountId, publicKey: keyPairOf(secret).getPublicKey().toString() }];
    },
    async signInAndSignMessage(): Promise<never> {
      throw new Error('This wallet does not support that');
    },
    async signOut() {
      keepText(SELECTED_KEY, null);
    },
    async getAccounts() {
      const key = selected();
      return key ? [{ accountId: key.accountId }] : [];
    },
    async signAndSendTransaction(transaction: unknown) {
      return (await signAndSendAll([transaction]))[0];
    },
    async signAndSendTransactions({ transactions }: { transactions: readonly unknown[] }) {
      return signAndSendAll(transactions);
    },
    async signMessage({ message, recipient, nonce }: SignedWords) {
      const { accountId, secret } = signedIn();
      try {
        if (!(await askWallet('message', { accountId, message, recipient }))) throw new Dismissed();
        const signer = new KeyPairSigner(keyPairOf(secret));
        const account = new Account(accountId, provider, signer);
        const signed = await signer.signNep413Message(account.accountId, {
          message,
          recipient,
          nonce,
        });
        return {
          accountId,
          publicKey: signed.publicKey.toString(),
          signature: base64Encode(signed.signature),
        };
      } finally {
        endQuestion();
      }
    },
    async signDelegateActions(): Promise<never> {
      throw new Error('This wallet does not support that');
    },
  };
  return wallet as unknown as NearWalletBase;
}

interface SignedWords {
  readonly message: string;
  readonly recipient: string;
  readonly nonce: Uint8Array;
}
