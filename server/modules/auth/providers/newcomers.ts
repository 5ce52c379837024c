import type * as z from 'zod';
import type { Login } from '../../../../src/data/contract/auth.ts';
import { ApiError } from '../../../../src/data/contract/errors.ts';
import type {
  Newcomer,
  ProviderAccountBodySchema,
  ProviderLinkBodySchema,
} from '../../../../src/data/contract/providers.ts';
import type { Caller } from '../../../plugins/caller.ts';
import { type Identity, sha256 } from '../../../plugins/identity.ts';
import { ValidationFailure } from '../../../plugins/validation.ts';
import type { Queries } from '../../../ports/database/database.ts';
import { findRow, hasRow, insertRows, removeRows } from '../../../ports/database/rows.ts';
import type { NewcomerRow } from '../../../ports/database/schemaAccounts.ts';
import type { Provider } from '../../../providerSettings.ts';
import type { AccountsContext } from '../context.ts';
import { tellOwner } from '../factorMails.ts';
import { plainLetters } from '../names.ts';
import { guestOf, newAccounts } from '../newAccounts.ts';
import { hasEmail } from '../repo.ts';
import { forgiveCodes, limitCodes, takeCode } from '../secondStep.ts';
import { newSecret } from '../sessions.ts';
import { noteRefusal, tellOfNewDevices } from '../signIns.ts';
import { checkTypedPassword, lockChecked } from '../typedPassword.ts';
import type { Person } from './claims.ts';
import { addLink, enterByLink, linkedElsewhere, settleOfficeOf } from './entering.ts';
import type { ProviderLines } from './lines.ts';
import { stale } from './refusals.ts';

/** Time to choose a name, or to remember an old password. */
const TICKET_MS = 15 * 60_000;
/** Of a user name. */
const [LEAST_OF_NAME, MOST_OF_NAME] = [3, 16];

