import { KeyPair } from 'near-api-js';
import { openDevnet } from '../../packages/dev-chain/openDevnet.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { newAccountOf, PROBE_ACCOUNT } from './chainWorld.ts';
import { PROBE } from './probeContract.ts';

/**
 * Sends transactions to the play-money chain for ever, and says the name of each on stdout once the chain has it. Each
 * keeps its name under its name, one receipt after the other, and pays. The data folder is the first argument, the
 * address of a database the second. Run by the crash test, which kills it.
 */
const [dataFolder = '', databaseUrl] = process.argv.slice(2);
const database = await openDatabase({ dataFolder, databaseUrl });
await database.migrate();
const chain = await openDevnet(database, [PROBE]);
const pair = KeyPair.fromRandom('ed25519');
const name = `writer-${process.pid}.rondo`;
await chain.createPlayAccount(name, name, pair.getPublicKey().toString());
const account = newAccountOf(chain, name, pair);

for (let at = 0; ; at++) {
  const key = `${name} ${at}`;
  const args = { to: PROBE_ACCOUNT, method: 'keep', args: { key, value: key } };
  const gas = 100n * 10n ** 12n;
  const call = { contractId: PROBE_ACCOUNT, methodName: 'passAndLook', args, gas, deposit: 5n };
  await account.callFunction(call);
  process.stdout.write(`${key}\n`);
}
