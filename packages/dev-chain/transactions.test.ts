import {
  Account,
  actions,
  baseDecode,
  encodeTransaction,
  KeyPair,
  KeyPairSigner,
} from 'near-api-js';
import * as errors from 'near-api-js/rpc-errors';
import { afterEach, expect, it } from 'vitest';
import {
  answerOf,
  type ChainWorld,
  PROBE_ACCOUNT,
  worldOf,
} from '../../server/testing/chainWorld.ts';
import { describeDatabases } from '../../server/testing/databases.ts';
import { PROBE } from '../../server/testing/probeContract.ts';
import { openDevnet } from './openDevnet.ts';
import { BLOCKS_KEPT, MAX_GAS } from './protocol.ts';

const COIN = 10n ** 24n;
const GAS = 10n ** 13n;
const keep = (key: string, deposit = 0n) =>
  actions.functionCall('keep', { key, value: 'v' }, GAS, deposit);

describeDatabases('transactions of the play-money chain', (open, { itOnce }) => {
  const world = worldOf(open);
  afterEach(async () => {
    expect(await (await world()).missing()).toBe(0n);
  });

  const height = async ({ chain }: ChainWorld) =>
    (await chain.provider.viewBlock({ finality: 'final' })).header.height;

  it('have their effect once, however many send the same bytes to whatever node', async () => {
    const w = await world();
    const other = await openDevnet(w.database, [PROBE]);
    const before = await height(w);
    const had = await w.balance(PROBE_ACCOUNT);
    const signed = await w.sign(w.ada, PROBE_ACCOUNT, [keep('once', 3n)]);
    const nodes = [w.chain.provider, other.provider];
    const send = (_: unknown, at: number) => nodes[at % 2]!.sendTransactionUntil(signed, 'FINAL');
    const all = await Promise.all(Array.from({ length: 50 }, send));
    const [first] = all;
    for (const outcome of all) expect(outcome).toEqual(first);
    expect(await height(w)).toBe(before + 1);
    expect(await w.balance(PROBE_ACCOUNT)).toBe(had + 3n);
    // Also later, and for a question by its name.
    expect(await send(0, 1)).toEqual(first);
    const { hash } = first!.transaction as { hash: string };
    const known = { txHash: hash, accountId: 'ada.rondo', waitUntil: 'FINAL' } as const;
    expect(await other.provider.viewTransactionStatus(known)).toEqual(first);
  });

  it('that were refused have no effect and may be sent again', async () => {
    const w = await world();
    const before = await height(w);
    const poor = await w.sign(w.ben, 'ada.rondo', [actions.transfer(150n * COIN)]);
    const send = () => w.chain.provider.sendTransactionUntil(poor, 'FINAL');
    const refusal = await send().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(errors.NotEnoughBalanceError);
    const { balance, cost, signerId } = refusal as errors.NotEnoughBalanceError;
    // The base fee is burnt with the first receipt: 10^12 gas at 10^8.
    expect([cost, signerId]).toEqual([150n * COIN + 10n ** 20n, 'ben.rondo']);
    expect(balance).toBe(await w.balance('ben.rondo'));
    expect(await height(w)).toBe(before);
    await w.send(w.ada, 'ben.rondo', [actions.transfer(60n * COIN)]);
    expect((await send()).status).toEqual({ SuccessValue: '' });
    await w.send(w.ada, 'ben.rondo', [actions.transfer(50n * COIN)]);
  });

  itOnce('are refused with a wrong signature, key, signer or receiver', async () => {
    const w = await world();
    const { provider } = w.chain;
    const send = (signed: Awaited<ReturnType<ChainWorld['sign']>>) =>
      provider.sendTransactionUntil(signed, 'FINAL');
    const signed = await w.sign(w.ada, PROBE_ACCOUNT, [keep('tampered')]);
    signed.transaction.nonce += 1n;
    await expect(send(signed)).rejects.toBeInstanceOf(errors.InvalidSignatureError);
    const stranger = new KeyPairSigner(KeyPair.fromRandom('ed25519'));
    const lie = new Account('ada.rondo', provider, w.ben.getSigner()!);
    await expect(lie.transfer({ receiverId: 'ben.rondo', amount: 1n } as never)).rejects.toThrow(
      'does not exist',
    );
    const key = await stranger.getPublicKey();
    const { transaction } = await w.sign(w.ada, PROBE_ACCOUNT, []);
    const resign = async (change: object) => {
      const changed = Object.assign(Object.create(Object.getPrototypeOf(transaction)), {
        ...{ ...transaction, publicKey: key },
        ...change,
      });
      return (await stranger.signTransaction(changed)).signedTransaction;
    };
    await expect(send(await resign({}))).rejects.toBeInstanceOf(
      errors.AccessKeyNotFoundActionError,
    );
    await expect(send(await resign({ signerId: 'no.rondo' }))).rejects.toBeInstanceOf(
      errors.SignerDoesNotExistError,
    );
    await expect(send(await resign({ signerId: 'No Name' }))).rejects.toBeInstanceOf(
      errors.InvalidSignerIdError,
    );
    await expect(send(await resign({ receiverId: 'No Name' }))).rejects.toBeInstanceOf(
      errors.InvalidReceiverIdError,
    );
    expect(await w.view('kept', { key: 'tampered' })).toBe(null);
  });

  it('are refused with a nonce that was used or is far ahead, and with a block that is too old', async () => {
    const w = await world();
    const { provider } = w.chain;
    const send = async (odd: { nonce?: bigint; blockHash?: Uint8Array }) =>
      provider.sendTransactionUntil(
        await w.sign(w.ada, PROBE_ACCOUNT, [keep('odd')], odd),
        'FINAL',
      );
    const publicKey = await w.ada.getSigner()!.getPublicKey();
    const { nonce } = await provider.viewAccessKey({ accountId: 'ada.rondo', publicKey });
    const used = await send({ nonce }).catch((error: unknown) => error);
    expect(used).toBeInstanceOf(errors.InvalidNonceError);
    const bound = BigInt((await height(w)) + 1) * 1_000_000n;
    await expect(send({ nonce: bound })).rejects.toBeInstanceOf(errors.NonceTooLargeError);
    await expect(send({ blockHash: new Uint8Array(32) })).rejects.toBeInstanceOf(
      errors.TransactionExpiredError,
    );
    // The block is there, until so many others were made after it.
    const { header } = await provider.viewBlock({ finality: 'final' });
    const old = baseDecode(header.hash);
    const made = [{ from: header.height, by: BLOCKS_KEPT - 1 }];
    for (const { from, by } of made) {
      const next = { height: from + by, hash: 'made', previous: 'up', created: Date.now() };
      await w.database.queries.insertInto('chainBlocks').values(next).execute();
    }
    expect((await send({ blockHash: old })).status).toHaveProperty('SuccessValue');
    await expect(send({ blockHash: old })).rejects.toBeInstanceOf(errors.TransactionExpiredError);
    await expect(provider.viewBlock({ blockId: header.hash })).rejects.toBeInstanceOf(
      errors.UnknownBlockError,
    );
    const kept = w.database.queries.selectFrom('chainTransactions').select('height');
    const heights = (await kept.execute()).map((row) => row.height);
    expect(Math.min(...heights)).toBeGreaterThan(header.height);
  });

  it('by a limited key call what it is for, attach nothing, and pay out of its allowance', async () => {
    const w = await world();
    const { provider } = w.chain;
    const pair = KeyPair.fromRandom('ed25519');
    const publicKey = pair.getPublicKey();
    const allowance = COIN / 100n;
    const add = actions.addFunctionCallAccessKey(publicKey, PROBE_ACCOUNT, ['keep'], allowance);
    await w.send(w.ada, 'ada.rondo', [add]);
    const limited = new Account('ada.rondo', provider, new KeyPairSigner(pair));
    const call = (methodName: string, more: object = {}) =>
      limited.callFunction({ contractId: PROBE_ACCOUNT, methodName, gas: GAS, ...more } as never);
    const args = { key: 'limited', value: 'v' };
    expect(await call('keep', { args })).toMatchObject({ by: 'ada.rondo' });
    const shown = await provider.viewAccessKey({ accountId: 'ada.rondo', publicKey });
    const { FunctionCall: rights } = shown.permission as { FunctionCall: { allowance: string } };
    expect(rights).toMatchObject({ receiver_id: PROBE_ACCOUNT, method_names: ['keep'] });
    // What was not used of the gas came back to it.
    const spent = allowance - BigInt(rights.allowance);
    expect(spent).toBeGreaterThan(0n);
    expect(spent).toBeLessThan(GAS * 10n ** 8n);
    const refused: [() => Promise<unknown>, new (...given: never[]) => Error][] = [
      [
        () => call('keep', { args, deposit: 1n }),
        errors.AccessKeyDepositWithFunctionCallActionError,
      ],
      [() => call('drop'), errors.AccessKeyMethodNameMismatchActionError],
      [
        () => call('keep', { contractId: 'ben.rondo' }),
        errors.AccessKeyReceiverMismatchActionError,
      ],
      [() => call('keep', { args, gas: MAX_GAS }), errors.AccessKeyNotEnoughAllowanceActionError],
      [
        () => w.send(limited, 'ben.rondo', [actions.transfer(1n)]),
        errors.AccessKeyRequiresFullAccessActionError,
      ],
    ];
    for (const [work, kind] of refused) {
      expect(await work().catch((error: unknown) => error)).toBeInstanceOf(kind);
    }
    await w.send(w.ada, 'ada.rondo', [actions.deleteKey(publicKey)]);
    const gone = provider.viewAccessKey({ accountId: 'ada.rondo', publicKey });
    await expect(gone).rejects.toBeInstanceOf(errors.AccessKeyDoesNotExistError);
  });

  itOnce('are refused with too much gas or actions that there are not', async () => {
    const w = await world();
    const refusal = (...calls: ReturnType<typeof keep>[]) =>
      w.send(w.ada, PROBE_ACCOUNT, calls).catch((error: unknown) => error);
    const half = actions.functionCall('keep', {}, MAX_GAS / 2n + 1n, 0n);
    expect(await refusal(half, half)).toBeInstanceOf(errors.TotalPrepaidGasExceededActionError);
    const idle = actions.functionCall('keep', {}, 0n, 0n);
    expect(await refusal(idle)).toBeInstanceOf(errors.FunctionCallZeroAttachedGasActionError);
    const deploy = actions.deployContract(new Uint8Array([1]));
    const remove = actions.deleteAccount('ben.rondo');
    for (const one of [deploy, remove]) {
      expect(await refusal(one)).toBeInstanceOf(errors.UnsupportedProtocolFeatureActionError);
    }
    const many = Array.from({ length: 101 }, () => actions.transfer(1n));
    expect(await refusal(...many)).toBeInstanceOf(errors.TotalNumberOfActionsExceededActionError);
    const long = actions.functionCall('keep', { key: 'x'.repeat(17_000) }, GAS, 0n);
    expect(await refusal(long)).toBeInstanceOf(errors.TransactionSizeExceededError);
    const badKey = actions.addFunctionCallAccessKey(
      KeyPair.fromRandom('ed25519').getPublicKey(),
      'No Name',
      [],
      1n,
    );
    expect(await refusal(badKey)).toBeInstanceOf(errors.InvalidAccountIdValidationActionError);
  });

  it('of one person at the same time all have their effect', async () => {
    const w = await world();
    const call = (_: unknown, at: number) =>
      w.call(w.ada, 'keep', { key: `many${at}`, value: 'v' });
    const all = await Promise.all(Array.from({ length: 8 }, call));
    for (const sent of all) expect(answerOf(sent)).toMatchObject({ by: 'ada.rondo' });
    const listed = await w.view('list', { prefix: 'many', from: 0, limit: 20 });
    expect(listed).toHaveLength(8);
  });

  itOnce('are read as NEAR tools write them, and as nothing else', async () => {
    const w = await world();
    const bytes = Buffer.from(encodeTransaction(await w.sign(w.ada, PROBE_ACCOUNT, [keep('x')])));
    const ask = (base64: unknown) =>
      w.chain.rpc({
        ...{ jsonrpc: '2.0', id: 1, method: 'send_tx' },
        params: { signed_tx_base64: base64, wait_until: 'FINAL' },
      });
    const PARSE = { error: { name: 'REQUEST_VALIDATION_ERROR', cause: { name: 'PARSE_ERROR' } } };
    const wrong = [
      Buffer.concat([bytes, Buffer.from([0])]).toString('base64'),
      bytes.subarray(0, -1).toString('base64'),
      Buffer.from('ffffffff', 'hex').toString('base64'),
      '',
      '*',
      17,
    ];
    for (const one of wrong) expect(await ask(one), String(one)).toMatchObject(PARSE);
    expect(await ask(bytes.toString('base64'))).toMatchObject({
      result: { final_execution_status: 'FINAL' },
    });
  });
});
