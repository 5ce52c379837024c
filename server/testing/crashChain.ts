import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { openChainWorld } from './chainWorld.ts';
import { temporaryFolder } from './folders.ts';

const WRITER = join(import.meta.dirname, 'crashChainWriter.ts');

/** What is left of the play-money chain after a row of crashes. */
export interface ChainCrashResult {
  /** Transactions that the killed processes said were done. */
  readonly acknowledged: number;
  /** Those of them that the chain does not have. */
  readonly lost: string[];
  /** Transactions without their effect, and effects without their transaction. */
  readonly half: number;
  /** Blocks that lack, and coins that were made or lost. */
  readonly missingBlocks: number;
  readonly missingCoins: bigint;
}

/** Lets a writer run, kills it `afterMs` its first acknowledgement; returns what it said. */
async function writeAndKill(place: readonly string[], afterMs: number): Promise<string[]> {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [WRITER, ...place], { stdio: [...stdio] });
  const closed = once(child, 'close');
  let said = '';
  child.stdout!.setEncoding('utf8');
  child.stdout!.on('data', (text: string) => {
    said += text;
  });
  await Promise.race([once(child.stdout!, 'data'), closed]);
  setTimeout(() => child.kill('SIGKILL'), afterMs);
  await closed;
  // A line without its end was not said.
  return said.split('\n').slice(0, -1);
}

/** Kills one writer after another on the same chain, each after its time in ms, then looks at all of it. */
export async function crashDuringTransactions(
  delaysMs: readonly number[],
  databaseUrl: string | undefined,
): Promise<ChainCrashResult> {
  const folder = await temporaryFolder();
  const place = [folder.path, ...(databaseUrl === undefined ? [] : [databaseUrl])];
  const said: string[] = [];
  for (const afterMs of delaysMs) said.push(...(await writeAndKill(place, afterMs)));
  const database = await openDatabase({ dataFolder: folder.path, databaseUrl });
  try {
    const { queries } = database;
    const state = await queries.selectFrom('chainState').select('stateKey').execute();
    const kept = new Set(state.map(({ stateKey }) => stateKey));
    kept.delete('begun');
    const transactions = await queries.selectFrom('chainTransactions').select('hash').execute();
    const heights = await queries.selectFrom('chainBlocks').select('height').execute();
    const highest = Math.max(...heights.map(({ height }) => height));
    const missingBlocks = highest - heights.length;
    // Who opens the chain again finds it whole, and it goes on.
    const world = await openChainWorld(database);
    await world.call(world.ada, 'keep', { key: 'after', value: 'all' });
    return {
      acknowledged: said.length,
      lost: said.filter((key) => !kept.has(key)),
      half: Math.abs(transactions.length - kept.size),
      missingBlocks,
      missingCoins: await world.missing(),
    };
  } finally {
    await database.close();
    await folder.remove();
  }
}
