import { KeyPair } from 'near-api-js';
import { CONTRACTS } from '../../../packages/dev-chain/contracts/contracts.ts';
import type { Contract } from '../../../packages/dev-chain/host.ts';
import { type Devnet, openDevnet } from '../../../packages/dev-chain/openDevnet.ts';
import {
  MARKET_ACCOUNT,
  MINTER_ACCOUNT,
  NFT_ACCOUNT,
} from '../../../packages/dev-chain/protocol.ts';
import type { Database } from '../../ports/database/database.ts';
import { ROLES, type Stage, stageAt } from './stage.ts';

/** A contract that says of tokens whatever it is asked to. */
const LIAR: Contract = {
  name: 'liar',
  methods: {
    tell: async (host, args) =>
      host.call(MARKET_ACCOUNT, [
        { method: 'nft_on_approve', args, deposit: 0n, gas: 50_000_000_000_000n },
      ]),
  },
};
export const LIAR_ACCOUNT = 'liar.rondo';

export interface DevnetStage extends Stage {
  readonly devnet: Devnet;
  readonly database: Database;
}

/**
 * A play-money chain in a new database, with an account from the faucet for each role.
 * @param database migrated
 */
export async function devnetStage(database: Database, crowd = 500): Promise<DevnetStage> {
  const devnet = await openDevnet(database, [...CONTRACTS, LIAR]);
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
