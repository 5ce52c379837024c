import { actions, KeyPair } from 'near-api-js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DevnetStage } from '../../testing/chain/devnetStage.ts';
import { chainWorld, mintOrder, PLAY_SETTINGS } from '../../testing/chain/openStage.ts';
import { act, COIN, idOf, listAt, METADATA, well } from '../../testing/chain/stage.ts';
import { type Chain, ChainRefusal, ChainUnavailable } from './chain.ts';
import { openNearChain } from './nearChain.ts';
import { marketConfig } from './openChain.ts';

describe('the chain port', () => {
  const world = chainWorld();
  let stage: DevnetStage;
  let chain: Chain;
  beforeAll(() => {
    ({ stage, chain } = world());
  });
  const order = () => mintOrder(stage);
  async function minted(): Promise<string> {
    const given = order();
    const { failures } = await chain.send((await chain.signMint(given)).bytes);
    expect(failures).toEqual([]);
    return given.tokenId;
  }

  it('reads a token, a listing and pages of both', async () => {
    const tokenId = await minted();
    await well(stage, 'alice', stage.market, 'storage_deposit', {}, { deposit: COIN });
    await listAt(stage, 'alice', tokenId, COIN);
    const token = await chain.token(tokenId);
    const ownerId = idOf(stage, 'alice');
    expect(token).toEqual({
      tokenId,
      ownerId,
      ...{ title: METADATA.title, media: METADATA.media, reference: METADATA.reference },
      royalty: { [idOf(stage, 'maker')]: 1000 },
      approvals: { [stage.market]: 0 },
    });
    const sale = { tokenId, ownerId, approvalId: 0, price: String(COIN) };
    expect(await chain.sale(tokenId)).toEqual(sale);
    expect(await chain.sales(0, 500)).toEqual([sale]);
    expect(await chain.sales(1, 500)).toEqual([]);
    expect(await chain.tokensOf(ownerId, 0, 500)).toContainEqual(token);
    expect([await chain.token('none'), await chain.sale('none')]).toEqual([null, null]);
  });

  it('signs mints that have their effect once, however often they are sent', async () => {
    const given = order();
    const before = BigInt(await chain.minterBalance());
    const signed = await chain.signMint(given);
    expect(await chain.outcome(signed.hash, chain.config.nftContract)).toBe(undefined);
    expect(await chain.token(given.tokenId)).toBe(null);
    const first = await chain.send(signed.bytes);
    expect(first).toEqual({
      hash: signed.hash,
      signerId: idOf(stage, 'minter'),
      receiverId: stage.nft,
      methods: ['nft_mint'],
      isFinal: true,
      failures: [],
      events: [{ kind: 'mint', tokenId: given.tokenId, ownerId: given.receiverId }],
      tokenIds: [given.tokenId],
    });
    const after = BigInt(await chain.minterBalance());
    expect(after).toBeLessThan(before);
    expect(await chain.send(signed.bytes)).toEqual(first);
    expect(await chain.outcome(signed.hash, first.signerId)).toEqual(first);
    expect(BigInt(await chain.minterBalance())).toBe(after);
    const again = await chain.send((await chain.signMint(given)).bytes);
    expect(again.failures.join()).toContain('Token already exists');
    expect(again.events).toEqual([]);
  });

  it('signs many at once, each with a nonce of its own', async () => {
    const orders = Array.from({ length: 5 }, () => order());
    const signed = await Promise.all(orders.map((one) => chain.signMint(one)));
    expect(new Set(signed.map(({ hash }) => hash)).size).toBe(5);
    for (const { bytes } of signed) expect((await chain.send(bytes)).failures).toEqual([]);
  });

  it('says of a refusal whether it is for ever', async () => {
    const given = order();
    const [earlier, later] = [await chain.signMint(given), await chain.signMint(given)];
    await chain.send(later.bytes);
    const overtaken = await chain.send(earlier.bytes).catch((error: unknown) => error);
    expect(overtaken).toBeInstanceOf(ChainRefusal);
    expect(overtaken).toMatchObject({ isNever: true });
    const bytes = Buffer.from(earlier.bytes, 'base64');
    bytes[bytes.length - 1]! ^= 1;
    const forged = chain.send(bytes.toString('base64'));
    await expect(forged).rejects.toMatchObject({ isNever: true });
    const poor = await stage.accounts.bob.createSignedTransaction({
      receiverId: stage.nft,
      actions: [actions.transfer(1000n * COIN)],
    });
    const encoded = Buffer.from(poor.encode()).toString('base64');
    await expect(chain.send(encoded)).rejects.toMatchObject({ isNever: false });
    await expect(chain.send('AAAA')).rejects.toThrow(ChainUnavailable);
  });

  it('mints by the names of the later generation where listing is a call', async () => {
    const key = await stage.devnet.minterKey();
    const later = openNearChain(
      stage.provider,
      marketConfig({ ...PLAY_SETTINGS, listMode: 'list-call' }),
      { accountId: idOf(stage, 'minter'), key },
    );
    const given = order();
    const { bytes } = await later.signMint(given);
    expect(Buffer.from(bytes, 'base64').toString()).toContain('"token_owner_id"');
    expect((await later.send(bytes)).failures).toEqual([]);
    expect(await chain.token(given.tokenId)).toMatchObject({ ownerId: given.receiverId });
  });

  it('tells full keys from limited ones and from none', async () => {
    const id = idOf(stage, 'carol');
    const full = (await stage.accounts.carol.getSigner()!.getPublicKey()).toString();
    const limited = KeyPair.fromRandom('ed25519').getPublicKey();
    await stage.accounts.carol.addFunctionCallAccessKey({
      publicKey: limited,
      contractId: stage.market,
      methodNames: [],
    });
    expect(await chain.hasFullKey(id, full)).toBe(true);
    expect(await chain.hasFullKey(id, limited.toString())).toBe(false);
    expect(await chain.hasFullKey(idOf(stage, 'bob'), full)).toBe(false);
    expect(await chain.hasFullKey('nobody.rondo', full)).toBe(false);
  });

  it('never says the key of the minter', async () => {
    const key = 'ed25519:1111111111111111111111111111111111111111111111111111111111111111';
    const minter = { accountId: 'minter.rondo', key };
    const open = async () => openNearChain(stage.provider, chain.config, minter).signMint(order());
    const problem = await open().catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(Error);
    expect(`${problem} ${JSON.stringify(problem)} ${(problem as Error).stack}`).not.toContain(key);
  });

  it('names events of receipts that went well, and the token whatever became of it', async () => {
    const tokenId = await minted();
    const args = { nft_contract_id: stage.nft, token_id: tokenId };
    const { outcome } = await act(stage, 'bob', stage.market, 'offer', args, { deposit: COIN });
    expect(outcome).toMatchObject({ events: [], tokenIds: [tokenId], isFinal: true });
    expect(outcome.failures.join()).toContain('No sale');
    const elsewhere = { ...args, nft_contract_id: 'other.rondo' };
    const other = await act(stage, 'bob', stage.market, 'remove_sale', elsewhere, { deposit: 1n });
    expect(other.outcome.tokenIds).toEqual([]);
  });
});
