import { newId } from '../../src/data/rules/ids.ts';
import type { Database } from '../ports/database/database.ts';
import { makeAccount, type TestAccount } from './accounts.ts';
import { storeChannel, storeClub } from './clubs.ts';

/** A class as it is stored. */
export interface TestClass {
  readonly classId: string;
  readonly clubId: string;
  /** Its one channel, short id. */
  readonly jamId: string;
  /** In the order of their names. */
  readonly pupils: readonly TestAccount[];
}

/** User name of a pupil: eight letters by chance say nothing of who it is. */
const pupilId = () => `pupil-${newId().slice(-8).toLowerCase()}`;

/** Stores a class directly, with its club, one channel, and an account with a session for each name. */
export async function storeClass(
  database: Pick<Database, 'queries'>,
  teacherId: string,
  names: readonly string[],
  { isOpen = false }: { isOpen?: boolean } = {},
): Promise<TestClass> {
  const { queries } = database;
  const pupils: TestAccount[] = [];
  for (const _ of names) pupils.push(await makeAccount(database, pupilId()));
  const members = pupils.map(({ userId }) => [userId, 'member'] as const);
  const clubId = await storeClub(queries, { [teacherId]: 'owner', ...Object.fromEntries(members) });
  const jamId = await storeChannel(queries, { clubId, ownerId: teacherId }, 'members');
  const classId = newId();
  const row = { id: classId, name: 'Class 7', teacherId, clubId, created: 1 };
  await queries
    .insertInto('classes')
    .values({ ...row, isOpen, isPaused: false })
    .execute();
  for (const [at, { userId }] of pupils.entries()) {
    const pupil = { userId, classId, cardHash: null, isMuted: false, created: 1 };
    await queries.insertInto('pupils').values(pupil).execute();
    await queries
      .updateTable('accounts')
      .set({ classId, displayName: names[at]!, email: null, emailFolded: null })
      .where('id', '=', userId)
      .execute();
  }
  return { classId, clubId, jamId, pupils };
}

/** Opens the public side to a class, or closes it. */
export const setOpen = ({ queries }: Pick<Database, 'queries'>, classId: string, isOpen: boolean) =>
  queries.updateTable('classes').set({ isOpen }).where('id', '=', classId).execute();

/** Mutes a pupil, or lets them speak again. */
export const setMuted = (
  { queries }: Pick<Database, 'queries'>,
  userId: string,
  isMuted: boolean,
) => queries.updateTable('pupils').set({ isMuted }).where('userId', '=', userId).execute();
