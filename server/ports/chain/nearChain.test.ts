import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { actions, KeyPair } from 'near-api-js';
import { HostGasLimitExceededError } from 'near-api-js/rpc-errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MarketSettings, marketSettings } from '../../marketSettings.ts';
import { MIGRATIONS } from '../../migrations/index.ts';
import { type DevnetStage, devnetStage } from '../../testing/chain/devnetStage.ts';
import { act, COIN, idOf, listAt, METADATA, well } from '../../testing/chain/stage.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { type Chain, ChainRefusal, ChainUnavailable, type MintOrder } from './chain.ts';
import { FailoverProvider } from './near/failover.ts';
import { pager } from './near/pages.ts';
import { openNearChain } from './nearChain.ts';
import { marketConfig, openChain } from './openChain.ts';

const SETTINGS: MarketSettings = {
  isOn: true,
  near: undefined,
  accountSuffix: '.rondo',
  listMode: 'approve-msg',
  symbol: 'PLAY',
  explorerUrl: null,
};

const nextId = () => randomBytes(16).toString('hex');
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

let stage: DevnetStage;
let chain: Chain;
beforeAll(async () => {
  const folder = await temporaryFolder();
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder.path });
  closing.push(
    () => folder.remove(),
    () => database.close(),
  );
  await migrateToLatest(database.queries, MIGRATIONS);
  stage = await devnetStage(database);
  chain = (await openChain(SETTINGS, database)).chain;
});

const order = (tokenId = nextId(), more: Partial<MintOrder> = {}): MintOrder => ({
  tokenId,
  receiverId: idOf(stage, 'alice'),
  metadata: { ...METADATA, issued_at: '1789000000000' },
  royalty: { [idOf(stage, 'maker')]: 1000 },
  ...more,
});
async function minted(given = order()): Promise<string> {
  const { failures } = await chain.send((await chain.signMint(given)).bytes);
  expect(failures).toEqual([]);
  return given.tokenId;
}

describe('the chain port', () => {
  it('reads a token, a listing, its payout and pages of both', async () => {
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
    expect(await chain.payout(tokenId, '10')).toEqual({
      [ownerId]: '9',
      [idOf(stage, 'maker')]: '1',
    });
    expect([await chain.token('none'), await chain.sale('none')]).toEqual([null, null]);
    await expect(chain.payout('none', '10')).rejects.toThrow(ChainUnavailable);
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
      marketConfig({ ...SETTINGS, listMode: 'list-call' }),
      { accountId: idOf(stage, 'minter'), key },
    );
    const given = order();
    expect((await later.send((await later.signMint(given)).bytes)).failures).toEqual([]);
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

describe('several nodes', () => {
  const serve = async (answer: (body: unknown) => Promise<object | number>): Promise<string> => {
    const server: Server = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      const given = await answer(JSON.parse(text));
      if (typeof given === 'number') response.writeHead(given).end('busy');
      else response.end(JSON.stringify(given));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(
      () => server.close(),
      () => server.closeAllConnections(),
    );
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };

  it('are asked until one answers, but not against what the chain itself said', async () => {
    let asked = 0;
    const busy = await serve(async () => 429);
    const good = await serve(async (body) => {
      asked += 1;
      return stage.devnet.rpc(body);
    });
    const environment = {
      NEAR_NETWORK: 'testnet',
      RONDO_MARKET: true,
      NEAR_LIST_MODE: 'approve-msg',
    };
    const settings = marketSettings({
      ...environment,
      NEAR_RPC_URL: [busy, 'http://127.0.0.1:1/', good],
      ...{ NEAR_NFT_CONTRACT: stage.nft, NEAR_MARKET_CONTRACT: stage.market },
      NEAR_MINTER_ACCOUNT: idOf(stage, 'minter'),
      NEAR_MINTER_KEY: await stage.devnet.minterKey(),
    } as Parameters<typeof marketSettings>[0]);
    const { chain: far } = await openChain(settings, stage.database);
    const given = order();
    const [earlier, later] = [await far.signMint(given), await far.signMint(given)];
    expect((await far.send(later.bytes)).failures).toEqual([]);
    asked = 0;
    await expect(far.send(earlier.bytes)).rejects.toMatchObject({ isNever: true });
    // Once to send, once to see whether it had been sent before.
    expect(asked).toBeLessThanOrEqual(2);
    expect(await far.token(given.tokenId)).toMatchObject({ tokenId: given.tokenId });
    expect(far.config).toMatchObject({ network: 'testnet', isPlayMoney: true });
    const nowhere = new FailoverProvider([busy, 'http://127.0.0.1:1/']);
    const minter = { accountId: 'a.rondo', key: await stage.devnet.minterKey() };
    const silent = openNearChain(nowhere, far.config, minter);
    await expect(silent.token('x')).rejects.toThrow(ChainUnavailable);
    await expect(silent.send(earlier.bytes)).rejects.toThrow(ChainUnavailable);
  });
});

it('views that run out of gas are read in smaller pages, from where they are', async () => {
  const rows = Array.from({ length: 730 }, (_, index) => index);
  const sizes: number[] = [];
  const read = async (from: number, limit: number) => {
    sizes.push(limit);
    if (limit > 50) throw new HostGasLimitExceededError('', 1);
    return rows.slice(from, from + limit);
  };
  expect(await pager()(read, 10, 500)).toEqual(rows.slice(10, 510));
  expect(sizes.slice(0, 3)).toEqual([500, 100, 50]);
  expect(await pager()(read, 700, 500)).toEqual(rows.slice(700));
  const broken = async () => {
    throw new HostGasLimitExceededError('', 1);
  };
  await expect(pager()(broken, 0, 10)).rejects.toThrow(HostGasLimitExceededError);
});
