import type { Queries } from '../../ports/database/database.ts';
import { hasRow, insertRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { TicketRow } from '../../ports/database/schemaAccounts.ts';
import { EMPTY_ACCOUNT } from '../../ports/database/schemaAccounts.ts';
import { indexPeople } from '../searchIndex/indexing.ts';

/** A user name as it is compared: names differ by more than their case. */
export function foldUserId(userId: string): string {
  return userId.toLowerCase();
}

/** An address as it is compared: without case, in one spelling of Unicode. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** What signing in needs to know about an account. */
export interface AuthAccount {
  readonly userId: string;
  readonly displayName: string;
  readonly email: string | null;
  /** Null: there is no signing in by a password. */
  readonly passwordHash: string | null;
  /** The password is not enough. */
  readonly hasSecondFactor: boolean;
}

function selectAccount(queries: Queries) {
  return queries
    .selectFrom('accounts')
    .select(['id as userId', 'displayName', 'email', 'passwordHash', 'hasSecondFactor'])
    .$narrowType<{ hasSecondFactor: boolean }>()
    .where('isDeleted', '=', false)
    .where('isDemo', '=', false);
}

/** The account of a name or an address, in any case; not demo accounts, not deleted ones. */
export function findByLogin(queries: Queries, login: string): Promise<AuthAccount | undefined> {
  const found = login.includes('@')
    ? selectAccount(queries).where('emailFolded', '=', foldEmail(login))
    : selectAccount(queries).where('idFolded', '=', foldUserId(login));
  return found.executeTakeFirst();
}

/** The account of an id; not demo accounts, not deleted ones. */
export function findById(queries: Queries, userId: string): Promise<AuthAccount | undefined> {
  return selectAccount(queries).where('id', '=', userId).executeTakeFirst();
}

/** Was this name ever issued? Names of deleted accounts count. */
export async function hasUserId(queries: Queries, userId: string): Promise<boolean> {
  return hasRow(queries, 'accounts', { idFolded: foldUserId(userId) });
}

/** Does an account have this address? */
export async function hasEmail(queries: Queries, email: string): Promise<boolean> {
  return hasRow(queries, 'accounts', { emailFolded: foldEmail(email) });
}

export interface NewAccount {
  readonly userId: string;
  readonly email: string | null;
  readonly passwordHash: string | null;
  readonly productUpdates: boolean;
  readonly client: string;
  readonly referralId: string | null;
  readonly awaitsConfirmation: boolean;
  readonly nowMs: number;
}

/** Stores a new account. Throws a unique violation when name or address are taken. */
export async function insertAccount(queries: Queries, account: NewAccount): Promise<void> {
  const { userId, email, nowMs, ...rest } = account;
  await insertRows(queries, 'accounts', {
    ...EMPTY_ACCOUNT,
    ...rest,
    id: userId,
    idFolded: foldUserId(userId),
    displayName: userId,
    email,
    emailFolded: email === null ? null : foldEmail(email),
    created: nowMs,
  });
  await indexPeople(queries, [userId]);
}

/** Stores the account of a guest: there is no signing in to it. */
export async function insertGuest(
  queries: Queries,
  guest: { userId: string; displayName: string; guestOf: string; nowMs: number },
): Promise<void> {
  const { userId, displayName, guestOf, nowMs } = guest;
  await insertRows(queries, 'accounts', {
    ...EMPTY_ACCOUNT,
    id: userId,
    idFolded: foldUserId(userId),
    displayName,
    guestOf,
    created: nowMs,
    client: 'guest',
  });
}

/** Makes the account of a guest an ordinary one; false when it is none. Throws as `insertAccount` does. */
export async function updateGuest(
  queries: Queries,
  { userId, email, nowMs: _nowMs, ...rest }: NewAccount,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('accounts')
    .set({
      ...rest,
      email,
      emailFolded: email === null ? null : foldEmail(email),
      guestOf: null,
    })
    .where('id', '=', userId)
    .where('guestOf', 'is not', null)
    .executeTakeFirstOrThrow();
  await indexPeople(queries, [userId]);
  return numUpdatedRows > 0n;
}

/**
 * Sets the password of an account that is still there; with `previous` only while that is its hash, or while it has none
 * (null). False when nothing was set.
 */
export async function setPassword(
  queries: Queries,
  userId: string,
  { passwordHash, previous }: { passwordHash: string; previous?: string | null },
): Promise<boolean> {
  const there = { id: userId, isDeleted: false, isDemo: false };
  const meant = previous === undefined ? there : { ...there, passwordHash: previous };
  return (await updateRows(queries, 'accounts', meant, { passwordHash })) > 0;
}

/** Stores a single-use ticket. */
export async function insertTicket(queries: Queries, ticket: TicketRow): Promise<void> {
  await insertRows(queries, 'tickets', ticket);
}

type TicketKey = Pick<TicketRow, 'tokenHash' | 'kind'>;

/** A ticket that is still good. */
export const findTicket = (queries: Queries, { tokenHash, kind }: TicketKey, nowMs: number) =>
  queries
    .selectFrom('tickets')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires', '>', nowMs)
    .executeTakeFirst();

/** Uses a ticket up: of two calls at once only one gets it. */
export const takeTicket = (queries: Queries, { tokenHash, kind }: TicketKey, nowMs: number) =>
  queries
    .deleteFrom('tickets')
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expires', '>', nowMs)
    .returningAll()
    .executeTakeFirst();

/** The address of the account is its owner's. */
export async function setConfirmed(queries: Queries, userId: string): Promise<void> {
  await updateRows(queries, 'accounts', { id: userId }, { awaitsConfirmation: false });
}

/**
 * Changes an address that is not confirmed; false when it was meanwhile. Throws a unique violation when another
 * account has it.
 */
export async function setUnconfirmedEmail(
  queries: Queries,
  userId: string,
  email: string,
): Promise<boolean> {
  const waiting = { id: userId, isDeleted: false, awaitsConfirmation: true };
  const address = { email, emailFolded: foldEmail(email) };
  return (await updateRows(queries, 'accounts', waiting, address)) > 0;
}

/** Makes every link that was mailed to an account good for nothing. */
export async function deleteMailTickets(queries: Queries, userId: string): Promise<void> {
  await removeRows(queries, 'tickets', { userId });
}
