import { actions } from 'near-api-js';
import { afterEach, expect, it } from 'vitest';
import {
  answerOf,
  type ChainWorld,
  failureOf,
  PROBE_ACCOUNT,
  worldOf,
} from '../../server/testing/chainWorld.ts';
import { describeDatabases } from '../../server/testing/databases.ts';
import { GAS_PRICE } from './protocol.ts';

const COIN = 10n ** 24n;
const TERA = 10n ** 12n;
/** What a call or a transfer of these tests costs at most. */
const SMALL_FEE = 10n * TERA * GAS_PRICE;

describeDatabases('receipts of the play-money chain', (open, { itOnce }) => {
  const world = worldOf(open);
  afterEach(async () => {
    expect(await (await world()).missing()).toBe(0n);
  });

  /** What an account lost while something was done. */
  async function lossOf({ balance }: ChainWorld, id: string, work: () => Promise<unknown>) {
    const before = await balance(id);
    await work();
    return before - (await balance(id));
  }

  it('tell a method who calls, keep what it says, and give back gas that it did not use', async () => {
    const { ada, call, view, balance, ...rest } = await world();
    const had = await balance(PROBE_ACCOUNT);
    const lost = await lossOf({ balance, ...rest } as ChainWorld, 'ada.rondo', async () => {
      const sent = await call(ada, 'keep', { key: 'k', value: 'v' }, 7n);
      expect(answerOf(sent)).toEqual({ deposit: '7', by: 'ada.rondo', for: 'ada.rondo' });
      expect(sent.receipts).toEqual([
        { executor: PROBE_ACCOUNT, status: sent.status, logs: ['kept k'] },
      ]);
    });
    expect(await view('kept', { key: 'k' })).toBe('v');
    expect(await view('begun')).toEqual({ owner_id: 'rondo', minter_id: 'minter.rondo' });
    expect(await balance(PROBE_ACCOUNT)).toBe(had + 7n);
    expect(lost).toBeGreaterThan(7n);
    expect(lost).toBeLessThan(SMALL_FEE);
  });

  itOnce('leave nothing of a call that fails but its fee and its log', async () => {
    const w = await world();
    const lost = await lossOf(w, 'ada.rondo', async () => {
      const sent = await w.call(w.ada, 'keep', { key: 'bad', value: 'v', panic: 'no' }, COIN);
      expect(failureOf(sent)).toEqual({
        FunctionCallError: { ExecutionError: 'Smart contract panicked: no' },
      });
      expect(sent.receipts[0]?.logs).toEqual(['kept bad']);
      expect(failureOf(await w.call(w.ada, 'broken'))).toEqual({
        FunctionCallError: { ExecutionError: 'Smart contract panicked: is not a function' },
      });
      const missing = await w.call(w.ada, 'nothing', {}, COIN);
      const MethodResolveError = 'MethodNotFound';
      expect(failureOf(missing)).toEqual({ FunctionCallError: { MethodResolveError } });
      const toAPerson = await w.send(w.ada, 'ben.rondo', [
        actions.functionCall('keep', {}, TERA * 10n, COIN),
      ]);
      expect(failureOf(toAPerson)).toEqual({
        FunctionCallError: { CompilationError: { CodeDoesNotExist: { account_id: 'ben.rondo' } } },
      });
    });
    expect(await w.view('kept', { key: 'bad' })).toBe(null);
    expect(lost).toBeLessThan(4n * SMALL_FEE);
  });

  itOnce('stand for what a promise of them ends as', async () => {
    const { ada, call, view } = await world();
    const inner = { to: PROBE_ACCOUNT, method: 'keep' };
    const passed = await call(ada, 'pass', { ...inner, args: { key: 'p', value: '1' } }, 3n);
    expect(answerOf(passed)).toEqual({ deposit: '3', by: PROBE_ACCOUNT, for: 'ada.rondo' });
    expect(await view('kept', { key: 'p' })).toBe('1');
    const args = { key: 'p', value: '2', panic: 'inside' };
    const failed = await call(ada, 'pass', { ...inner, args }, 3n);
    expect(failureOf(failed)).toEqual({
      FunctionCallError: { ExecutionError: 'Smart contract panicked: inside' },
    });
    expect(await view('kept', { key: 'p' })).toBe('1');
    // A promise of a promise, and one that goes to an account that is not there.
    const deep = { to: PROBE_ACCOUNT, method: 'pass', args: { to: 'no.rondo', method: 'keep' } };
    const gone = await call(ada, 'pass', { ...deep, args: { ...deep.args, args: {} } });
    expect(failureOf(gone)).toEqual({
      FunctionCallError: { ExecutionError: 'Exceeded the prepaid gas.' },
    });
    const lost = await call(ada, 'pass', { to: 'no.rondo', method: 'keep' });
    expect(failureOf(lost)).toEqual({ AccountDoesNotExist: { account_id: 'no.rondo' } });
  });

  it('call back with what came of a call, whatever that is', async () => {
    const w = await world();
    const inner = { to: PROBE_ACCOUNT, method: 'keep' };
    const good = await w.call(
      w.ada,
      'passAndLook',
      { ...inner, args: { key: 'q', value: '1' } },
      5n,
    );
    const value = { deposit: '5', by: PROBE_ACCOUNT, for: 'ada.rondo' };
    expect(answerOf(good)).toEqual({ saw: [{ ok: true, value }], by: PROBE_ACCOUNT });
    // What fails gives its deposit back to the contract that sent it, not to who signed.
    const had = await w.balance(PROBE_ACCOUNT);
    const args = { key: 'q', value: '2', panic: 'inside' };
    const bad = await w.call(w.ada, 'passAndLook', { ...inner, args }, 5n);
    expect(answerOf(bad)).toEqual({ saw: [{ ok: false }], by: PROBE_ACCOUNT });
    expect(bad.receipts.map(({ status }) => Object.keys(status)[0])).toEqual([
      'SuccessReceiptId',
      'Failure',
      'SuccessValue',
    ]);
    expect(await w.balance(PROBE_ACCOUNT)).toBe(had + 5n);
    expect(await w.view('kept', { key: 'q' })).toBe('1');
    // A callback that fails does not take back what it was told of.
    const third = { ...inner, args: { key: 'q', value: '3' }, panic: 'after' };
    expect(failureOf(await w.call(w.ada, 'passAndLook', third))).toEqual({
      FunctionCallError: { ExecutionError: 'Smart contract panicked: after' },
    });
    expect(await w.view('kept', { key: 'q' })).toBe('3');
    // Nothing answers where nothing is said.
    const plain = await w.call(w.ada, 'passAndLook', { to: PROBE_ACCOUNT, method: 'kept' });
    expect(answerOf(plain)).toMatchObject({ saw: [{ ok: true, value: null }] });
  });

  itOnce('keep callbacks to the contract itself', async () => {
    const { ada, call, send, chain } = await world();
    const MethodResolveError = 'MethodNotFound';
    expect(failureOf(await call(ada, '_look'))).toEqual({
      FunctionCallError: { MethodResolveError },
    });
    const byView = { contractId: PROBE_ACCOUNT, method: '_look', args: {} };
    await expect(chain.provider.callFunction(byView)).rejects.toThrow('not found');
    for (const name of ['toString', 'constructor', '__proto__']) {
      const calls = [actions.functionCall(name, {}, TERA * 10n, 0n)];
      expect(failureOf(await send(ada, PROBE_ACCOUNT, calls)), name).toEqual({
        FunctionCallError: { MethodResolveError },
      });
    }
  });

  itOnce('take back what they sent when they fail after it', async () => {
    const w = await world();
    const sent = await w.call(w.ada, 'passAndFall', { to: PROBE_ACCOUNT });
    expect(sent.receipts).toHaveLength(1);
    expect(await w.view('kept', { key: 'half' })).toBe(null);
    expect(await w.view('kept', { key: 'x' })).toBe(null);
  });

  itOnce('pay out of what the contract has, and fail where it has too little', async () => {
    const w = await world();
    const amount = String(2n * COIN);
    const had = await w.balance('ben.rondo');
    expect(answerOf(await w.call(w.ada, 'pay', { to: 'ben.rondo', amount }, 2n * COIN))).toBe(
      undefined,
    );
    expect(await w.balance('ben.rondo')).toBe(had + 2n * COIN);
    const tooMuch = await w.call(w.ada, 'pay', { to: 'ben.rondo', amount: String(10n ** 30n) });
    expect(failureOf(tooMuch)).toEqual({
      FunctionCallError: { ExecutionError: 'Exceeded the account balance.' },
    });
    // Its balance, down to what its storage holds back.
    const rest = (await w.balance(PROBE_ACCOUNT)) - 1n;
    const all = await w.call(w.ada, 'pay', { to: 'ben.rondo', amount: String(rest) });
    expect(answerOf(all)).toBe(undefined);
    await w.send(w.ben, PROBE_ACCOUNT, [actions.transfer(rest)]);
    expect(failureOf(await w.call(w.ada, 'pay', { to: 'ben.rondo', amount: '-1' }))).toEqual({
      FunctionCallError: {
        ExecutionError: 'Smart contract panicked: A deposit is less than nothing',
      },
    });
    const nobody = { to: 'Not An Account', amount: '1' };
    expect(failureOf(await w.call(w.ada, 'pay', nobody))).toMatchObject({
      FunctionCallError: { ExecutionError: expect.stringContaining('Invalid account id') },
    });
  });

  it('count the bytes that a contract keeps, and hold back coins for them', async () => {
    const w = await world();
    const grown = answerOf(await w.call(w.ada, 'usage')) as string[];
    // 40 for the row, 5 for the key, 100 for the value.
    expect(BigInt(grown[1]!) - BigInt(grown[0]!)).toBe(145n);
    const { storage_usage: before } = await w.chain.provider.viewAccount({
      accountId: PROBE_ACCOUNT,
    });
    expect(before).toBe(Number(grown[1]));
    const spare = (await w.balance(PROBE_ACCOUNT)) - COIN / 50n;
    await w.call(w.ada, 'pay', { to: 'ben.rondo', amount: String(spare) });
    const value = 'x'.repeat(5000);
    const big = await w.call(w.ada, 'keep', { key: 'big', value });
    expect(failureOf(big)).toMatchObject({ LackBalanceForState: { account_id: PROBE_ACCOUNT } });
    expect(await w.view('kept', { key: 'big' })).toBe(null);
    const paid = await w.call(w.ada, 'keep', { key: 'big', value }, COIN);
    expect(paid.status).toHaveProperty('SuccessValue');
    await w.call(w.ada, 'drop', { key: 'big' });
    const after = await w.chain.provider.viewAccount({ accountId: PROBE_ACCOUNT });
    expect(after.storage_usage).toBe(before);
    await w.send(w.ben, PROBE_ACCOUNT, [actions.transfer(spare)]);
  });

  it('list keys in the order of their bytes, with what the receipt itself changed', async () => {
    const w = await world();
    const keys = ['a1', 'a2', 'a10', 'a\u{1F600}', 'a\uFFFD', 'b'];
    for (const key of keys) await w.call(w.ada, 'keep', { key, value: key });
    const listed = (from: number, limit: number) => w.view('list', { prefix: 'a', from, limit });
    expect(await listed(0, 10)).toEqual(['a1', 'a10', 'a2', 'a\uFFFD', 'a\u{1F600}']);
    expect(await listed(1, 2)).toEqual(['a10', 'a2']);
    expect(answerOf(await w.call(w.ada, 'shuffle'))).toEqual([
      { key: 'a15', value: 'new' },
      { key: 'a2', value: 'changed' },
      { key: 'a\uFFFD', value: 'a\uFFFD' },
    ]);
    expect(await listed(0, 3)).toEqual(['a10', 'a15', 'a2']);
    await expect(w.view('list', { prefix: 'a', from: -1, limit: 1 })).rejects.toThrow('range');
  });

  it('refuse keys and values that no row can have', async () => {
    const w = await world();
    for (const [key, value] of [
      ['\\u0000', ''],
      ['\\ud800', ''],
      ['k', '\\u0000'],
      ['k', '\\udc00'],
      ['k'.repeat(2049), ''],
    ]) {
      const sent = await w.call(w.ada, 'odd', { key, value });
      expect(failureOf(sent)).toMatchObject({
        FunctionCallError: { ExecutionError: expect.stringContaining('is not text') },
      });
    }
  });

  it('make accounts below the one that asks, with their keys, and change keys of one’s own', async () => {
    const w = await world();
    const key = await w.ben.getSigner()!.getPublicKey();
    const make = (id: string) =>
      w.send(w.ada, id, [
        actions.createAccount(),
        actions.transfer(COIN),
        actions.addFullAccessKey(key),
      ]);
    expect((await make('sub.ada.rondo')).status).toHaveProperty('SuccessValue');
    expect(await w.balance('sub.ada.rondo')).toBe(COIN);
    const { keys } = await w.chain.provider.viewAccessKeyList({ accountId: 'sub.ada.rondo' });
    expect(keys.map((one) => one.public_key)).toEqual([key.toString()]);
    const twice = await make('sub.ada.rondo');
    expect(failureOf(twice)).toEqual({ AccountAlreadyExists: { account_id: 'sub.ada.rondo' } });
    expect(failureOf(await make('other.rondo'))).toHaveProperty('CreateAccountNotAllowed');
    expect(failureOf(await make('top'))).toHaveProperty('CreateAccountOnlyByRegistrar');
    expect(failureOf(await w.send(w.ada, 'nobody.rondo', [actions.transfer(1n)]))).toEqual({
      AccountDoesNotExist: { account_id: 'nobody.rondo' },
    });
    const foreign = await w.send(w.ada, 'ben.rondo', [actions.deleteKey(key)]);
    expect(failureOf(foreign)).toEqual({
      ActorNoPermission: { account_id: 'ben.rondo', actor_id: 'ada.rondo' },
    });
    expect(failureOf(await w.send(w.ben, 'ben.rondo', [actions.addFullAccessKey(key)]))).toEqual({
      AddKeyAlreadyExists: { account_id: 'ben.rondo', public_key: key.toString() },
    });
    expect(failureOf(await w.send(w.ada, 'ada.rondo', [actions.deleteKey(key)]))).toHaveProperty(
      'DeleteKeyDoesNotExist',
    );
  });

  itOnce('run out of gas where too little is attached, and burn all of that', async () => {
    const w = await world();
    const lost = await lossOf(w, 'ada.rondo', async () => {
      const sent = await w.call(w.ada, 'keep', { key: 'g', value: '1' }, COIN, TERA / 2n);
      expect(failureOf(sent)).toEqual({
        FunctionCallError: { ExecutionError: 'Exceeded the prepaid gas.' },
      });
    });
    expect(lost).toBe(((3n * TERA) / 2n) * GAS_PRICE);
  });
});
