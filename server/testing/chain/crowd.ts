import { Account, actions, KeyPair, KeyPairSigner } from 'near-api-js';
import { expect } from 'vitest';
import type { DevnetStage } from './devnetStage.ts';
import { amountOf, COIN, call, idOf, listAt, mint, tokenOf, well } from './stage.ts';

const CROWD = 50;

/** Makes an account with 100 coins. */
async function buyer({ devnet }: DevnetStage, at: number) {
  const pair = KeyPair.fromRandom('ed25519');
  const id = `crowd${at}.rondo`;
  await devnet.createPlayAccount(`crowd${at}`, id, pair.getPublicKey().toString());
  /** The account as another device has it, which counts nonces by itself. */
  const device = () => new Account(id, devnet.provider, new KeyPairSigner(pair));
  return { id, device };
}

/** Fifty offers at once for one token: one gets it, and the others have their coins back but for fees. */
export async function crowdScenario(stage: DevnetStage): Promise<void> {
  const tokenId = `${stage.run}crowd`;
  await mint(stage, tokenId, 'alice', { [idOf(stage, 'maker')]: 1000 });
  await well(stage, 'alice', stage.market, 'storage_deposit', {}, { deposit: COIN / 100n });
  await listAt(stage, 'alice', tokenId, 50n * COIN);
  const crowd = await Promise.all(Array.from({ length: CROWD }, (_, at) => buyer(stage, at)));
  const before = await amountOf(stage, 'maker');
  const args = { nft_contract_id: stage.nft, token_id: tokenId };
  const offers = await Promise.all(
    crowd.map(({ device }) =>
      device().signAndSendTransaction({
        receiverId: stage.market,
        actions: [call('offer', args, { deposit: 50n * COIN })],
        waitUntil: 'FINAL',
        throwOnFailure: false,
      }),
    ),
  );
  const won = offers.filter(({ status }) => typeof status === 'object' && 'SuccessValue' in status);
  expect(won).toHaveLength(1);
  expect((await amountOf(stage, 'maker')) - before).toBe(5n * COIN);
  const owner = (await tokenOf(stage, tokenId))?.owner_id;
  for (const { id } of crowd) {
    const { amount } = await stage.devnet.provider.viewAccount({ accountId: id });
    const spent = 100n * COIN - amount;
    expect(id === owner ? spent - 50n * COIN : spent, id).toBeLessThan(COIN / 100n);
  }
}

/** Fifty devices spend the same coins with the same nonce at once: one does. */
export async function doubleSpendScenario(stage: DevnetStage): Promise<void> {
  const { id, device } = await buyer(stage, CROWD);
  const before = await amountOf(stage, 'carol');
  const signed = await Promise.all(
    Array.from({ length: CROWD }, (_, at) =>
      device().createSignedTransaction({
        receiverId: idOf(stage, 'carol'),
        actions: [actions.transfer(60n * COIN + BigInt(at))],
      }),
    ),
  );
  const sent = await Promise.allSettled(
    signed.map((one) => stage.devnet.provider.sendTransactionUntil(one, 'FINAL')),
  );
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const gained = (await amountOf(stage, 'carol')) - before;
  expect(gained / COIN).toBe(60n);
  const { amount } = await stage.devnet.provider.viewAccount({ accountId: id });
  expect(amount).toBeLessThan(40n * COIN);
}
