import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gasCostOf } from './checks.ts';
import { type Contract, type Host, Panic, type Promised } from './host.ts';
import { ACCOUNT_BYTES, GAS_PRICE, MAX_GAS, ROW_BYTES, TRANSACTION_GAS } from './protocol.ts';
import type { Receipt } from './receipts.ts';
import { runReceipts, storageCost } from './run.ts';
import { type Reading, State } from './state.ts';

const COIN = 10n ** 24n;
const SIGNER = 'ada.rondo';
const PLACES = ['p.rondo', 'q.rondo', SIGNER, 'nobody.rondo'];
const KEYS = ['a', 'b', 'ä'];

/** Something that a contract does. Amounts are in thousandths of a coin, gas in percent of what it has. */
type Step =
  | { readonly do: 'write'; readonly key: number; readonly length: number }
  | { readonly do: 'remove'; readonly key: number }
  | { readonly do: 'pay'; readonly to: number; readonly amount: number }
  | {
      readonly do: 'call';
      readonly to: number;
      readonly amount: number;
      readonly gas: number;
      readonly program: Program;
      readonly after: Program | null;
    };
interface Program {
  readonly steps: readonly Step[];
  readonly end: 'value' | 'promise' | 'panic';
}

const { program } = fc.letrec<{ program: Program; step: Step }>((tie) => ({
  program: fc.record({
    steps: fc.array(tie('step'), { maxLength: 4, depthIdentifier: 'calls' }),
    end: fc.constantFrom('value', 'value', 'promise', 'promise', 'panic'),
  }),
  step: fc.oneof(
    { depthIdentifier: 'calls', maxDepth: 3, withCrossShrink: true },
    fc.record({ do: fc.constant('write' as const), key: fc.nat(2), length: fc.nat(3000) }),
    fc.record({ do: fc.constant('remove' as const), key: fc.nat(2) }),
    fc.record({ do: fc.constant('pay' as const), to: fc.nat(3), amount: fc.nat(1200) }),
    fc.record({
      do: fc.constant('call' as const),
      to: fc.nat(3),
      amount: fc.nat(700),
      gas: fc.nat(60),
      program: tie('program'),
      after: fc.option(tie('program')),
    }),
  ),
}));

const milli = (amount: number) => (BigInt(amount) * COIN) / 1000n;

function doStep(host: Host, step: Step): Promised | undefined {
  switch (step.do) {
    case 'write':
      host.set(KEYS[step.key]!, 'ö'.repeat(step.length));
      return undefined;
    case 'remove':
      host.remove(KEYS[step.key]!);
      return undefined;
    case 'pay':
      return host.transfer(PLACES[step.to]!, milli(step.amount));
    case 'call': {
      const gas = (host.prepaidGas * BigInt(step.gas)) / 200n;
      const deposit = milli(step.amount);
      const args = { program: step.program };
      const first = host.call(PLACES[step.to]!, [{ method: 'run', args, deposit, gas }]);
      if (!step.after) return first;
      const after = { program: step.after };
      return host.then(first, { method: 'run', args: after, deposit: 0n, gas });
    }
  }
}

const contract: Contract = {
  name: 'tree',
  methods: {
    run: async (host, args) => {
      const { steps, end } = args.program as Program;
      let last: Promised | undefined;
      for (const step of steps) last = doStep(host, step) ?? last;
      if (end === 'panic') throw new Panic('so it is written');
      return end === 'promise' ? last : [await host.get('a'), host.results.length].length;
    },
  },
};
const contracts = { byName: new Map([['tree', contract]]), log: undefined };
const nothing: Reading = {
  account: async () => undefined,
  key: async () => undefined,
  values: async () => new Map(),
  list: async () => [],
};

async function total(state: State): Promise<bigint> {
  let sum = 0n;
  for (const id of PLACES) sum += (await state.account(id))?.amount ?? 0n;
  return sum;
}

/** Bytes of an account by its rows. */
async function bytesOf(state: State, id: string): Promise<number> {
  const rows = await state.list(id, '', 0, 100);
  const lengths = rows.map(
    ({ key, value }) => ROW_BYTES + Buffer.byteLength(key) + Buffer.byteLength(value),
  );
  return lengths.reduce((sum, length) => sum + length, ACCOUNT_BYTES);
}

it('no coin is made or lost, whatever contracts do, and every account covers what it keeps', async () => {
  const seen = { failed: 0, done: 0, called: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(program, fc.nat(900), fc.nat(100)), { maxLength: 4 }),
      async (calls) => {
        const state = new State(nothing);
        for (const id of PLACES.slice(0, 3)) {
          const runs = id === SIGNER ? null : 'tree';
          state.setAccount(id, { amount: 2n * COIN, bytes: ACCOUNT_BYTES, contract: runs });
        }
        for (const [at, [run, amount, gasPercent]] of calls.entries()) {
          const before = await total(state);
          const gas = (MAX_GAS * BigInt(gasPercent + 1)) / 101n;
          const deposit = milli(amount);
          const account = (await state.account(SIGNER))!;
          const cost = gasCostOf(gas) + deposit;
          if (account.amount < cost) continue;
          state.setAccount(SIGNER, { ...account, amount: account.amount - cost });
          const args = Buffer.from(JSON.stringify({ program: run }));
          const first: Receipt = {
            ...{ id: `call ${at}`, predecessor: SIGNER, receiver: 'p.rondo', signer: SIGNER },
            ...{ signerKey: 'k', isRefund: false, inputs: [], outputs: [] },
            actions: [{ kind: 'FunctionCall', method: 'run', args, gas, deposit }],
          };
          const ran = await runReceipts({ state, contracts, height: at, created: at }, first);
          const burnt = ran.burnt + TRANSACTION_GAS * GAS_PRICE;
          expect((await total(state)) + burnt).toBe(before);
          seen.called += ran.outcomes.length;
          const hasFailed = ran.outcomes.some(({ status }) => 'Failure' in (status as object));
          seen[hasFailed ? 'failed' : 'done'] += 1;
        }
        for (const id of PLACES.slice(0, 3)) {
          const { amount, bytes } = (await state.account(id))!;
          expect(bytes).toBe(await bytesOf(state, id));
          expect(amount).toBeGreaterThanOrEqual(storageCost(bytes));
        }
      },
    ),
    { numRuns: 150 },
  );
  // Both ways were taken, and calls called others.
  expect(seen.failed).toBeGreaterThan(20);
  expect(seen.done).toBeGreaterThan(20);
  expect(seen.called).toBeGreaterThan(500);
});
