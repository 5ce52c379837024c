/** The rifffs heard last: kept so that they can be found, drawn and played again without a network. */
import type { Rifff } from '../contract/rifff.ts';
import { deviceAccount, deviceId } from './account.ts';
import { type Kept, keptOf, orMissing } from './database.ts';
import { type HeardDocument, heardDocumentId, idsOf, MAX_HEARD } from './documents.ts';

/** Every heard rifff of a database, the last one first. */
export async function listHeard(db: Kept): Promise<HeardDocument[]> {
  const { rows } = await db.allDocs<HeardDocument>({ ...idsOf('heard'), include_docs: true });
  const heard = rows.flatMap(({ doc }) => (doc ? [doc] : []));
  return heard.sort((a, b) => b.updated - a.updated);
}

/** The same rifff heard again within this time is the same hearing. */
const SAME_HEARING_MS = 10 * 60_000;

/**
 * Puts a rifff among those heard last, for the account that is signed in, or for nobody.
 * @param rifff of a jam; its loops are kept without their band envelopes
 */
export async function rememberHeard(title: string, rifff: Rifff): Promise<void> {
  if (!rifff.jamId) return;
  const db = keptOf(deviceAccount());
  const _id = heardDocumentId(rifff.jamId, rifff._id);
  const known = await orMissing(db.get<HeardDocument>(_id));
  const updated = Date.now();
  if (known && updated - known.updated < SAME_HEARING_MS) return;
  const loops = rifff.loops.map(({ bands: _bands, ...loop }) => loop);
  const brief = { ...rifff, loops };
  const document = {
    _id,
    type: 'Heard',
    title,
    rifff: brief,
    device: deviceId(),
    updated,
  } as const;
  await db.put<HeardDocument>({ ...document, ...(known && { _rev: known._rev }) });
  const old = (await listHeard(db)).slice(MAX_HEARD);
  await db.bulkDocs(
    old.map(({ _id: id, _rev }) => ({ _id: id, _rev, _deleted: true }) as unknown as HeardDocument),
  );
}
