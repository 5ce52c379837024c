import { expect, it } from 'vitest';
import {
  act,
  amountOf,
  approvalCost,
  COIN,
  idOf,
  listAt,
  mint,
  refused,
  type Stage,
  saleOf,
  see,
  tokenOf,
  well,
} from './stage.ts';

const YOCTO = { deposit: 1n };

/** Steps: offers that are refused, purchases that go well, and those that fail after they began. */
export function buyingSteps(getStage: () => Stage): void {
  const token = () => `${getStage().run}a`;
  const key = (tokenId = token()) => ({ nft_contract_id: getStage().nft, token_id: tokenId });
  const offer = (
    words: string,
    who: 'alice' | 'bob' | 'carol',
    deposit: bigint,
    tokenId?: string,
  ) => refused(words, getStage(), who, getStage().market, 'offer', key(tokenId), { deposit });
  const price = 4n * COIN + 3n;

  it('offers that are too low, one’s own, or for nothing are refused and refunded', async () => {
    const stage = getStage();
    const listed = await listAt(stage, 'alice', token(), price);
    expect(listed.outcome.failures).toEqual([]);
    const before = await amountOf(stage, 'bob');
    const low = await offer('greater than or equal to the current price', 'bob', price - 1n);
    const none = await offer('must be greater than 0', 'bob', 0n);
    const gone = await offer('No sale', 'bob', price, `${stage.run}b`);
    expect(await amountOf(stage, 'bob')).toBe(before - low.burnt - none.burnt - gone.burnt);
    await offer('Cannot bid on your own sale', 'alice', price);
    expect(await saleOf(stage, token())).not.toBe(null);
  });

  it('who has too little is refused before anything happens', async () => {
    const stage = getStage();
    const before = await amountOf(stage, 'bob');
    const rich = { deposit: before + 1n };
    await expect(act(stage, 'bob', stage.market, 'offer', key(), rich)).rejects.toThrow();
    expect(await amountOf(stage, 'bob')).toBe(before);
  });

  it('a purchase pays royalties to the yocto, gives back what was too much, and is told once', async () => {
    const stage = getStage();
    const [alice, maker, bob] = [idOf(stage, 'alice'), idOf(stage, 'maker'), idOf(stage, 'bob')];
    const read = () =>
      Promise.all((['alice', 'maker', 'bob'] as const).map((w) => amountOf(stage, w)));
    const before = await read();
    const { outcome, burnt, value } = await well(stage, 'bob', stage.market, 'offer', key(), {
      deposit: price + COIN,
    });
    const after = await read();
    // Bob made loops of it, too: his own 2.5 % come back to him.
    const [makers, bobs] = [(price * 500n) / 10_000n, (price * 250n) / 10_000n];
    expect(after[0]! - before[0]!).toBe(price - makers - bobs + approvalCost(stage));
    expect(after[1]! - before[1]!).toBe(makers);
    expect(after[2]! - before[2]!).toBe(bobs - price - burnt);
    expect(value).toBe(String(price));
    const payout = {
      [maker]: String(makers),
      [bob]: String(bobs),
      [alice]: String(price - makers - bobs),
    };
    expect(outcome.events).toEqual([
      { kind: 'sale', tokenId: token(), from: alice, to: bob, price: String(price), payout },
    ]);
    expect(await tokenOf(stage, token())).toMatchObject({
      owner_id: bob,
      approved_account_ids: {},
    });
    expect(await saleOf(stage, token())).toBe(null);
    const [ofBob, ofAlice] = [bob, alice].map((account_id) => ({ account_id, limit: 500 }));
    expect(await see(stage, stage.nft, 'nft_tokens_for_owner', ofBob)).toMatchObject([
      { token_id: token() },
    ]);
    expect(await see(stage, stage.nft, 'nft_tokens_for_owner', ofAlice)).toMatchObject([
      { token_id: `${stage.run}b` },
    ]);
    const sold = await offer('No sale', 'carol', price);
    expect(sold.outcome.events).toEqual([]);
  });

  it('a listing whose token moved away fails for all to see, refunds everything and is over', async () => {
    const stage = getStage();
    expect((await listAt(stage, 'bob', token(), COIN)).outcome.failures).toEqual([]);
    const move = { token_id: token(), receiver_id: idOf(stage, 'maker'), memo: 'a present' };
    const owned = await amountOf(stage, 'bob');
    const moved = await well(stage, 'bob', stage.nft, 'nft_transfer', move, YOCTO);
    expect(await amountOf(stage, 'bob')).toBe(owned - moved.burnt - 1n + approvalCost(stage));
    expect(moved.outcome.events).toMatchObject([
      { kind: 'transfer', from: idOf(stage, 'bob'), to: idOf(stage, 'maker'), price: null },
    ]);
    expect(await saleOf(stage, token())).not.toBe(null);
    const before = await amountOf(stage, 'alice');
    const { outcome, burnt } = await offer('has to list it again', 'alice', COIN);
    expect(outcome.failures.join()).toContain('Unauthorized');
    expect(outcome.events).toMatchObject([{ kind: 'unlist', ownerId: idOf(stage, 'bob') }]);
    expect(await amountOf(stage, 'alice')).toBe(before - burnt);
    expect(await tokenOf(stage, token())).toMatchObject({ owner_id: idOf(stage, 'maker') });
    expect(await saleOf(stage, token())).toBe(null);
  });

  it('a listing whose approval is another by now fails in the same way', async () => {
    const stage = getStage();
    const paid = { deposit: COIN / 100n };
    await well(stage, 'maker', stage.market, 'storage_deposit', {}, paid);
    expect((await listAt(stage, 'maker', token(), COIN)).outcome.failures).toEqual([]);
    const approve = { token_id: token(), account_id: stage.market };
    await well(stage, 'maker', stage.nft, 'nft_approve', approve, paid);
    const { outcome } = await offer('has to list it again', 'alice', COIN);
    expect(outcome.failures.join()).toContain('different from the given approval_id');
    expect(await tokenOf(stage, token())).toMatchObject({ owner_id: idOf(stage, 'maker') });
    await well(stage, 'maker', stage.nft, 'nft_revoke', approve, YOCTO);
    await well(stage, 'maker', stage.market, 'storage_withdraw', {}, YOCTO);
  });

  it('taking off sale what is somebody else’s by now leaves their approval alone', async () => {
    const stage = getStage();
    const third = `${stage.run}c`;
    const paid = { deposit: COIN / 100n };
    await mint(stage, third, 'alice');
    expect((await listAt(stage, 'alice', third, COIN)).outcome.failures).toEqual([]);
    const move = { token_id: third, receiver_id: idOf(stage, 'maker') };
    await well(stage, 'alice', stage.nft, 'nft_transfer', move, YOCTO);
    const approve = { token_id: third, account_id: stage.market };
    await well(stage, 'maker', stage.nft, 'nft_approve', approve, paid);
    const revoke = ['carol', stage.nft, 'nft_revoke', approve, YOCTO] as const;
    await refused('must be the token owner', stage, ...revoke);
    await well(stage, 'alice', stage.market, 'remove_sale', key(third), YOCTO);
    const kept = Object.keys((await tokenOf(stage, third))?.approved_account_ids ?? {});
    expect(kept).toEqual([stage.market]);
    const unpaid = await listAt(stage, 'maker', third, COIN);
    expect(unpaid.outcome.failures.join()).toContain('Insufficient storage');
  });

  it('who has it now lists it over what somebody listed before, whose room is free again', async () => {
    const stage = getStage();
    const second = `${stage.run}b`;
    expect((await listAt(stage, 'alice', second, COIN)).outcome.failures).toEqual([]);
    const move = { token_id: second, receiver_id: idOf(stage, 'maker') };
    await well(stage, 'alice', stage.nft, 'nft_transfer', move, YOCTO);
    const twice = { deposit: COIN / 50n };
    await well(stage, 'maker', stage.market, 'storage_deposit', {}, twice);
    expect((await listAt(stage, 'maker', second, 2n * COIN)).outcome.failures).toEqual([]);
    const ofAlice = { account_id: idOf(stage, 'alice') };
    expect(await see(stage, stage.market, 'get_supply_by_owner_id', ofAlice)).toBe('0');
    expect(await saleOf(stage, second)).toMatchObject({ owner_id: idOf(stage, 'maker') });
    await refused(
      'Must be sale owner',
      stage,
      'alice',
      stage.market,
      'remove_sale',
      key(second),
      YOCTO,
    );
  });

  it('room that is not in use is given back, and only that', async () => {
    const stage = getStage();
    const back = async (who: 'bob' | 'maker') => {
      const before = await amountOf(stage, who);
      const { burnt } = await well(stage, who, stage.market, 'storage_withdraw', {}, YOCTO);
      return (await amountOf(stage, who)) - before + burnt + 1n;
    };
    expect(await back('bob')).toBe(COIN / 50n);
    expect(await back('bob')).toBe(0n);
    expect(await back('maker')).toBe(COIN / 100n);
    expect(await back('maker')).toBe(0n);
    const ofMaker = { account_id: idOf(stage, 'maker') };
    expect(await see(stage, stage.market, 'storage_balance_of', ofMaker)).toBe(String(COIN / 100n));
  });

  it('a token is moved by its owner or whom they approved, and comes back from who cannot take it', async () => {
    const stage = getStage();
    const { nft } = stage;
    const [maker, carol] = [idOf(stage, 'maker'), idOf(stage, 'carol')];
    const move = { token_id: token(), receiver_id: carol };
    await refused('Unauthorized', stage, 'carol', nft, 'nft_transfer', move, YOCTO);
    await refused('exactly 1 yocto', stage, 'maker', nft, 'nft_transfer', move);
    const self = { token_id: token(), receiver_id: maker };
    await refused('should be different', stage, 'maker', nft, 'nft_transfer', self, YOCTO);
    const approve = { token_id: token(), account_id: carol };
    await refused('must be the token owner', stage, 'carol', nft, 'nft_approve', approve, {
      deposit: COIN / 100n,
    });
    await well(stage, 'maker', nft, 'nft_approve', approve, { deposit: COIN / 100n });
    const isApproved = { token_id: token(), approved_account_id: carol };
    expect(await see(stage, nft, 'nft_is_approved', isApproved)).toBe(true);
    // The market is no receiver of tokens: what is sent to it with a call comes back, approvals and all.
    const sent = { token_id: token(), receiver_id: stage.market, msg: '' };
    const { value, outcome } = await act(stage, 'maker', nft, 'nft_transfer_call', sent, YOCTO);
    expect(value).toBe(false);
    expect(outcome.failures.join()).toContain('MethodNotFound');
    expect(await see(stage, nft, 'nft_is_approved', isApproved)).toBe(true);
    await well(stage, 'carol', nft, 'nft_transfer', move, YOCTO);
    expect(await tokenOf(stage, token())).toMatchObject({ owner_id: carol });
  });
}
