import { type Contract, Panic } from '../../packages/dev-chain/host.ts';

const TERA = 10n ** 12n;
/** How much gas the calls of the contract give away. */
const GAS = 20n * TERA;

/** Panics with `why`, if the caller gave one. */
function fall(why: unknown): void {
  if (why !== undefined) throw new Panic(String(why));
}

/** A contract that does whatever tests of the play-money chain want to see. Lives at `probe.rondo`. */
export const PROBE: Contract = {
  name: 'probe',
  methods: {
    new: async (host, args) => {
      if ((await host.get('begun')) !== null) throw new Panic('has begun already');
      host.set('begun', JSON.stringify(args));
    },
    begun: async (host) => JSON.parse((await host.get('begun')) ?? 'null'),
    /** Keeps `value` under `key`; fails after that where `panic` says why. */
    keep: async (host, { key, value, panic }) => {
      host.set(String(key), String(value));
      host.log(`kept ${key}`);
      fall(panic);
      return { deposit: String(host.attachedDeposit), by: host.predecessor, for: host.signer };
    },
    drop: async (host, { key }) => host.remove(String(key)),
    kept: (host, { key }) => host.get(String(key)),
    list: async (host, { prefix, from, limit }) =>
      (await host.list(String(prefix), Number(from), Number(limit))).map(({ key }) => key),
    /** Writes, removes and reads in one receipt. */
    shuffle: async (host) => {
      host.remove('a1');
      host.set('a15', 'new');
      host.set('a2', 'changed');
      return host.list('a', 1, 3);
    },
    usage: async (host) => {
      const before = await host.storageUsage();
      host.set('grown', 'x'.repeat(100));
      const after = await host.storageUsage();
      return [String(before), String(after), String(await host.balance())];
    },
    /** Calls a method of an account with what is attached, and stands for its end. */
    pass: async (host, { to, method, args }) =>
      host.call(String(to), [
        {
          method: String(method),
          args: (args ?? {}) as Record<string, unknown>,
          deposit: host.attachedDeposit,
          gas: GAS,
        },
      ]),
    /** The same, and looks at what came of it. */
    passAndLook: async (host, { to, method, args, panic }) => {
      const first = host.call(String(to), [
        {
          method: String(method),
          args: (args ?? {}) as Record<string, unknown>,
          deposit: host.attachedDeposit,
          gas: GAS,
        },
      ]);
      return host.then(first, { method: '_look', args: { panic }, deposit: 0n, gas: GAS });
    },
    _look: async (host, { panic }) => {
      fall(panic);
      return { saw: host.results, by: host.predecessor };
    },
    /** Calls, then fails: nothing of the call may be seen. */
    passAndFall: async (host, { to }) => {
      host.set('half', 'done');
      host.call(String(to), [
        { method: 'keep', args: { key: 'x', value: 'y' }, deposit: 1n, gas: GAS },
      ]);
      throw new Panic('changed my mind');
    },
    pay: async (host, { to, amount }) => host.transfer(String(to), BigInt(String(amount))),
    broken: async () => {
      throw new TypeError('is not a function');
    },
    odd: async (host, { key, value }) => {
      host.set(JSON.parse(`"${key}"`), JSON.parse(`"${value}"`));
    },
  },
};
