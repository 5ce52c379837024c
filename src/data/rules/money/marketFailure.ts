/** What went wrong on the market, in words for the person. Pure. */
import { exactAmount, formatAmount } from './amount.ts';

export const FAILURE_KINDS = [
  'dismissed',
  'not-enough',
  'gone',
  'own',
  'price-changed',
  'storage',
  'stale',
  'not-owner',
  'busy',
  'expired',
  'timeout',
  'offline',
  'wallet',
  'other',
] as const;
type FailureKind = (typeof FAILURE_KINDS)[number];

/** A failure in words for the person. */
export interface MarketFailure {
  readonly kind: FailureKind;
  /** One or two sentences: what happened, what it cost, what to do. */
  readonly text: string;
  /** As the chain or the wallet said it. */
  readonly detail: string;
}

/** What is known besides the chain's words; it makes the sentence more exact. */
export interface FailureFacts {
  /** Missing to do it, in yocto. */
  readonly missing?: string;
  /** The price as it is now, in yocto. */
  readonly price?: string;
  readonly symbol?: string;
  /** A language tag that amounts are written in. */
  readonly locale?: string;
  /** True: it ran on the chain, and gas was spent. False: it was never sent. Left out where it is unknown. */
  readonly isSent?: boolean;
}

/** Characters of unknown words that are shown. */
const MOST_SAID = 200;
const NOTHING = 'Nothing was spent.';
const FEES = 'It cost the network fee and nothing else.';

type Sentence = (facts: Required<Pick<FailureFacts, 'symbol' | 'locale'>> & FailureFacts) => string;
const cost = ({ isSent }: FailureFacts) => (isSent ? FEES : NOTHING);

/**
 * Parts of what chains, libraries and wallets say, the first that is found counts; they are compared in lower case.
 * Contracts put `panicked at src/…` and more before their words, so nothing is compared as a whole.
 */
