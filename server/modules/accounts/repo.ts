import type { Queries } from '../../ports/database/database.ts';
import { countEach, mapFound } from '../../ports/database/mapRows.ts';
import {
  findRow,
  findRows,
  hasRow,
  insertRows,
  listRows,
  removeRows,
  updateRows,
} from '../../ports/database/rows.ts';
import type { AccountRow, AvatarRow } from '../../ports/database/schemaAccounts.ts';
import { unindexedFlag } from '../../ports/database/unindexed.ts';
import { forgetDisplayName } from '../auth/names.ts';
import { forgetPlaces } from '../auth/places.ts';
import { foldUserId } from '../auth/repo.ts';
import { indexPeople } from '../searchIndex/indexing.ts';

/** Everything about an account but its password. */
export type StoredAccount = Omit<AccountRow, 'passwordHash' | 'externalLinks'> & {
  readonly externalLinks: unknown;
};

const COLUMNS = [
  'id',
  'idFolded',
  'displayName',
  'email',
  'emailFolded',
  'created',
  'isDemo',
  'isDeleted',
  'termsVersionAccepted',
  'productUpdates',
  'answerMails',
  'bio',
  'externalLinks',
  'avatarKey',
  'access',
  'license',
  'client',
  'referralId',
  'awaitsConfirmation',
  'bannerShareId',
  'classId',
] as const;

/** Accounts by name in any case, by their folded name; deleted ones are not there. */
export const findAccounts = (queries: Queries, userIds: readonly string[]) =>
  mapFound(
    findRows(queries, 'accounts', { idFolded: userIds.map(foldUserId), isDeleted: false }, COLUMNS),
    (row) => [row.idFolded, row],
  );

/** One account by name in any case; not a deleted one. */
export async function findAccount(
  queries: Queries,
  userId: string,
): Promise<StoredAccount | undefined> {
  return (await findAccounts(queries, [userId])).get(foldUserId(userId));
}

/** Number of shares that anyone can see, by account; accounts without are not there. */
export const countShares = (queries: Queries, userIds: readonly string[]) =>
  countEach(queries, 'shares', 'userId', userIds, { isPrivate: false, isRemoved: false });

type Changes = Partial<
  Pick<
    AccountRow,
    | 'displayName'
    | 'bio'
    | 'avatarKey'
    | 'access'
    | 'license'
    | 'productUpdates'
    | 'answerMails'
    | 'bannerShareId'
  > & { externalLinks: string; termsVersionAccepted: number }
>;

/** Changes an account; false when it was deleted meanwhile. Without changes nothing happens. */
export async function updateAccount(
  queries: Queries,
  userId: string,
  changes: Changes,
): Promise<boolean> {
  if (Object.keys(changes).length === 0) return true;
  return (await updateRows(queries, 'accounts', { id: userId, isDeleted: false }, changes)) > 0;
}

/** Empties an account for good. Its row stays, so that its name is never issued again. */
export async function eraseAccount(queries: Queries, userId: string): Promise<void> {
  await forgetPlaces(queries, userId);
  await forgetDisplayName(queries, userId);
  await updateRows(
    queries,
    'accounts',
    { id: userId },
    {
      isDeleted: true,
      displayName: '',
      email: null,
      emailFolded: null,
      passwordHash: null,
      productUpdates: false,
      answerMails: false,
      bio: '',
      externalLinks: '{}',
      avatarKey: null,
      client: '',
      referralId: null,
      awaitsConfirmation: false,
      bannerShareId: null,
      classId: null,
    },
  );
  await indexPeople(queries, [userId]);
}

/** The picture of an account. */
export function findAvatar(queries: Queries, userId: string): Promise<AvatarRow | undefined> {
  return findRow(queries, 'avatars', { userId });
}

/** Gives an account its picture in place of the one that it had; false when it was deleted meanwhile. */
export async function replaceAvatar(queries: Queries, avatar: AvatarRow): Promise<boolean> {
  // The account first: its row is what two uploads, or an upload and a deletion, wait for.
  if (!(await updateAccount(queries, avatar.userId, { avatarKey: avatar.key }))) return false;
  await removeRows(queries, 'avatars', { userId: avatar.userId });
  await insertRows(queries, 'avatars', avatar);
  return true;
}

/** Takes the picture of an account away. */
export async function deleteAvatar(queries: Queries, userId: string): Promise<void> {
  await removeRows(queries, 'avatars', { userId });
  await updateAccount(queries, userId, { avatarKey: null });
}

/** Where and since when an account is signed in. */
export function findSessions(queries: Queries, userId: string) {
  const columns = ['device', 'created', 'lastUsed'] as const;
  return listRows(queries, 'sessions', { userId }, ['created'], { columns });
}

/** Those of the shares that anyone can see. */
export async function findPublicShareIds(
  queries: Queries,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await queries
    .selectFrom('shares')
    .select('id')
    .where('id', 'in', ids)
    .where(unindexedFlag('isPrivate'), '=', false)
    .where(unindexedFlag('isRemoved'), '=', false)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Is it a share of this account that anyone can see? */
export async function isPublicShareOf(
  queries: Queries,
  userId: string,
  id: string,
): Promise<boolean> {
  return hasRow(queries, 'shares', { id, userId, isPrivate: false, isRemoved: false });
}
