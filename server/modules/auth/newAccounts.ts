import type { Transaction } from 'kysely';
import type { Login } from '../../../src/data/contract/auth.ts';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import { isReservedName } from '../../../src/data/contract/reservedNames.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { appendEvent } from '../jams/events.ts';
import { createPersonalJam } from '../jams/personalJam.ts';
import type { AccountsContext } from './context.ts';
import { type Entry, enter } from './entering.ts';
import { claimGuest } from './guests.ts';
import { welcomeMail } from './mails.ts';
import { claimName, isLookAlike } from './names.ts';
import * as repo from './repo.ts';

/** Of one address, which a school or a workshop may share. */
const MADE = { max: 100, windowMs: 60 * 60_000 };

/** Also said of a reserved name, and of one that looks like another. */
const TAKEN_NAME = 'This name is already taken';
const TAKEN_EMAIL = 'This address already has an account';

/** A guest who makes an account of what they are already. */
export type Guest = Pick<Identity, 'userId' | 'displayName'> | null;

/** The guest who calls; null for everybody else. */
export const guestOf = (identity: Identity | null): Guest =>
  identity?.guestOf === undefined ? null : identity;

/** What a new account is made of, and by whom. */
export interface Making {
  readonly account: Omit<repo.NewAccount, 'nowMs'>;
  readonly guest: Guest;
  readonly caller: Caller;
  /** How its first session came, where that was by an account elsewhere. */
  readonly link?: Entry['link'];
  /** Done with the new account in its transaction, before it is signed in; what it throws undoes all of it. */
  within(transaction: Transaction<Schema>, userId: string, nowMs: number): Promise<void>;
}

/** Making accounts, however their owners sign in. */
export function newAccounts(context: AccountsContext) {
  const { database, settings, background, origin, announcer } = context;
  const { queries } = database;

  /** Why this name or address cannot have a new account, by field. */
  async function takenFields({
    username,
    email,
  }: {
    readonly username?: string | undefined;
    readonly email?: string | null | undefined;
  }): Promise<Record<string, string>> {
    const isNameTaken =
      username !== undefined &&
      (isReservedName(username) ||
        (await repo.hasUserId(queries, username)) ||
        (await isLookAlike(queries, username)));
    const isEmailTaken = typeof email === 'string' && (await repo.hasEmail(queries, email));
    return {
      ...(isNameTaken && { username: TAKEN_NAME }),
      ...(isEmailTaken && { email: TAKEN_EMAIL }),
    };
  }

  /** Throws a `ValidationFailure` by field. A guest keeps the name under which everything of theirs stands. */
  async function refuseTaken(
    { userId: username, email }: Pick<repo.NewAccount, 'userId' | 'email'>,
    guest: Guest,
  ): Promise<void> {
    if (guest && username !== guest.userId) {
      throw new ValidationFailure({ username: `As a guest you are ${guest.userId}: keep it` });
    }
    const taken = await takenFields(guest ? { email } : { username, email });
    if (Object.keys(taken).length > 0) throw new ValidationFailure(taken);
  }

  /** Stores it; who sees a guest in a room is told that they are a member of it now. */
  async function store({ account, guest, caller, link, within }: Making): Promise<Login> {
    const { userId } = account;
    const nowMs = Date.now();
    const owner = { userId, displayName: guest?.displayName ?? userId };
    const stored = await database.transaction(async (transaction) => {
      const row = { ...account, nowMs };
      const rooms = guest ? await claimGuest(database, transaction, row) : [];
      if (!guest) await repo.insertAccount(transaction, row);
      if (!(await claimName(transaction, owner)))
        throw new ValidationFailure({ username: TAKEN_NAME });
      await within(transaction, userId, nowMs);
      await createPersonalJam(transaction, { ...owner, isDemo: false, nowMs });
      const entry = { owner, caller, way: 'signup', nowMs, ...(link && { link }) } as const;
      const login = await enter(transaction, settings, entry);
      const told: [jamId: string, event: JamEvent][] = [];
      for (const jamId of rooms) {
        const happened = { jamId, kind: 'member', ref: userId, userId, nowMs } as const;
        told.push([jamId, await appendEvent(database, transaction, happened)]);
      }
      return { login, told };
    });
    for (const [jamId, event] of stored.told) announcer.announce(jamId, [event]);
    return stored.login;
  }

  return {
    takenFields,
    refuseTaken,

    /** Counts an account that an address makes. Throws `too_many_requests`. */
    limit: ({ address }: Caller): Promise<void> =>
      limit(queries, `signup:${address}`, { ...MADE, nowMs: Date.now() }),

    /**
     * Makes an account with its personal jam and signs it in; a guest's is made of what they are already. Throws a
     * `ValidationFailure` by field where name or address were taken meanwhile, and what `within` throws.
     */
    make: (making: Making): Promise<Login> =>
      store(making).catch(async (error: unknown) => {
        // Another person took the name or the address in between.
        if (database.isUniqueViolation(error)) await refuseTaken(making.account, making.guest);
        throw error;
      }),

    /** Greets the owner of a new account, where it has an address. */
    mailWelcome(userId: string, email: string | null): void {
      if (email === null) return;
      const to = { email, userId, server: settings.serverName, origin: origin() };
      background.mail({ ...welcomeMail(to), userId });
    },
  };
}

export type NewAccounts = ReturnType<typeof newAccounts>;
