import { baseEncode } from 'near-api-js';
import type { Queries } from '../../server/ports/database/database.ts';
import type { ChainBlockRow } from '../../server/ports/database/schemaMarket.ts';
import { BLOCKS_KEPT } from './protocol.ts';
import { hashOf } from './receipts.ts';

/** What stands where no block is before one. */
export const NO_HASH = baseEncode(new Uint8Array(32));

export function latestBlock(queries: Queries): Promise<ChainBlockRow> {
  const blocks = queries.selectFrom('chainBlocks').selectAll();
  return blocks.orderBy('height', 'desc').limit(1).executeTakeFirstOrThrow();
}

/** A block by its hash or height. */
export function findBlock(
  queries: Queries,
  id: string | number,
): Promise<ChainBlockRow | undefined> {
  const blocks = queries.selectFrom('chainBlocks').selectAll();
  const found =
    typeof id === 'number' ? blocks.where('height', '=', id) : blocks.where('hash', '=', id);
  return found.executeTakeFirst();
}

/**
 * The block after another. Time does not go back on a chain, whatever the clock of the server does.
 * @param content what makes its hash its own
 */
export function nextBlock(
  { height, hash, created }: ChainBlockRow,
  content: string,
): ChainBlockRow {
  return {
    height: height + 1,
    hash: hashOf(hash, String(height + 1), content),
    previous: hash,
    created: Math.max(created, Date.now()),
  };
}

/** Stores a block, and forgets those that are too old to be named, with their transactions: these cannot be sent again. */
export async function writeBlock(queries: Queries, block: ChainBlockRow): Promise<void> {
  await queries.insertInto('chainBlocks').values(block).execute();
  const last = block.height - BLOCKS_KEPT;
  await queries.deleteFrom('chainBlocks').where('height', '<=', last).execute();
  await queries.deleteFrom('chainTransactions').where('height', '<=', last).execute();
}
