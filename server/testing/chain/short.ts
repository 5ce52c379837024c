import { expect } from 'vitest';
import {
  amountOf,
  COIN,
  idOf,
  listAt,
  mint,
  type Stage,
  saleOf,
  see,
  tokenOf,
  well,
} from './stage.ts';

/** The scenario in short: minted, listed, bought with a royalty, and the room given back. */
export async function shortScenario(stage: Stage): Promise<void> {
  const tokenId = `${stage.run}a`;
  const offer = { nft_contract_id: stage.nft, token_id: tokenId };
  await mint(stage, tokenId, 'alice', { [idOf(stage, 'maker')]: 1000 });
  await mint(stage, `${stage.run}b`, 'alice');
  await well(stage, 'alice', stage.market, 'storage_deposit', {}, { deposit: COIN / 100n });
  expect((await listAt(stage, 'alice', tokenId, COIN)).outcome.failures).toEqual([]);
  const before = await amountOf(stage, 'maker');
  await well(stage, 'bob', stage.market, 'offer', offer, { deposit: COIN });
  expect((await amountOf(stage, 'maker')) - before).toBe(COIN / 10n);
  expect(await tokenOf(stage, tokenId)).toMatchObject({ owner_id: idOf(stage, 'bob') });
  expect(await saleOf(stage, tokenId)).toBe(null);
  await well(stage, 'alice', stage.market, 'storage_withdraw', {}, { deposit: 1n });
  const owned = { account_id: idOf(stage, 'alice'), limit: 500 };
  expect(await see(stage, stage.nft, 'nft_tokens_for_owner', owned)).toMatchObject([
    { token_id: `${stage.run}b` },
  ]);
}