const KNOWN: readonly (readonly [FailureKind, readonly string[], Sentence])[] = [
  [
    'dismissed',
    [
      'user rejected',
      'user reject',
      'user cancel',
      'user denied',
      'rejected by user',
      'window closed',
      'popup closed',
      'closed the window',
      'wallet closed',
      'userrejected',
      'was dismissed',
    ],
    () => `You did not approve it. ${NOTHING}`,
  ],
  [
    'wallet',
    ['popup window blocked', 'popup was blocked', 'failed to open', 'popup blocked'],
    () =>
      `Your browser kept the wallet's window from opening. ${NOTHING} Allow windows of this page and try again.`,
  ],
  [
    'wallet',
    ['no accounts found', 'no wallet selected', 'no wallet is signed in'],
    () => `No wallet is signed in any more. ${NOTHING} Connect it again.`,
  ],
  [
    'price-changed',
    ['greater than or equal to the current price'],
    (facts) =>
      facts.price === undefined
        ? `The price was changed meanwhile. ${cost(facts)} Look at the new price and decide again.`
        : `The price was changed meanwhile to ${formatAmount(facts.price, facts.locale)} ${facts.symbol}. ${cost(facts)} Decide again.`,
  ],
  [
    'own',
    ['cannot bid on your own sale'],
    (facts) => `This rifff is on sale by your own account. ${cost(facts)}`,
  ],
  ['gone', ['no sale'], (facts) => `It was sold or taken off sale a moment ago. ${cost(facts)}`],
  [
    'storage',
    ['insufficient storage paid', 'requires minimum deposit', 'to cover storage'],
    (facts) =>
      `The deposit for this listing is missing. ${cost(facts)} Put it on sale again: the deposit is added then and comes back later.`,
  ],
  [
    'not-owner',
    ['must be sale owner', 'predecessor must be the token owner', 'must be token owner'],
    (facts) => `This token is not in this account any more. ${cost(facts)}`,
  ],
  [
    'stale',
    ['unauthorized', 'approval_id', 'approval id', 'purchase failed', 'the buyer was refunded'],
    ({ isSent }) =>
      `The offer did not hold any more: its seller gave the token away or took the approval back. ${
        isSent === false ? NOTHING : 'What you paid came back, but for the network fee.'
      }`,
  ],
  [
    'gone',
    ['token already exists'],
    (facts) => `Another person collected it a moment ago. ${cost(facts)}`,
  ],
  ['gone', ['no token'], (facts) => `There is no such token on the chain. ${cost(facts)}`],
  [
    'not-enough',
    [
      'notenoughbalance',
      'not enough balance',
      'does not have enough balance',
      'lackbalanceforstate',
      'lack balance',
      'enough balance to cover',
    ],
    ({ missing, symbol, locale }) =>
      missing === undefined || missing === '0'
        ? `There is not enough in your account. ${NOTHING}`
        : `There is not enough in your account: ${exactAmount(missing, locale)} ${symbol} are missing. ${NOTHING}`,
  ],
  [
    'expired',
    ['transactionexpired', 'transaction has expired', 'expired'],
    () => `Too much time went by before it was approved. ${NOTHING} Try again.`,
  ],
  [
    'timeout',
    ['timeout_error', 'timed out', 'timeout', 'time out'],
    () =>
      'The chain has not said yet what became of it. It is asked again; do not send it a second time.',
  ],
  [
    'busy',
    [
      'invalidnonce',
      'invalid nonce',
      'noncetoolarge',
      'nonce',
      'too many requests',
      'ratelimit',
      'congested',
      'shard',
    ],
    () => `The account was busy with something else. ${NOTHING} Try again.`,
  ],
  [
    'wallet',
    ['1 yoctonear', 'exactly 1 yocto', 'depositwithfunctioncall', 'limited access key'],
    (facts) =>
      `The wallet left out what proves that it is you. ${cost(facts)} Sign in to it again with full access.`,
  ],
  [
    'wallet',
    ['does not have fullaccess', 'invalidsignature', 'signature verification', 'invalid signature'],
    () => `The wallet signed with a key that cannot do this. ${NOTHING} Sign in to it again.`,
  ],
  [
    'wallet',
    [
      'accesskeynotfound',
      'accesskeydoesnotexist',
      'unknown_access_key',
      'access key',
      'accountdoesnotexist',
      'unknown_account',
      'signer does not exist',
    ],
    () =>
      `The chain does not know this account or its key. ${NOTHING} Sign in with another account.`,
  ],
  [
    'wallet',
    ['not support', 'cannot sign messages', 'not implemented', 'wallet not found', 'no wallet'],
    () => `This wallet cannot do that. ${NOTHING} Sign in with another wallet.`,
  ],
  [
    'other',
    ['exceeded the prepaid gas', 'gasexceeded', 'gaslimitexceeded', 'prepaid gas'],
    (facts) => `It took more work than the chain allows at once. ${cost(facts)}`,
  ],
  [
    'other',
    ['contractcodedoesnotexist', 'no_contract_code', 'methodnotfound', 'contract method'],
    (facts) =>
      `The market's contract is not what this server expects. ${cost(facts)} Tell the people who run this server.`,
  ],
  [
    'offline',
    [
      'failed to fetch',
      'networkerror',
      'network error',
      'load failed',
      'fetch failed',
      'could not be reached',
      'unavailable',
      'econnrefused',
      'exceeded attempts',
      'offline',
      'bad gateway',
      'syncing',
      'no synced blocks',
      'internalrpcerror',
      'http 5',
    ],
    (facts) =>
      facts.isSent
        ? 'The chain cannot be reached at present. It is asked again; do not send it a second time.'
        : `The chain cannot be reached at present. ${NOTHING} Try again later.`,
  ],
];

/**
 * A failure in words.
 * @param detail as the chain, the library or the wallet said it
 */
export function marketFailure(detail: string, facts: FailureFacts = {}): MarketFailure {
  const lower = detail.toLowerCase();
  const known = KNOWN.find(([, parts]) => parts.some((part) => lower.includes(part)));
  const all = { symbol: '', locale: 'en', ...facts };
  if (known) return { kind: known[0], text: known[2](all), detail };
  const spent =
    facts.isSent === undefined ? 'Look into your wallet before you try again.' : cost(facts);
  const said = detail.trim().slice(0, MOST_SAID) || 'nothing';
  const text = `It did not work. ${spent} The chain said: ${said}`;
  return { kind: 'other', text, detail };
}
