import { COLLECT_WINDOW_MS } from '../../../src/data/contract/constants.ts';
import type { CLOSED_REASONS } from '../../../src/data/contract/market.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, findsRow, hasRow } from '../../ports/database/rows.ts';
import type { JamFor, StoredRifff } from '../jams/access.ts';
import { findRefusal } from '../jams/importedRights.ts';
import { slotLoopIds } from '../library/present.ts';
import { findLoopIdentities, isShareBarred } from '../media/barred.ts';
import { tokenIdOf } from './tokenId.ts';

/** Why a rifff cannot be collected. */
export type Closed = (typeof CLOSED_REASONS)[number];

/** A refusal in words. */
export const CLOSED_WORDS: Readonly<Record<Closed, string>> = {
  over: 'This rifff is older than a day: it cannot be collected any more',
  jam: 'Rifffs of this jam cannot be collected',
  collected: 'This rifff was collected already',
  hidden: 'A moderator took this rifff out: it cannot be collected',
  empty: 'This rifff holds no loops: there is nothing to collect',
  imported: 'This rifff came in from elsewhere, or holds what did: it cannot be collected',
};

/** Can rifffs of this jam be collected? Anyone may hear it, and its owner said so. */
export const isCollectible = ({ access, isCollectible: isOn }: JamFor): boolean =>
  access === 'public' && isOn === true;

/** When its day is over, ms. */
export const closesAt = ({ created }: Pick<StoredRifff, 'created'>): number =>
  created + COLLECT_WINDOW_MS;

async function isEmpty(queries: Queries, { digest, doc }: StoredRifff): Promise<boolean> {
  const ids = slotLoopIds(doc);
  if (digest === '' || ids.length === 0) return true;
  return !(await hasRow(queries, 'loops', { id: ids, isRemoved: false }));
}

async function isHidden(queries: Queries, { jamId, id, userId, doc }: StoredRifff) {
  if (await hasRow(queries, 'shares', { jamId, rifffId: id, isRemoved: true })) return true;
  return isShareBarred(queries, userId, await findLoopIdentities(queries, slotLoopIds(doc)));
}

/** Does it have a token, or is one on its way? */
export async function isTaken(queries: Queries, tokenId: string): Promise<boolean> {
  const token = await findRow(queries, 'tokens', { id: tokenId }, ['id']);
  if (token) return true;
  return findsRow(
    queries.selectFrom('mints').where('tokenId', '=', tokenId).where('state', '!=', 'failed'),
  );
}

/** Why a rifff of a jam, both as the reader may read them, cannot be collected now; null where it can. */
export async function closedFor(
  queries: Queries,
  jam: JamFor,
  rifff: StoredRifff,
  nowMs: number,
): Promise<Closed | null> {
  if (await isTaken(queries, tokenIdOf({ jamId: rifff.jamId, rifffId: rifff.id }))) {
    return 'collected';
  }
  if (!isCollectible(jam)) return 'jam';
  if (nowMs >= closesAt(rifff)) return 'over';
  if (await isEmpty(queries, rifff)) return 'empty';
  // When it was made its source says, which opens no day.
  if (rifff.isImported || (await findRefusal(queries, 'sell', rifff)) !== null) return 'imported';
  return (await isHidden(queries, rifff)) ? 'hidden' : null;
}
