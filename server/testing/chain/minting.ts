import { expect, it } from 'vitest';
import {
  act,
  amountOf,
  COIN,
  call,
  idOf,
  METADATA,
  mint,
  refused,
  type Stage,
  see,
  send,
  well,
} from './stage.ts';

/** Steps: who may mint, what a token is, how it is read. */
export function mintingSteps(getStage: () => Stage): void {
  const mintCall = { deposit: COIN / 10n, teraGas: 100 };
  const first = () => `${getStage().run}a`;
  const order = (tokenId: string, more: object = {}) => ({
    token_id: tokenId,
    metadata: METADATA,
    receiver_id: idOf(getStage(), 'alice'),
    ...more,
  });

  it('a contract begins once', async () => {
    const stage = getStage();
    for (const contract of [stage.nft, stage.market]) {
      const args = { owner_id: idOf(stage, 'carol') };
      const method = contract === stage.nft ? 'new_default_meta' : 'new';
      await refused('already been initialized', stage, 'carol', contract, method, args);
    }
  });

  it('nobody but a minter mints, or says who does', async () => {
    const stage = getStage();
    const { nft } = stage;
    await refused(
      'Only minters may mint',
      stage,
      'carol',
      nft,
      'nft_mint',
      order(first()),
      mintCall,
    );
    const me = { minter_ids: [idOf(stage, 'carol')] };
    await refused('Only the owner', stage, 'carol', nft, 'set_minters', me, { deposit: 1n });
    expect(await see(stage, nft, 'nft_token', { token_id: first() })).toBe(null);
  });

  it('royalties are bounded, storage is paid, and what is no order is refused', async () => {
    const stage = getStage();
    const refuse = (words: string, args: object, attached: object = mintCall) =>
      refused(words, stage, 'minter', stage.nft, 'nft_mint', args, attached);
    const royalty = (...shares: number[]) => ({
      perpetual_royalties: Object.fromEntries(
        shares.map((bps, index) => [`maker${index}.near`, bps]),
      ),
    });
    await refuse('more than 6 perpetual', order(first(), royalty(1, 1, 1, 1, 1, 1, 1)));
    await refuse('more than 10000 basis points', order(first(), royalty(9000, 1001)));
    await refuse('to cover storage', order(first()), { deposit: 1n, teraGas: 100 });
    await refuse('Failed to deserialize', order(first(), { receiver_id: 'No Account' }));
    const { media_hash: _, ...withoutHash } = METADATA;
    await refuse('Failed to deserialize', order(first(), { metadata: withoutHash }));
    expect(await see(stage, stage.nft, 'nft_token', { token_id: first() })).toBe(null);
  });

  it('a token is minted with its royalty, by the names of either generation, and only once', async () => {
    const stage = getStage();
    const before = await amountOf(stage, 'minter');
    const royalty = { [idOf(stage, 'maker')]: 500, [idOf(stage, 'bob')]: 250 };
    const { outcome, burnt } = await mint(stage, first(), 'alice', royalty);
    expect(outcome.events).toEqual([
      { kind: 'mint', tokenId: first(), ownerId: idOf(stage, 'alice') },
    ]);
    const paid = before - (await amountOf(stage, 'minter')) - burnt;
    expect(paid).toBeGreaterThan(COIN / 1000n);
    expect(paid).toBeLessThan(COIN / 20n);
    const later = {
      token_id: `${stage.run}b`,
      token_metadata: METADATA,
      token_owner_id: idOf(stage, 'alice'),
    };
    await well(stage, 'minter', stage.nft, 'nft_mint', later, mintCall);
    const again = await refused(
      'Token already exists',
      stage,
      'minter',
      stage.nft,
      'nft_mint',
      order(first()),
      mintCall,
    );
    expect(before - (await amountOf(stage, 'minter'))).toBeLessThan(COIN / 10n + again.burnt);
  });

  it('views answer in the shapes of the standards', async () => {
    const stage = getStage();
    const [alice, maker, bob] = [idOf(stage, 'alice'), idOf(stage, 'maker'), idOf(stage, 'bob')];
    const token = {
      token_id: first(),
      owner_id: alice,
      metadata: {
        ...METADATA,
        copies: null,
        issued_at: null,
        expires_at: null,
        starts_at: null,
        updated_at: null,
        extra: null,
      },
      approved_account_ids: {},
      royalty: { [maker]: 500, [bob]: 250 },
    };
    expect(await see(stage, stage.nft, 'nft_token', { token_id: first() })).toEqual(token);
    const owned = { account_id: alice, limit: 1 };
    expect(await see(stage, stage.nft, 'nft_tokens_for_owner', owned)).toEqual([token]);
    const payout = { token_id: first(), balance: String(4n * COIN), max_len_payout: 10 };
    const shares = {
      [maker]: String(COIN / 5n),
      [bob]: String(COIN / 10n),
      [alice]: String((37n * COIN) / 10n),
    };
    expect(await see(stage, stage.nft, 'nft_payout', payout)).toEqual({ payout: shares });
    const metadata = (await see(stage, stage.nft, 'nft_metadata')) as object;
    expect(metadata).toMatchObject({ spec: 'nft-1.0.0' });
    expect(Object.keys(metadata)).toHaveLength(7);
    const source = (await see(stage, stage.nft, 'contract_source_metadata')) as {
      standards: object;
    };
    expect(source.standards).toContainEqual({ standard: 'nep171', version: '1.0.0' });
  });

  it('views that cannot answer, and methods that are not there, fail', async () => {
    const stage = getStage();
    const payout = { token_id: 'none', balance: '1', max_len_payout: 10 };
    await expect(see(stage, stage.nft, 'nft_payout', payout)).rejects.toThrow('No token');
    const few = { token_id: first(), balance: '1000', max_len_payout: 2 };
    await expect(see(stage, stage.nft, 'nft_payout', few)).rejects.toThrow('that many receivers');
    await expect(see(stage, stage.nft, 'no_such_method')).rejects.toThrow();
    await expect(see(stage, stage.nft, 'nft_mint', order('x'))).rejects.toThrow();
    const { outcome } = await act(stage, 'carol', stage.nft, 'no_such_method', {});
    expect(outcome.failures.join()).toContain('MethodNotFound');
  });

  it('hundreds of tokens of one owner are read in a page', async () => {
    const stage = getStage();
    const inOne = 75;
    const ids = Array.from({ length: stage.crowd }, (_, index) => `${stage.run}-${index}`);
    for (let from = 0; from < ids.length; from += inOne) {
      const calls = ids
        .slice(from, from + inOne)
        .map((id) =>
          call(
            'nft_mint',
            { ...order(id), metadata: { title: id }, receiver_id: idOf(stage, 'carol') },
            { deposit: COIN / 20n, teraGas: 4 },
          ),
        );
      expect((await send(stage, 'minter', stage.nft, calls)).outcome.failures).toEqual([]);
    }
    const read = async (args: object) => {
      const owned = { account_id: idOf(stage, 'carol'), ...args };
      const tokens = (await see(stage, stage.nft, 'nft_tokens_for_owner', owned)) as {
        token_id: string;
      }[];
      return tokens.map(({ token_id }) => token_id);
    };
    expect((await read({ limit: 500 })).filter((id) => id.startsWith(stage.run))).toEqual(ids);
    expect(await read({})).toHaveLength(Math.min(50, stage.crowd));
    const supply = { account_id: idOf(stage, 'carol') };
    const count = Number(await see(stage, stage.nft, 'nft_supply_for_owner', supply));
    expect(await read({ from_index: String(count - 3), limit: 500 })).toEqual(ids.slice(-3));
    expect(await read({ from_index: String(count), limit: 500 })).toEqual([]);
  });
}