/** People whom a provider knows and who have no account here yet. */
export function newcomerService(context: AccountsContext, lines: ProviderLines) {
  const { database, settings } = context;
  const { queries } = database;
  const accounts = newAccounts(context);

  async function isFree(username: string): Promise<boolean> {
    return Object.keys(await accounts.takenFields({ username })).length === 0;
  }

  /** The first of these names that is free, else one with a number behind it; empty where none is. */
  async function suggest(names: readonly string[]): Promise<string> {
    const plain = names
      .map((name) => plainLetters(name, MOST_OF_NAME))
      .filter((name) => name.length >= LEAST_OF_NAME);
    const numbered = plain.slice(0, 1).flatMap((name) => {
      const base = plainLetters(name, MOST_OF_NAME - 2);
      return [2, 3, 4, 5].map((number) => `${base}-${number}`);
    });
    for (const name of [...plain, ...numbered]) if (await isFree(name)) return name;
    return '';
  }

  /** An address that another account has is not this person's to take, whatever the provider says. */
  const freeEmail = async (email: string | null): Promise<string | null> =>
    email !== null && !(await hasEmail(queries, email)) ? email : null;

  /** The person of a ticket, and their provider as it is now. Throws `bad_request` for one that is over. */
  async function requireTicket(ticket: string): Promise<{ row: NewcomerRow; provider: Provider }> {
    const row = await findRow(queries, 'newcomers', { key: sha256(ticket) });
    const provider = row && lines.get(row.provider)?.provider;
    if (!provider || row.expires <= Date.now()) throw stale();
    return { row, provider };
  }

  /** Inside a transaction: uses the ticket up. Of two calls at once one gets it. */
  async function spend(transaction: Queries, { key }: NewcomerRow): Promise<void> {
    if ((await removeRows(transaction, 'newcomers', { key })) === 0) throw stale();
  }

  /** What is said of the person behind a violation: they have an account by now. */
  async function refuseKnown({ issuer, subject }: NewcomerRow, error: unknown): Promise<never> {
    const isKnown = await hasRow(queries, 'providerLinks', { issuer, subject });
    throw database.isUniqueViolation(error) && isKnown ? linkedElsewhere() : error;
  }

  /** Throws a `ValidationFailure` where the account asks for a code beside its password. */
  async function requireCode(
    userId: string,
    { code, recoveryCode }: { code?: string | undefined; recoveryCode?: string | undefined },
  ): Promise<void> {
    if (code === undefined && recoveryCode === undefined) {
      const why = 'This account asks for a code, too: one of its app, or a recovery code';
      throw new ValidationFailure({ code: why });
    }
    await limitCodes(queries, userId, Date.now());
  }

  return {
    /** Writes down who came, and answers what the page needs to go on. */
    async welcome(provider: Provider, person: Person, nowMs: number): Promise<Newcomer> {
      const ticket = newSecret();
      const { names, signedInMs: _, ...kept } = person;
      const times = { created: nowMs, expires: nowMs + TICKET_MS };
      const row = { ...kept, ...times, key: sha256(ticket), provider: provider.id };
      await insertRows(queries, 'newcomers', row);
      return {
        ticket,
        provider: { id: provider.id, name: provider.name },
        suggestedName: await suggest(names),
        email: await freeEmail(person.email),
        mayMake: provider.signUp,
      };
    },

    /**
     * Makes an account without a password; a guest's is made of what they are already. Throws a `ValidationFailure` by
     * field, after which the ticket is still good; `forbidden` where the provider is not for new accounts.
     */
    async makeAccount(
      { ticket, username, productUpdates }: z.output<typeof ProviderAccountBodySchema>,
      caller: Caller,
      identity: Identity | null,
    ): Promise<Login> {
      await accounts.limit(caller);
      const { row, provider } = await requireTicket(ticket);
      if (!provider.signUp) {
        throw new ApiError('forbidden', `${provider.name} is not for new accounts here`);
      }
      const guest = guestOf(identity);
      const email = await freeEmail(row.email);
      await accounts.refuseTaken({ userId: username, email }, guest);
      const link = { id: '', sid: row.sid };
      const account = {
        userId: username,
        email,
        passwordHash: null,
        productUpdates,
        client: `provider ${provider.id}`.slice(0, 40),
        referralId: null,
        awaitsConfirmation: false,
      };
      const login = await accounts
        .make({
          account,
          guest,
          caller,
          link,
          async within(transaction, userId, nowMs) {
            await spend(transaction, row);
            link.id = await addLink(transaction, userId, { provider, person: row, nowMs });
            await settleOfficeOf(transaction, userId, provider, row.office, nowMs);
          },
        })
        .catch((error: unknown) => refuseKnown(row, error));
      accounts.mailWelcome(login.user_id, email);
      return login;
    },

    /**
     * Links to an account that is here, by its password, and signs in to it. An account with a second factor shows a code
     * beside it: until all is right the ticket stays good. Throws `unauthorised` as signing in does.
     */
    async linkAccount(
      { ticket, username, password, ...shown }: z.output<typeof ProviderLinkBodySchema>,
      caller: Caller,
    ): Promise<Login> {
      const { row, provider } = await requireTicket(ticket);
      const checked = await checkTypedPassword(context, { username, password }, caller);
      const { userId, hasSecondFactor } = checked;
      if (hasSecondFactor) await requireCode(userId, shown);
      const nowMs = Date.now();
      const linking = database.transaction(async (transaction) => {
        const owner = await lockChecked(context, transaction, checked);
        await spend(transaction, row);
        const left = owner.hasSecondFactor
          ? await takeCode(transaction, userId, shown, nowMs)
          : undefined;
        const linkId = await addLink(transaction, userId, { provider, person: row, nowMs });
        const { sid, office } = row;
        const entry = { provider, linkId, sid, office, owner, caller, nowMs };
        return { left, login: await enterByLink(transaction, settings, entry) };
      });
      const { login, left } = await linking.catch((error: unknown) => {
        const isWrong = error instanceof ValidationFailure;
        if (isWrong) noteRefusal(context, { userId, caller, nowMs });
        return refuseKnown(row, error);
      });
      if (hasSecondFactor) await forgiveCodes(queries, userId);
      if (left !== undefined) tellOwner(context, userId, { kind: 'recovery code used', left });
      tellOwner(context, userId, { kind: 'provider linked', name: provider.name });
      tellOfNewDevices(context, userId);
      return login;
    },
  };
}

export type NewcomerService = ReturnType<typeof newcomerService>;
