import { KeyPair } from 'near-api-js';
import { CONTRACTS } from '../../ports/chain/contracts/contracts.ts';
import { type Devnet, openDevnet } from '../../ports/chain/devnet/openDevnet.ts';
import { MARKET_ACCOUNT, MINTER_ACCOUNT, NFT_ACCOUNT } from '../../ports/chain/devnet/protocol.ts';
import type { Database } from '../../ports/database/database.ts';
import { ROLES, type Stage, stageAt } from './stage.ts';

export interface DevnetStage extends Stage {
  readonly devnet: Devnet;
  readonly database: Database;
}

/**
 * A play-money chain in a new database, with an account from the faucet for each role.
 * @param database migrated
 */
export async function devnetStage(database: Database, crowd = 500): Promise<DevnetStage> {
  const devnet = await openDevnet(database, CONTRACTS);
  const keys = [{ id: MINTER_ACCOUNT, key: await devnet.minterKey() }];
  for (const role of ROLES.slice(1)) {
    const pair = KeyPair.fromRandom('ed25519');
    const id = `${role}.rondo`;
    await devnet.createPlayAccount(role, id, pair.getPublicKey().toString());
    keys.push({ id, key: pair.toString() });
  }
  const contracts = { nft: NFT_ACCOUNT, market: MARKET_ACCOUNT };
  return { ...stageAt(devnet.provider, contracts, keys, crowd), devnet, database };
}

/** Coins of all accounts and those that were burnt, together, beside what there is of them. */
export async function coinsOf(database: Database): Promise<{ counted: bigint; supply: bigint }> {
  const { queries } = database;
  const accounts = await queries.selectFrom('chainAccounts').select('amount').execute();
  const facts = await queries.selectFrom('chainFacts').selectAll().execute();
  const fact = (name: string) => BigInt(facts.find((row) => row.name === name)!.value);
  const held = accounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return { counted: held + fact('burnt'), supply: fact('supply') };
}
