import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { marketSettings } from '../../../marketSettings.ts';
import { chainWorld, mintOrder } from '../../../testing/chain/openStage.ts';
import { idOf } from '../../../testing/chain/stage.ts';
import { ChainUnavailable } from '../chain.ts';
import { openNearChain } from '../nearChain.ts';
import { openChain } from '../openChain.ts';
import { FailoverProvider } from './failover.ts';

describe('several nodes', () => {
  const world = chainWorld();
  afterEach(() => void vi.useRealTimers());

  const serve = async (answer: (body: unknown) => Promise<object | number>): Promise<string> => {
    const server: Server = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      const given = await answer(JSON.parse(text));
      if (typeof given === 'number') response.writeHead(given).end('busy');
      else response.end(JSON.stringify(given));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    world().closing.push(
      () => server.close(),
      () => server.closeAllConnections(),
    );
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };

  it('are asked until one answers, but not against what the chain itself said', async () => {
    const { stage } = world();
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
    const given = mintOrder(stage);
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

  it('may refuse what had its effect before: then that is what is told', async () => {
    const { stage, chain } = world();
    const sent = await chain.signMint(mintOrder(stage));
    const outcome = await chain.send(sent.bytes);
    const InvalidTxError = { InvalidNonce: { ak_nonce: 2, tx_nonce: 1 } };
    const refusal = { name: 'INVALID_TRANSACTION', info: {} };
    const error = {
      name: 'HANDLER_ERROR',
      cause: refusal,
      data: { TxExecutionError: { InvalidTxError } },
    };
    const strict = await serve(async (body) =>
      (body as { method: string }).method === 'send_tx' ? { error } : stage.devnet.rpc(body),
    );
    const minter = { accountId: idOf(stage, 'minter'), key: await stage.devnet.minterKey() };
    const far = openNearChain(new FailoverProvider([strict]), chain.config, minter);
    expect(await far.send(sent.bytes)).toEqual(outcome);
    const { bytes } = await far.signMint(mintOrder(stage));
    await expect(far.send(bytes)).rejects.toMatchObject({ isNever: true });
  });

  it('that keep silent are not waited for', async () => {
    const { stage } = world();
    let wasAsked = Promise.withResolvers<void>();
    const silent = await serve(() => {
      wasAsked.resolve();
      return new Promise(() => {});
    });
    const good = await serve(async (body) => stage.devnet.rpc(body));
    const patience = { reading: 30, sending: 30 };
    // Only the silent node takes time: a busy machine does not count as one.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const nodes = new FailoverProvider([silent, good], patience);
    const answer = nodes.viewNodeStatus();
    await wasAsked.promise;
    await vi.advanceTimersByTimeAsync(30);
    expect(await answer).toMatchObject({ chain_id: 'rondo-devnet' });
    wasAsked = Promise.withResolvers();
    const none = new FailoverProvider([silent], patience).viewNodeStatus();
    const refusal = expect(none).rejects.toThrow('did not answer in time');
    await wasAsked.promise;
    await vi.advanceTimersByTimeAsync(30);
    await refusal;
  });
});
