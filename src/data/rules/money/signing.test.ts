import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACCOUNT_ID_PATTERN } from '../../contract/market.ts';
import { accountTrouble, suggestAccount } from './accountName.ts';
import { callInWords, type SignedCall } from './signing.ts';

const WORDS = {
  nftContract: 'nft.rondo',
  marketContract: 'market.rondo',
  symbol: 'PLAY',
  locale: 'en-US',
};
const FOUR = `4${'0'.repeat(24)}`;
const token = { nft_contract_id: 'nft.rondo', token_id: '0123456789abcdef0123456789abcdef' };
const say = (
  receiverId: string,
  methodName: string,
  args: SignedCall['args'] = {},
  deposit = '0',
) => callInWords({ receiverId, methodName, args, deposit }, WORDS);

describe('what is signed, in words', () => {
  const approval = { token_id: token.token_id, account_id: 'market.rondo' };
  const msg = JSON.stringify({ sale_conditions: FOUR });
  test.each([
    [say('market.rondo', 'offer', token, FOUR), 'Buy token 01234567… for 4 PLAY'],
    [say('market.rondo', 'remove_sale', token), 'Take token 01234567… off sale'],
    [
      say('market.rondo', 'update_price', { ...token, price: FOUR }),
      'Ask 4 PLAY for token 01234567…',
    ],
    [
      say('market.rondo', 'list_nft_for_sale', { ...token, msg }),
      'Put token 01234567… on sale for 4 PLAY',
    ],
    [
      say('nft.rondo', 'nft_approve', { ...approval, msg }),
      'Put token 01234567… on sale for 4 PLAY',
    ],
    [say('nft.rondo', 'nft_approve', approval), 'Allow the market to hand over token 01234567…'],
    [
      say('nft.rondo', 'nft_revoke', approval),
      'Take back that the market may hand over token 01234567…',
    ],
    [say('market.rondo', 'storage_deposit'), 'Leave a deposit with the market, for listings'],
    [say('market.rondo', 'storage_withdraw'), 'Take back deposits that no listing needs'],
    // What is not the market's own is named, and not explained.
    [
      say('nft.rondo', 'nft_approve', { ...approval, account_id: 'thief.rondo' }),
      'Call nft_approve of nft.rondo',
    ],
    [say('nft.rondo', 'nft_transfer', approval), 'Call nft_transfer of nft.rondo'],
    [say('other.rondo', 'offer', token, FOUR), 'Call offer of other.rondo'],
    [
      say('market.rondo', 'offer', { ...token, nft_contract_id: 'fake.rondo' }, FOUR),
      'Call offer of market.rondo',
    ],
    [
      say('market.rondo', 'update_price', { ...token, price: 'a lot' }),
      'Call update_price of market.rondo',
    ],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected);
  });
});

describe('names of accounts', () => {
  test('that are suggested are always some that the chain takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 16 }), (userId) => {
        const accountId = suggestAccount(userId, '.rondo');
        expect(accountId).toMatch(ACCOUNT_ID_PATTERN);
        expect(accountTrouble(accountId, '.rondo')).toBe('');
      }),
    );
    expect(suggestAccount('Anna_Lind', '.rondo')).toBe('anna-lind.rondo');
    expect(suggestAccount('___', '.rondo')).toBe('player.rondo');
  });

  test.each(['.rondo', 'anna', 'anna.near', 'a--b.rondo', 'a.b.rondo', '-a.rondo', 'A.rondo'])(
    '%j is refused in a sentence',
    (accountId) => {
      expect(accountTrouble(accountId, '.rondo')).toMatch(/\.$/);
    },
  );

  test('that are too long are refused', () => {
    expect(accountTrouble(`${'a'.repeat(60)}.rondo`, '.rondo')).toContain('64');
    expect(accountTrouble(`${'a'.repeat(58)}.rondo`, '.rondo')).toBe('');
  });
});
