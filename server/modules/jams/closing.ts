import type { Transaction } from 'kysely';
import { deleteCodesOf, JAM_CODES } from '../../kernel/codes.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { listRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { indexJams } from '../searchIndex/indexing.ts';
import { appendEvent, lockJam } from './events.ts';
import { forgetBand, sendBandAway } from './houseBand.ts';

/** Who has been in a room longest, without guests; undefined where all have left. */
const findHeir = (queries: Queries, jamId: string) =>
  queries
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.userId')
    .select('members.userId')
    .where('members.jamId', '=', jamId)
    .where('members.role', '=', 'member')
    .where('members.isRemoved', '=', false)
    .where('accounts.isDeleted', '=', false)
    .orderBy('members.since')
    .orderBy('members.userId')
    .limit(1)
    .executeTakeFirst();

/**
 * A room goes to the person who has been in it longest, with its codes, which its new owner sees and can take back; one
 * without members is closed, and its codes open nothing.
 */
async function passOn(
  database: Database,
  queries: Transaction<Schema>,
  { jamId, nowMs }: { readonly jamId: string; readonly nowMs: number },
): Promise<void> {
  await lockJam(database, queries, jamId);
  const heir = await findHeir(queries, jamId);
  const room = queries.updateTable('jams').where('id', '=', jamId);
  if (heir) {
    await room.set({ ownerId: heir.userId }).execute();
    // The new owner has not invited it.
    await sendBandAway(queries, jamId);
    await removeRows(queries, 'members', { jamId, userId: heir.userId });
    const codes = { target: jamId, kind: JAM_CODES };
    await updateRows(queries, 'codes', codes, { createdBy: heir.userId });
    // It is not told at once; every node finds it by its number.
    const about = { jamId, ref: jamId, userId: heir.userId, nowMs };
    await appendEvent(database, queries, { kind: 'jam', ...about });
    return;
  }
  await room.set({ name: '', description: '', access: 'private' }).execute();
  await deleteCodesOf(queries, JAM_CODES, jamId);
  await forgetBand(queries, jamId);
  await indexJams(queries, [jamId]);
}

/**
 * Personal jams stay as names that cannot be read: a parent in one of them is known to have been there. Rooms go to
 * others who are in them. Channels are their club's business.
 */
export async function closeJams(
  database: Database,
  queries: Transaction<Schema>,
  userId: string,
  nowMs: number,
): Promise<void> {
  const personal = { ownerId: userId, kind: 'personal' } as const;
  await updateRows(queries, 'jams', personal, { name: '', access: 'private' });
  await forgetBand(queries, userId);
  await indexJams(queries, [userId]);
  // Code that takes several of these locks takes them in one order.
  const own = { ownerId: userId, kind: 'room', clubId: null } as const;
  const rooms = await listRows(queries, 'jams', own, ['id'], { columns: ['id'] });
  for (const { id } of rooms) await passOn(database, queries, { jamId: id, nowMs });
}
