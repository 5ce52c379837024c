import fastify from 'fastify';
import { JsonRpcProvider } from 'near-api-js';
import * as errors from 'near-api-js/rpc-errors';
import { expect, it } from 'vitest';
import { PLAY_CHAIN } from '../../server/ports/chain/chain.ts';
import { PROBE_ACCOUNT, worldOf } from '../../server/testing/chainWorld.ts';
import { describeOnce } from '../../server/testing/databases.ts';

const HASH = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/);

describeOnce('the JSON-RPC of the play-money chain', (open) => {
  const world = worldOf(open);
  const ask = async (method: string, params: unknown) =>
    (await world()).chain.rpc({ jsonrpc: '2.0', id: 'a', method, params });
  const query = (params: object) => ask('query', { finality: 'final', ...params });

  it('answers queries in the shapes of NEAR', async () => {
    const { ada } = await world();
    const at = { block_height: expect.any(Number), block_hash: HASH };
    expect(await query({ request_type: 'view_account', account_id: 'ada.rondo' })).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: {
        ...{ amount: `100${'0'.repeat(24)}`, locked: '0', code_hash: '1'.repeat(32) },
        ...{ storage_usage: 182, storage_paid_at: 0, ...at },
      },
    });
    const public_key = (await ada.getSigner()!.getPublicKey()).toString();
    const key = { request_type: 'view_access_key', account_id: 'ada.rondo', public_key };
    const access_key = { nonce: expect.any(Number), permission: 'FullAccess' };
    expect(await query(key)).toMatchObject({ result: { ...access_key, ...at } });
    expect(
      await query({ request_type: 'view_access_key_list', account_id: 'ada.rondo' }),
    ).toMatchObject({ result: { keys: [{ public_key, access_key }], ...at } });
    const call = { request_type: 'call_function', account_id: PROBE_ACCOUNT, method_name: 'begun' };
    const { result } = (await query({ ...call, args_base64: '' })) as {
      result: { result: number[] };
    };
    expect(result).toMatchObject({ logs: [], ...at });
    expect(JSON.parse(Buffer.from(result.result).toString())).toHaveProperty('owner_id', 'rondo');
  });

  it('says which block there is and what the chain is', async () => {
    const { chain } = await world();
    const latest = await chain.provider.viewBlock({ finality: 'final' });
    const { header } = latest;
    expect(header).toMatchObject({ height: expect.any(Number), hash: HASH, prev_hash: HASH });
    for (const blockId of [header.height, header.hash]) {
      expect(await chain.provider.viewBlock({ blockId })).toEqual(latest);
    }
    expect(await ask('block', [header.height])).toMatchObject({ result: latest });
    expect(await chain.provider.viewNodeStatus()).toMatchObject({
      chain_id: 'rondo-devnet',
      sync_info: { latest_block_hash: header.hash, syncing: false },
    });
    expect(await chain.provider.viewGasPrice()).toEqual({ gas_price: '100000000' });
    expect(await chain.provider.experimental_protocolConfig({ finality: 'final' })).toMatchObject({
      runtime_config: { storage_amount_per_byte: `1${'0'.repeat(19)}` },
    });
  });

  it('refuses in the shapes of NEAR, which near-api-js knows', async () => {
    const { chain, ada } = await world();
    const { provider } = chain;
    const view = (contractId: string, method: string, args: object = {}) =>
      provider.callFunction({ contractId, method, args: args as never });
    const publicKey = (await ada.getSigner()!.getPublicKey()).toString();
    const wrong: [() => Promise<unknown>, new (...given: never[]) => Error, string][] = [
      [
        () => provider.viewAccount({ accountId: 'no.rondo' }),
        errors.AccountDoesNotExistError,
        'no.rondo',
      ],
      [
        () => provider.viewAccessKey({ accountId: 'ben.rondo', publicKey }),
        errors.AccessKeyDoesNotExistError,
        publicKey,
      ],
      [() => view('ben.rondo', 'x'), errors.ContractCodeDoesNotExistError, 'ben.rondo'],
      [() => view(PROBE_ACCOUNT, 'x'), errors.ContractMethodNotFoundError, ''],
      [
        () => view(PROBE_ACCOUNT, 'list', { prefix: '', from: 0.5, limit: 1 }),
        errors.HostGuestPanicError,
        'There is no such range',
      ],
      [
        () => view(PROBE_ACCOUNT, 'keep', { key: 'a', value: 'b' }),
        errors.HostProhibitedInViewError,
        'storage_write',
      ],
      [
        () => view(PROBE_ACCOUNT, 'pay', { to: 'a', amount: 1 }),
        errors.HostProhibitedInViewError,
        'promise_create',
      ],
      [() => provider.viewBlock({ blockId: 99_999 }), errors.UnknownBlockError, '99999'],
      [() => provider.viewValidators(), errors.RpcMethodNotFoundError, 'validators'],
      [
        () => provider.viewTransactionStatus({ txHash: '4'.repeat(44), accountId: 'ada.rondo' }),
        errors.UnknownTransactionError,
        '4444',
      ],
      [
        () => provider.viewContractState({ contractId: PROBE_ACCOUNT, prefix: '' }),
        errors.RpcRequestParseError,
        'request_type',
      ],
    ];
    for (const [work, kind, word] of wrong) {
      const error = await work().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(kind);
      expect(JSON.stringify(error) + String(error)).toContain(word);
    }
    const { height } = (await provider.viewBlock({ finality: 'final' })).header;
    await expect(
      provider.viewAccount({ accountId: 'ada.rondo', blockQuery: { blockId: height - 1 } }),
    ).rejects.toBeInstanceOf(errors.GarbageCollectedBlockError);
  });

  it('refuses what is no request', async () => {
    const { chain } = await world();
    const bodies = [null, 1, 'x', [], {}, { jsonrpc: '2.0' }, { jsonrpc: '1.0', method: 'status' }];
    for (const body of bodies) {
      expect(await chain.rpc(body), JSON.stringify(body)).toMatchObject({
        id: null,
        error: { name: 'REQUEST_VALIDATION_ERROR', cause: { name: 'PARSE_ERROR' } },
      });
    }
    const PARSE = { error: { cause: { name: 'PARSE_ERROR' } } };
    const odd = [
      ...[{ request_type: 'view_account', account_id: 'A\0' }, { request_type: 'view_account' }],
      { request_type: 'view_access_key', account_id: 'ada.rondo', public_key: 'x\0' },
      ...[{ block_id: -1, request_type: 'view_account', account_id: 'ada.rondo' }],
      {
        request_type: 'call_function',
        account_id: 'ada.rondo',
        method_name: 'x',
        args_base64: '*',
      },
    ];
    for (const params of odd) expect(await ask('query', params)).toMatchObject(PARSE);
    for (const method of ['tx', 'send_tx', 'block', 'broadcast_tx_commit']) {
      expect(await ask(method, { tx_hash: 1, block_id: {} }), method).toMatchObject(PARSE);
    }
    expect(await ask('constructor', {})).toMatchObject({
      error: { cause: { name: 'METHOD_NOT_FOUND', info: { method_name: 'constructor' } } },
    });
  });

  it('takes transactions by the old methods too, and without a wait', async () => {
    const w = await world();
    const signed = async () => (await w.sign(w.ada, 'ben.rondo', [])).encode();
    const text = async () => Buffer.from(await signed()).toString('base64');
    expect(await ask('broadcast_tx_commit', [await text()])).toMatchObject({
      result: { status: { SuccessValue: '' } },
    });
    const { result: hash } = (await ask('broadcast_tx_async', [await text()])) as {
      result: string;
    };
    expect(await ask('tx', [hash, 'ada.rondo'])).toMatchObject({
      result: { transaction: { hash, signer_id: 'ada.rondo', receiver_id: 'ben.rondo' } },
    });
    const send = { signed_tx_base64: await text(), wait_until: 'NONE' };
    expect(await ask('send_tx', send)).toMatchObject({
      result: { final_execution_status: 'NONE' },
    });
  });

  it('is reached over the network, and refuses what is too large', async () => {
    const { chain } = await world();
    const app = fastify();
    chain.mount(app);
    try {
      const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${PLAY_CHAIN.rpcPath}`;
      const provider = new JsonRpcProvider({ url });
      expect(await provider.viewAccount({ accountId: 'ada.rondo' })).toHaveProperty('locked', 0n);
      await expect(provider.viewAccount({ accountId: 'no.rondo' })).rejects.toBeInstanceOf(
        errors.AccountDoesNotExistError,
      );
      const body = JSON.stringify({ jsonrpc: '2.0', method: 'x', params: 'x'.repeat(40_000) });
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(413);
    } finally {
      await app.close();
    }
  });
});
