import { expect, it } from 'vitest';
import {
  act,
  amountOf,
  approvalCost,
  COIN,
  idOf,
  listAt,
  refused,
  type Stage,
  saleOf,
  see,
  tokenOf,
  well,
} from './stage.ts';

const YOCTO = { deposit: 1n };

/** Steps: room for sales, listing by either generation, another price, taking off sale. */
export function listingSteps(getStage: () => Stage): void {
  const token = () => `${getStage().run}a`;
  const key = () => ({ nft_contract_id: getStage().nft, token_id: token() });
  const approvals = async () => (await tokenOf(getStage(), token()))?.approved_account_ids;
  const onMarket = (
    words: string,
    who: 'alice' | 'carol',
    method: string,
    args: object,
    a?: object,
  ) => refused(words, getStage(), who, getStage().market, method, args, a);

  it('nothing is listed without room that was paid for', async () => {
    const stage = getStage();
    const { outcome, endedWell } = await listAt(stage, 'alice', token(), 4n * COIN);
    expect(outcome.failures.join()).toContain('Insufficient storage paid');
    expect(outcome.events).toEqual([]);
    expect(endedWell).toBe(false);
    expect(await saleOf(stage, token())).toBe(null);
    await well(stage, 'alice', stage.nft, 'nft_revoke_all', { token_id: token() }, YOCTO);
  });

  it('room costs a hundredth of a coin for each sale, for oneself or somebody else', async () => {
    const stage = getStage();
    const { market } = stage;
    const minimum = COIN / 100n;
    expect(await see(stage, market, 'storage_minimum_balance')).toBe(String(minimum));
    const deposit = { deposit: minimum - 1n };
    await onMarket('Requires minimum deposit', 'alice', 'storage_deposit', {}, deposit);
    await well(stage, 'alice', market, 'storage_deposit', {}, { deposit: minimum });
    const forBob = { account_id: idOf(stage, 'bob') };
    await well(stage, 'alice', market, 'storage_deposit', forBob, { deposit: 2n * minimum });
    expect(await see(stage, market, 'storage_balance_of', forBob)).toBe(String(2n * minimum));
  });

  it('an approval with a price puts a token on sale', async () => {
    const stage = getStage();
    const { outcome } = await listAt(stage, 'alice', token(), 4n * COIN);
    const ownerId = idOf(stage, 'alice');
    expect(outcome.failures).toEqual([]);
    expect(outcome.events).toEqual([
      { kind: 'list', tokenId: token(), ownerId, price: String(4n * COIN) },
    ]);
    const [approval_id] = Object.values((await approvals()) ?? {});
    const sale = {
      owner_id: ownerId,
      approval_id,
      nft_contract_id: stage.nft,
      token_id: token(),
      sale_conditions: String(4n * COIN),
    };
    expect(await saleOf(stage, token())).toEqual(sale);
    const byOwner = { account_id: ownerId };
    expect(await see(stage, stage.market, 'get_sales_by_owner_id', byOwner)).toEqual([]);
    const some = { ...byOwner, from_index: '0', limit: 10 };
    expect(await see(stage, stage.market, 'get_sales_by_owner_id', some)).toEqual([sale]);
    expect(await see(stage, stage.market, 'get_supply_by_owner_id', byOwner)).toBe('1');
  });

  it('taking off sale is for its owner, with one yocto, and takes the approval back', async () => {
    const stage = getStage();
    await onMarket('Must be sale owner', 'carol', 'remove_sale', key(), YOCTO);
    await onMarket('exactly 1 yocto', 'alice', 'remove_sale', key());
    expect(await saleOf(stage, token())).not.toBe(null);
    const before = await amountOf(stage, 'alice');
    const { outcome, burnt } = await well(
      stage,
      'alice',
      stage.market,
      'remove_sale',
      key(),
      YOCTO,
    );
    expect(outcome.events).toEqual([
      { kind: 'unlist', tokenId: token(), ownerId: idOf(stage, 'alice'), price: null },
    ]);
    expect(await saleOf(stage, token())).toBe(null);
    expect(await approvals()).toEqual({});
    expect(await amountOf(stage, 'alice')).toBe(before - burnt - 1n + approvalCost(stage));
    await onMarket('No sale', 'alice', 'remove_sale', key(), YOCTO);
  });

  it('a call after a plain approval lists, too, where that approval is there', async () => {
    const stage = getStage();
    const approve = { token_id: token(), account_id: stage.market };
    const deposit = { deposit: COIN / 100n };
    const before = await amountOf(stage, 'alice');
    const { burnt } = await well(stage, 'alice', stage.nft, 'nft_approve', approve, deposit);
    expect(await amountOf(stage, 'alice')).toBe(before - burnt - approvalCost(stage));
    const [approval_id = 0] = Object.values((await approvals()) ?? {});
    const order = { ...key(), approval_id, sale_conditions: String(COIN) };
    const wrong = { ...order, approval_id: approval_id + 1 };
    await onMarket('does not have that approval', 'alice', 'list_nft_for_sale', wrong);
    await onMarket('Insufficient storage', 'carol', 'list_nft_for_sale', order);
    await act(stage, 'carol', stage.market, 'storage_deposit', {}, { deposit: COIN / 100n });
    await onMarket('must be the token owner', 'carol', 'list_nft_for_sale', order);
    await well(stage, 'carol', stage.market, 'storage_withdraw', {}, YOCTO);
    expect(await saleOf(stage, token())).toBe(null);
    const { outcome } = await well(stage, 'alice', stage.market, 'list_nft_for_sale', order);
    expect(outcome.events).toMatchObject([{ kind: 'list', price: String(COIN) }]);
    expect(await saleOf(stage, token())).toMatchObject({ sale_conditions: String(COIN) });
  });

  it('only our own tokens are listed, and only their contract says that they are approved', async () => {
    const foreign = { ...key(), nft_contract_id: idOf(getStage(), 'carol'), approval_id: 0 };
    const order = { ...foreign, sale_conditions: '1' };
    await onMarket('Only tokens of', 'carol', 'list_nft_for_sale', order);
    const approved = { owner_id: idOf(getStage(), 'carol'), approval_id: 0, token_id: token() };
    const message = { ...approved, msg: '{"sale_conditions":"1"}' };
    await onMarket('cross-contract', 'carol', 'nft_on_approve', message);
    await onMarket('Method is private', 'carol', 'resolve_purchase', {
      buyer_id: idOf(getStage(), 'carol'),
      deposit: '1',
      ...approved,
      nft_contract_id: getStage().nft,
      sale_conditions: '1',
    });
  });

  it('its owner may change the price to any other than nothing', async () => {
    const stage = getStage();
    const price = { ...key(), price: String(2n * COIN) };
    await onMarket('Must be sale owner', 'carol', 'update_price', price, YOCTO);
    await onMarket('exactly 1 yocto', 'alice', 'update_price', price);
    await onMarket('greater than 0', 'alice', 'update_price', { ...price, price: '0' }, YOCTO);
    await onMarket('deserialize', 'alice', 'update_price', { ...price, price: '1.5' }, YOCTO);
    const { outcome } = await well(stage, 'alice', stage.market, 'update_price', price, YOCTO);
    expect(outcome.events).toMatchObject([{ kind: 'price', price: String(2n * COIN) }]);
    expect(await saleOf(stage, token())).toMatchObject({ sale_conditions: String(2n * COIN) });
    for (const msg of ['', '{}', '{"sale_conditions":"0"}', '{"sale_conditions":2}']) {
      const approve = { token_id: token(), account_id: stage.market, msg };
      const { outcome } = await act(stage, 'alice', stage.nft, 'nft_approve', approve, {
        deposit: COIN / 100n,
      });
      expect(outcome.failures.length, msg).toBeGreaterThan(0);
    }
  });
}
