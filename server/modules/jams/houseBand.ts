import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { RifffRow } from '../../ports/database/schemaJams.ts';

/** In the transaction of a person's rifff: it is the band's turn, unless it was told to rest. */
export async function callBand(
  queries: Queries,
  { jamId, id, userId, created }: Pick<RifffRow, 'jamId' | 'id' | 'userId' | 'created'>,
): Promise<void> {
  if (userId === HOUSE_BAND_ID) return;
  await queries
    .updateTable('bandTurns')
    .set({ due: created, parentId: id, alone: 0 })
    .where('jamId', '=', jamId)
    .where('isResting', '=', false)
    .execute();
}

/**
 * Sends the band away from a jam (short id), in a transaction that holds its lock; what it played stays.
 * @returns false where it was not there
 */
export async function sendBandAway(queries: Queries, jamId: string): Promise<boolean> {
  await queries.deleteFrom('bandTurns').where('jamId', '=', jamId).execute();
  const { numUpdatedRows } = await queries
    .updateTable('jams')
    .set({ hasBand: false })
    .where('id', '=', jamId)
    .where('hasBand', '=', true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The same where a jam is closed: nobody asks any more what the band played there. */
export async function forgetBand(queries: Queries, jamId: string): Promise<void> {
  await sendBandAway(queries, jamId);
  await queries.deleteFrom('bandAnswers').where('jamId', '=', jamId).execute();
}
