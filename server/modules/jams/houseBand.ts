import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows, updateRows } from '../../ports/database/rows.ts';
import type { RifffRow } from '../../ports/database/schemaJams.ts';

/** In the transaction of a person's rifff: it is the band's turn, unless it was told to rest. */
export async function callBand(
  queries: Queries,
  { jamId, id, userId, created }: Pick<RifffRow, 'jamId' | 'id' | 'userId' | 'created'>,
): Promise<void> {
  if (userId === HOUSE_BAND_ID) return;
  const called = { due: created, parentId: id, alone: 0, thought: null };
  await updateRows(queries, 'bandTurns', { jamId, isResting: false }, called);
}

/**
 * Sends the band away from a jam (short id), in a transaction that holds its lock; what it played stays.
 * @returns false where it was not there
 */
export async function sendBandAway(queries: Queries, jamId: string): Promise<boolean> {
  await removeRows(queries, 'bandTurns', { jamId });
  return (await updateRows(queries, 'jams', { id: jamId, hasBand: true }, { hasBand: false })) > 0;
}

/** The same where a jam is closed: no reader asks any more what the band played there. */
export async function forgetBand(queries: Queries, jamId: string): Promise<void> {
  await sendBandAway(queries, jamId);
  await removeRows(queries, 'bandAnswers', { jamId });
}
