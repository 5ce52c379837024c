import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Login } from '../../../src/data/contract/auth.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { isOfficialName } from '../../../src/data/contract/reservedNames.ts';
import { lockPresentAccount } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Database } from '../../ports/database/database.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { Settings } from '../../settings.ts';
import { enter } from './entering.ts';
import { claimName, plainLetters } from './names.ts';
import * as repo from './repo.ts';
import { endAllSessions } from './sessions.ts';

/** Letters and digits that are not mistaken for one another. */
const TAIL = 'abcdefghjkmnpqrstuvwxyz23456789';
const TAIL_LENGTH = 5;
/** With a dash and the tail a user name has 16 characters at most. */
const MOST_OF_NAME = 10;

/**
 * A user name out of the name that a guest picked: its letters and digits of ASCII, a dash and five characters by
 * chance. `Zoë & me` becomes `Zoe-me-4k2pq`; a name without any becomes `guest-…`.
 * @param random an integer from 0 to below its argument
 */
export function guestUserId(name: string, random: (below: number) => number = randomInt): string {
  const base = plainLetters(name, MOST_OF_NAME) || 'guest';
  const tail = Array.from({ length: TAIL_LENGTH }, () => TAIL[random(TAIL.length)]).join('');
  return `${/^demo/i.test(base) ? 'guest' : base}-${tail}`;
}

export interface NewGuest {
  /** The name that they picked. */
  readonly name: string;
  /** Short id. */
  readonly jamId: string;
  readonly caller: Caller;
  readonly nowMs: number;
}

/**
 * Inside a transaction: makes the account of a guest, without password, address and jam of its own, and signs it in.
 * Throws a `ValidationFailure` of `guestName` for a name that speaks for the house or looks like the name of another account.
 */
export async function makeGuest(
  transaction: Transaction<Schema>,
  settings: Pick<Settings, 'admins' | 'moderators'>,
  { name, jamId, caller, nowMs }: NewGuest,
): Promise<Login> {
  const refuse = () =>
    new ValidationFailure({ guestName: 'Another person goes by this name: choose another' });
  if (isOfficialName(name)) throw refuse();
  const owner = { userId: guestUserId(name), displayName: name, guestOf: jamId };
  await repo.insertGuest(transaction, { ...owner, nowMs });
  if (!(await claimName(transaction, owner))) throw refuse();
  return enter(transaction, settings, { owner, caller, way: 'signup', nowMs });
}

/**
 * Inside a transaction: a guest's account gets an address and a password, and is a member of the jam that they came
 * to. Sessions from before end. Answers that jam (short id), unless the guest left it or was removed. Throws
 * `unauthorised` when it is no guest's any more, and a unique violation when the address is taken.
 */
export async function claimGuest(
  database: Database,
  transaction: Transaction<Schema>,
  account: repo.NewAccount,
): Promise<string[]> {
  const { userId } = account;
  await lockPresentAccount(database, transaction, userId);
  if (!(await repo.updateGuest(transaction, account))) {
    throw new ApiError('unauthorised', 'This guest has signed up already');
  }
  await endAllSessions(transaction, userId);
  const rows = await transaction
    .updateTable('members')
    .set({ role: 'member' })
    .where('userId', '=', userId)
    .where('role', '=', 'guest')
    .returning(['jamId', 'isRemoved'])
    .execute();
  return rows.filter(({ isRemoved }) => !isRemoved).map(({ jamId }) => jamId);
}
