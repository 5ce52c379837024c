import { KeyPair } from 'near-api-js';
import { expect, it } from 'vitest';
import { newAccountOf, worldOf } from '../../server/testing/chainWorld.ts';
import { describeDatabases } from '../../server/testing/databases.ts';
import { openDevnet } from './openDevnet.ts';

const newKey = () => KeyPair.fromRandom('ed25519').getPublicKey().toString();
const HUNDRED = `100${'0'.repeat(24)}`;

describeDatabases('the faucet of the play-money chain', (open, { itOnce }) => {
  const world = worldOf(open);

  it('makes an account with coins once, also for callers at the same time', async () => {
    const { chain, missing } = await world();
    const key = newKey();
    const make = () => chain.createPlayAccount('Ines', 'ines.rondo', key);
    const made = { accountId: 'ines.rondo', balance: HUNDRED };
    expect(await Promise.all([make(), make(), make()])).toEqual([made, made, made]);
    await expect(chain.createPlayAccount('Ines', 'ines.rondo', newKey())).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(chain.createPlayAccount('Other', 'ines.rondo', key)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await missing()).toBe(0n);
  });

  itOnce('makes five for one person', async () => {
    const { chain } = await world();
    const make = (at: number) => chain.createPlayAccount('Many', `many-${at}.rondo`, newKey());
    for (let at = 0; at < 5; at++) await make(at);
    await expect(make(5)).rejects.toMatchObject({ code: 'conflict' });
  });

  itOnce('refuses names that are none, are taken or are kept, and keys that are none', async () => {
    const { chain } = await world();
    const names = ['a.b.rondo', 'rondo', '.rondo', 'Ada2.rondo', 'ada2.near', 'ada2', 'a b.rondo'];
    const long = `${'x'.repeat(60)}.rondo`;
    for (const name of [...names, long, 'admin.rondo', 'demo-full.rondo']) {
      const made = chain.createPlayAccount('Odd', name, newKey());
      await expect(made, name).rejects.toMatchObject({
        code: 'bad_request',
        validationErrors: { accountId: expect.any(String) },
      });
    }
    for (const name of ['ada.rondo', 'probe.rondo', 'minter.rondo']) {
      const made = chain.createPlayAccount('Odd', name, newKey());
      await expect(made, name).rejects.toMatchObject({ code: 'conflict' });
    }
    for (const key of ['', 'ed25519:', `ed25519:${'1'.repeat(31)}`, newKey().slice(8), 'x:0']) {
      const made = chain.createPlayAccount('Odd', 'odd.rondo', key);
      await expect(made, key).rejects.toMatchObject({
        validationErrors: { publicKey: expect.any(String) },
      });
    }
  });

  itOnce('belongs to a chain that begins once, whoever comes first', async () => {
    const database = await open();
    await database.migrate();
    const chains = await Promise.all([1, 2, 3].map(() => openDevnet(database, [])));
    const keys = await Promise.all(chains.map((chain) => chain.minterKey()));
    expect(new Set(keys).size).toBe(1);
    const blocks = await database.queries.selectFrom('chainBlocks').selectAll().execute();
    expect(blocks).toHaveLength(1);
    const minter = newAccountOf(chains[0]!, 'minter.rondo', KeyPair.fromString(keys[0] as never));
    const ines = await chains[1]!.createPlayAccount('Ines', 'ines.rondo', newKey());
    await minter.transfer({ receiverId: ines.accountId, amount: 1n } as never);
    const { amount } = await chains[2]!.provider.viewAccount({ accountId: 'ines.rondo' });
    expect(String(amount)).toBe(`${HUNDRED.slice(0, -1)}1`);
  });

  itOnce('has no chain where a contract does not begin', async () => {
    const database = await open();
    await database.migrate();
    const bad = {
      name: 'bad',
      methods: {
        new: async () => {
          throw new Error('no way');
        },
      },
    };
    await expect(openDevnet(database, [bad])).rejects.toThrow('no way');
    expect(await database.queries.selectFrom('chainAccounts').selectAll().execute()).toEqual([]);
    await openDevnet(database, []);
  });
});
