import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { MarketSettings } from '../../marketSettings.ts';
import { MIGRATIONS } from '../../migrations/index.ts';
import type { Chain, MintOrder } from '../../ports/chain/chain.ts';
import { openChain } from '../../ports/chain/openChain.ts';
import { migrateToLatest } from '../../ports/database/migrate.ts';
import { openDatabase } from '../../ports/database/openDatabase.ts';
import { temporaryFolder } from '../folders.ts';
import { type DevnetStage, devnetStage } from './devnetStage.ts';
import { idOf, METADATA, type Stage } from './stage.ts';

/** The play-money chain as an operator has it who said nothing about it. */
export const PLAY_SETTINGS: MarketSettings = {
  isOn: true,
  near: undefined,
  accountSuffix: '.rondo',
  listMode: 'approve-msg',
  symbol: 'PLAY',
  explorerUrl: null,
};

export interface ChainWorld {
  readonly stage: DevnetStage;
  readonly chain: Chain;
  /** What is closed after the suite. */
  readonly closing: (() => unknown)[];
}

/** A stage and the chain port on it, in an embedded database of the suite's own. Read it in tests only. */
export function chainWorld(): () => ChainWorld {
  const closing: (() => unknown)[] = [];
  let world: ChainWorld;
  beforeAll(async () => {
    const folder = await temporaryFolder();
    const database = await openDatabase({ databaseUrl: undefined, dataFolder: folder.path });
    closing.push(
      () => folder.remove(),
      () => database.close(),
    );
    await migrateToLatest(database.queries, MIGRATIONS);
    const { chain } = await openChain(PLAY_SETTINGS, database);
    world = { stage: await devnetStage(database), chain, closing };
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  return () => world;
}

/** An order of a new token for Alice, of whose sales the maker gets a tenth. */
export function mintOrder(stage: Stage): MintOrder {
  return {
    tokenId: randomBytes(16).toString('hex'),
    receiverId: idOf(stage, 'alice'),
    metadata: { ...METADATA, issued_at: '1789000000000' },
    royalty: { [idOf(stage, 'maker')]: 1000 },
  };
}
