import { describe, expect, it } from 'vitest';
import { readOutcome } from './receipts.ts';

const CONTRACTS = { nft: 'nft.near', market: 'market.near' };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
const receipt = (executor_id: string, logs: string[], status: unknown = { SuccessValue: '' }) => ({
  id: 'r',
  outcome: { executor_id, logs, status, receipt_ids: [], tokens_burnt: '1', gas_burnt: 1 },
});
const answer = (receiver_id: string, method: string, args: object, receipts: object[]) => ({
  final_execution_status: 'FINAL',
  status: { SuccessValue: '' },
  transaction: {
    hash: 'h',
    signer_id: 'alice.near',
    receiver_id,
    actions: [{ FunctionCall: { method_name: method, args: base64(args), gas: 1, deposit: '0' } }],
  },
  transaction_outcome: receipt('alice.near', [], { SuccessReceiptId: 'r' }),
  receipts_outcome: receipts,
});
const read = (...given: Parameters<typeof answer>) => readOutcome(answer(...given), CONTRACTS);
const logged = (standard: string, event: string, data: object) =>
  `EVENT_JSON:${JSON.stringify({ standard, version: '1.0.0', event, data: [data] })}`;

describe('contracts of the tutorial, whose market logs no events', () => {
  const key = { nft_contract_id: 'nft.near', token_id: 't' };
  const transfer = logged('nep171', 'nft_transfer', {
    authorized_id: 'market.near',
    old_owner_id: 'bob.near',
    new_owner_id: 'alice.near',
    token_ids: ['t'],
    memo: 'payout from market',
  });

  it('a transfer in the name of the market that pays out is a sale', () => {
    const payout = { 'bob.near': '95', 'maker.near': '5' };
    const { events, tokenIds } = read('market.near', 'offer', key, [
      receipt('market.near', [], { SuccessReceiptId: 'r2' }),
      receipt('nft.near', ['Memo: payout from market', transfer], {
        SuccessValue: base64({ payout }),
      }),
      receipt('market.near', [], { SuccessValue: base64('100') }),
    ]);
    expect(events).toEqual([
      { kind: 'sale', tokenId: 't', from: 'bob.near', to: 'alice.near', price: '100', payout },
    ]);
    expect(tokenIds).toEqual(['t']);
    const elsewhere = transfer.replace('market.near', 'other.near');
    const answered = { SuccessValue: base64({ payout }) };
    const moved = read('other.near', 'offer', key, [receipt('nft.near', [elsewhere], answered)]);
    expect(moved.events).toMatchObject([{ kind: 'transfer', price: null, payout: {} }]);
  });

  it('listings, prices and their ends are read from calls that went well', () => {
    const ownerId = 'alice.near';
    const listed = { kind: 'list', tokenId: 't', ownerId, price: '7' };
    const msg = '{"sale_conditions":"7"}';
    const approve = { token_id: 't', account_id: 'market.near', msg };
    const done = [receipt('nft.near', [])];
    expect(read('nft.near', 'nft_approve', approve, done).events).toEqual([listed]);
    const byCall = { ...key, approval_id: 1 };
    for (const more of [{ msg }, { sale_conditions: '7' }]) {
      const { events } = read('market.near', 'list_nft_for_sale', { ...byCall, ...more }, done);
      expect(events).toEqual([listed]);
    }
    const price = { ...key, price: '9' };
    expect(read('market.near', 'update_price', price, done).events).toMatchObject([
      { kind: 'price', price: '9' },
    ]);
    expect(read('market.near', 'remove_sale', key, done).events).toMatchObject([
      { kind: 'unlist' },
    ]);
    const foreign = { ...key, nft_contract_id: 'other.near' };
    expect(read('market.near', 'remove_sale', foreign, done).events).toEqual([]);
    const failed = [receipt('market.near', [], { Failure: { ActionError: {} } })];
    expect(read('market.near', 'remove_sale', key, failed).events).toEqual([]);
    const plain = { token_id: 't', account_id: 'market.near' };
    expect(read('nft.near', 'nft_approve', plain, done).events).toEqual([]);
    const elsewhere = { ...approve, account_id: 'other.near' };
    expect(read('nft.near', 'nft_approve', elsewhere, done).events).toEqual([]);
  });

  it('a failure inside a transaction that ended well is found, in the contract’s words', () => {
    const kind = { FunctionCallError: { ExecutionError: 'Smart contract panicked: "No" way' } };
    const { failures, events, isFinal } = read('market.near', 'offer', key, [
      receipt('market.near', []),
      receipt('nft.near', [transfer], { Failure: { ActionError: { index: 0, kind } } }),
    ]);
    expect(failures).toEqual(['Smart contract panicked: "No" way']);
    expect(events).toEqual([]);
    expect(isFinal).toBe(true);
  });
});

it('what the market logs is read by its standard', () => {
  const data = { token_id: 't', owner_id: 'bob.near' };
  const { events } = read('market.near', 'go', {}, [
    receipt('market.near', [logged('rondo-market', 'unlist', data)]),
  ]);
  expect(events).toMatchObject([{ kind: 'unlist', tokenId: 't', ownerId: 'bob.near' }]);
});

it('what anybody else logs, and lines that are no events, say nothing', () => {
  const mint = logged('nep171', 'nft_mint', { owner_id: 'mallory.near', token_ids: ['t'] });
  const sale = logged('rondo-market', 'unlist', { token_id: 't', owner_id: 'bob.near' });
  const { events, methods } = read('evil.near', 'go', {}, [
    receipt('evil.near', [mint, sale]),
    receipt('market.near', [mint, 'EVENT_JSON:{', 'EVENT_JSON:null', 'hello']),
    receipt('nft.near', [sale, logged('nep171', 'nft_mint', { owner_id: 1, token_ids: 't' })]),
  ]);
  expect(events).toEqual([]);
  expect(methods).toEqual(['go']);
});
