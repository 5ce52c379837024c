import { expect, it } from 'vitest';
import { tokenState } from './tokenState.ts';

const MARKET = 'market.near';
const token = {
  tokenId: 't1',
  ownerId: 'mia.near',
  title: '',
  media: null,
  reference: null,
  royalty: {},
  approvals: { [MARKET]: 7 },
};
const sale = { tokenId: 't1', ownerId: 'mia.near', approvalId: 7, price: '5' };

it('a listing holds only while owner and approval are those that it was made with', () => {
  const held = { ownerAccount: 'mia.near', price: '5', approvalId: 7 };
  const none = { ownerAccount: 'mia.near', price: null, approvalId: null };
  expect(tokenState(token, sale, MARKET)).toEqual(held);
  expect(tokenState(token, { ...sale, ownerId: 'tom.near' }, MARKET)).toEqual(none);
  expect(tokenState(token, { ...sale, approvalId: 6 }, MARKET)).toEqual(none);
  expect(tokenState({ ...token, approvals: {} }, sale, MARKET)).toEqual(none);
  expect(tokenState(token, null, MARKET)).toEqual(none);
});
