import { expect } from 'vitest';
import { STORAGE_BYTE_YOCTO } from '../../../packages/dev-chain/host.ts';
import type { DevnetStage } from './devnetStage.ts';
import { amountOf, COIN, idOf, listAt, mint, refused, saleOf, tokenOf, well } from './stage.ts';

/** Leaves the tokens' contract just what it occupies, so that no token can be moved; returns what undoes that. */
async function stick(stage: DevnetStage): Promise<() => Promise<void>> {
  const accounts = () =>
    stage.database.queries.updateTable('chainAccounts').where('id', '=', stage.nft);
  const row = await stage.database.queries
    .selectFrom('chainAccounts')
    .select(['amount', 'storageBytes'])
    .where('id', '=', stage.nft)
    .executeTakeFirstOrThrow();
  const amount = String(BigInt(row.storageBytes) * STORAGE_BYTE_YOCTO);
  await accounts().set({ amount }).execute();
  return async () => {
    await accounts().set({ amount: row.amount }).execute();
  };
}

/** A purchase that fails although the listing holds leaves the token on sale. */
export async function undoneScenario(stage: DevnetStage): Promise<void> {
  const tokenId = `${stage.run}u`;
  const offer = { nft_contract_id: stage.nft, token_id: tokenId };
  await mint(stage, tokenId, 'alice');
  await well(stage, 'alice', stage.market, 'storage_deposit', {}, { deposit: COIN / 100n });
  await listAt(stage, 'alice', tokenId, COIN);
  const listed = await saleOf(stage, tokenId);
  const unstick = await stick(stage);
  const before = await amountOf(stage, 'bob');
  const { outcome, burnt } = await refused(
    'it is still on sale',
    stage,
    'bob',
    stage.market,
    'offer',
    offer,
    { deposit: 2n * COIN },
  );
  expect(outcome.events).toEqual([]);
  expect(await amountOf(stage, 'bob')).toBe(before - burnt);
  expect(await saleOf(stage, tokenId)).toEqual(listed);
  await unstick();
  await well(stage, 'bob', stage.market, 'offer', offer, { deposit: COIN });
  expect(await tokenOf(stage, tokenId)).toMatchObject({ owner_id: idOf(stage, 'bob') });
}
