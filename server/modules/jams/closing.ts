import type { Queries } from '../../ports/database/database.ts';

/** Who has been in a room longest, without guests; nobody where all have left. */
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

/** A room goes to whoever has been in it longest; one without members is closed, and its codes open nothing. */
async function passOn(queries: Queries, jamId: string): Promise<void> {
  const heir = await findHeir(queries, jamId);
  const room = queries.updateTable('jams').where('id', '=', jamId);
  if (heir) {
    await room.set({ ownerId: heir.userId }).execute();
    await queries
      .deleteFrom('members')
      .where('jamId', '=', jamId)
      .where('userId', '=', heir.userId)
      .execute();
    return;
  }
  await room.set({ name: '', description: '', access: 'private' }).execute();
  await queries.deleteFrom('jamCodes').where('jamId', '=', jamId).execute();
}

/**
 * Personal jams stay as names that nobody can read: a parent in one of them is known to have been there. Rooms go to
 * others who are in them.
 */
export async function closeJams(queries: Queries, userId: string): Promise<void> {
  await queries
    .updateTable('jams')
    .set({ name: '', access: 'private' })
    .where('ownerId', '=', userId)
    .where('kind', '=', 'personal')
    .execute();
  const rooms = await queries
    .selectFrom('jams')
    .select('id')
    .where('ownerId', '=', userId)
    .where('kind', '=', 'room')
    .execute();
  for (const { id } of rooms) await passOn(queries, id);
}
