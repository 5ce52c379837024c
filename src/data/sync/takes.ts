/**
 * Takes in the synced database: loops that no server has, with their sound, so that another device can go on with them.
 */
import type { GetMeta } from 'pouchdb-browser';
import type { Loop } from '../contract/loop.ts';
import type { Rifff } from '../contract/rifff.ts';
import { loopFileSource } from '../outbox/loopFiles.ts';
import { notUploaded } from '../outbox/store.ts';
import { deviceAccount, deviceId } from './account.ts';
import { type Kept, keptOf, orMissing, statusOf } from './database.ts';
import {
  idsOf,
  type StoredDraft,
  TAKE_SOUND,
  type TakeDocument,
  takeDocumentId,
} from './documents.ts';

/** Loops of a rifff that were made on a device and have no file anywhere. */
const madeHere = ({ loops }: Rifff): Loop[] =>
  loops.filter((loop) => !loop.cdn_attachments && !loop.isLibraryLoop);

/**
 * Keeps the takes of a draft with their sound, where this device has it. One that cannot be encoded is left out, and
 * said in the console.
 */
export async function keepTakes(db: Kept, rifff: Rifff): Promise<void> {
  const source = loopFileSource();
  if (!source) return;
  for (const loop of await notUploaded(madeHere(rifff))) {
    const _id = takeDocumentId(loop._id);
    if (await orMissing(db.get(_id))) continue;
    if (!(await source.has(loop._id))) continue;
    try {
      const sound = await source.encodeTake(loop);
      const take: TakeDocument = {
        _id,
        type: 'Take',
        loop,
        device: deviceId(),
        updated: Date.now(),
      };
      const attachment = { content_type: sound.type, data: sound };
      await db.put({ ...take, _attachments: { [TAKE_SOUND]: attachment } });
    } catch (cause) {
      if (statusOf(cause) !== 409)
        console.error('A take could not be kept for other devices', cause);
    }
  }
}

/** Removes a take: a server has it as a loop, or it is not wanted. */
export async function removeTake(db: Kept, loopId: string): Promise<void> {
  const take = await orMissing(db.get(takeDocumentId(loopId)));
  if (!take) return;
  const { _id, _rev } = take;
  await db.put({ _id, _rev, _deleted: true, device: deviceId() } as unknown as TakeDocument);
}

/** Removes the takes of a draft that is gone, but for those that another draft has too. */
export async function dropTakesOf(db: Kept, gone: StoredDraft): Promise<void> {
  const own = madeHere(gone.rifff);
  if (own.length === 0) return;
  const { rows } = await db.allDocs<StoredDraft>({ ...idsOf('draft'), include_docs: true });
  const used = new Set(rows.flatMap(({ doc }) => doc?.rifff.loops.map(({ _id }) => _id) ?? []));
  for (const { _id } of own) if (!used.has(_id)) await removeTake(db, _id);
}

/** The sound of a take that came from another device, or null. */
export async function soundOfTake(loopId: string): Promise<Blob | null> {
  const account = deviceAccount();
  if (account === null) return null;
  const sound = await orMissing(keptOf(account).getAttachment(takeDocumentId(loopId), TAKE_SOUND));
  return sound as Blob | null;
}

/** Lets a take go that a server has as a loop now. */
export async function letTakeGo(loopId: string): Promise<void> {
  const account = deviceAccount();
  if (account !== null) await removeTake(keptOf(account), loopId);
}

/** Takes kept, and what their sounds weigh in bytes. */
export async function countTakes(db: Kept): Promise<{ takes: number; bytes: number }> {
  const { rows } = await db.allDocs({ ...idsOf('take'), include_docs: true });
  const sizes = rows.map(({ doc }) => {
    const { _attachments } = doc as unknown as GetMeta;
    return (_attachments?.[TAKE_SOUND] as { length?: number } | undefined)?.length ?? 0;
  });
  return { takes: rows.length, bytes: sizes.reduce((sum, one) => sum + one, 0) };
}
