/** The rifffs heard last: kept so that they can be found, drawn and played again without a network. */
import type { Rifff } from '../contract/rifff.ts';
import { deviceAccount, deviceId } from './account.ts';
import { type Kept, keptOf } from './database.ts';
import { type HeardDocument, heardDocumentId, idsOf, MAX_HEARD } from './documents.ts';

/** Every heard rifff of a database, the last one first. */
export async function listHeard(db: Kept): Promise<HeardDocument[]> {
  const { rows } = await db.allDocs<HeardDocument>({ ...idsOf('heard'), include_docs: true });
  const heard = rows.flatMap(({ doc }) => (doc ? [doc] : []));
  return heard.sort((a, b) => b.updated - a.updated);
}

function freePlace(taken: readonly HeardDocument[]): string {
  const ids = new Set(taken.map(({ _id }) => _id));
  const places = Array.from({ length: MAX_HEARD }, (_, place) => heardDocumentId(place));
  return places.find((id) => !ids.has(id)) ?? heardDocumentId(0);
}

/** The same rifff heard again within this time is the same hearing. */
const SAME_HEARING_MS = 10 * 60_000;

/**
 * Puts a rifff among those heard last, for the account that is signed in, or for a visitor.
 * @param rifff of a jam; its loops are kept without their band envelopes
 */
export async function rememberHeard(title: string, rifff: Rifff): Promise<void> {
  if (!rifff.jamId) return;
  const db = keptOf(deviceAccount());
  const all = await listHeard(db);
  const isThis = (one: HeardDocument) =>
    one.rifff._id === rifff._id && one.rifff.jamId === rifff.jamId;
  const known = all.find(isThis) ?? (all.length < MAX_HEARD ? undefined : all.at(-1));
  const updated = Date.now();
  if (known && isThis(known) && updated - known.updated < SAME_HEARING_MS) return;
  const loops = rifff.loops.map(({ bands: _bands, ...loop }) => loop);
  await db.put<HeardDocument>({
    _id: known?._id ?? freePlace(all),
    ...(known && { _rev: known._rev }),
    type: 'Heard',
    title,
    rifff: { ...rifff, loops },
    device: deviceId(),
    updated,
  });
}
