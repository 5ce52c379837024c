import { describe, expect, test } from 'vitest';
import { marketFailure } from './marketFailure.ts';

const panic = (words: string) =>
  `{"index":0,"kind":{"FunctionCallError":{"ExecutionError":"Smart contract panicked: panicked at src/sale.rs:71:5:\\n${words}"}}}`;

describe('a failure in words', () => {
  test.each([
    ['Error: User rejected', 'dismissed'],
    ['User cancelled the action', 'dismissed'],
    ['Wallet closed', 'dismissed'],
    ['NotEnoughBalanceError: Not enough balance for a.rondo (balance: 1, cost: 4)', 'not-enough'],
    ['{"NotEnoughBalance":{"balance":"1"}}', 'not-enough'],
    ['{"LackBalanceForState":{"amount":"500"}}', 'not-enough'],
    [panic('No sale'), 'gone'],
    [panic('Token already exists'), 'gone'],
    [panic('No token'), 'gone'],
    [panic('assertion `left == right` failed: Cannot bid on your own sale.'), 'own'],
    [
      panic('Attached deposit must be greater than or equal to the current price: 500'),
      'price-changed',
    ],
    [panic('Insufficient storage paid: 0, for 1 sales at 500 rate of per sale'), 'storage'],
    [panic('Requires minimum deposit of 10000000000000000000000'), 'storage'],
    [panic('Must be sale owner'), 'not-owner'],
    [panic('Predecessor must be the token owner.'), 'not-owner'],
    [panic('Unauthorized'), 'stale'],
    [panic('The token was not sold and the buyer was refunded; it is still on sale'), 'stale'],
    [panic('Requires attached deposit of exactly 1 yoctoNEAR'), 'wallet'],
    ['AccessKeyDepositWithFunctionCallActionError: Deposit is not allowed', 'wallet'],
    ['AccessKeyNotFoundActionError: Access key x does not exist on account y', 'wallet'],
    ['AccountDoesNotExistError: Account y does not exist at block height 5', 'wallet'],
    ['InvalidSignatureError: Invalid transaction signature', 'wallet'],
    ['Error: Wallet not found', 'wallet'],
    ['Error: No accounts found', 'wallet'],
    ['InvalidNonceError: Invalid nonce (ak: 5, tx: 4)', 'busy'],
    ['NonceTooLargeError: Transaction nonce 5 exceeds upper bound 4', 'busy'],
    ['ShardCongestedError: Shard 0 congested (level: 1)', 'busy'],
    ['TransactionExpiredError: Transaction expired', 'expired'],
    ['TransactionTimeoutError: Transaction timed out', 'timeout'],
    ['{"name":"TIMEOUT_ERROR"}', 'timeout'],
    ['TypeError: Failed to fetch', 'offline'],
    ['TypeError: NetworkError when attempting to fetch resource.', 'offline'],
    ['NodeIsSyncingError: Node is syncing', 'offline'],
    [panic('Exceeded the prepaid gas.'), 'other'],
    ['ContractMethodNotFoundError: Contract method is not found at block height 5', 'other'],
    ['Something nobody has heard of: 500', 'other'],
    ['', 'other'],
  ] as const)('%j is %s', (detail, kind) => {
    const failure = marketFailure(detail);
    expect(failure).toMatchObject({ kind, detail });
    expect(failure.text).toMatch(/^[A-Z].*\./);
  });

  test('says what is missing, the new price, and what it cost', () => {
    const facts = { symbol: 'PLAY', locale: 'en-US' };
    expect(
      marketFailure('NotEnoughBalance', { ...facts, missing: '1500000000000000000000000' }).text,
    ).toBe('There is not enough in your account: 1.5 PLAY are missing. Nothing was spent.');
    expect(
      marketFailure('greater than or equal to the current price', {
        ...facts,
        price: '5000000000000000000000000',
        isSent: true,
      }).text,
    ).toBe(
      'The price was changed meanwhile to 5 PLAY. It cost the network fee and nothing else. Decide again.',
    );
    expect(marketFailure('No sale').text).toContain('Nothing was spent');
    expect(marketFailure('No sale', { isSent: true }).text).toContain('network fee');
    expect(marketFailure('Failed to fetch', { isSent: true }).text).toContain(
      'do not send it a second time',
    );
    expect(marketFailure('Unauthorized', { isSent: false }).text).toContain('Nothing was spent');
    expect(marketFailure('Unauthorized').text).toContain('came back');
    expect(marketFailure('Out of cheese', { isSent: false }).text).toContain('Nothing was spent');
    expect(marketFailure('Out of cheese').text).not.toContain('Nothing was spent');
    expect(marketFailure('Out of cheese').text).toContain('The chain said: Out of cheese');
  });
});
