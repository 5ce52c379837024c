import type { Transaction } from 'kysely';
import type * as z from 'zod';
import type { Login } from '../../../src/data/contract/auth.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { SecondStep, SecondStepBodySchema } from '../../../src/data/contract/factors.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import { sha256 } from '../../plugins/identity.ts';
import { forgive, limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { AccountsContext } from './context.ts';
import { type Entry, enter } from './entering.ts';
import { tellOwner } from './factorMails.ts';
import { countRecoveryCodes, secondWays } from './factors.ts';
import { PasskeyRefused, passkeyOptions, withPasskey } from './passkeys.ts';
import { takeRecoveryCode } from './recoveryCodes.ts';
import * as repo from './repo.ts';
import { newSecret } from './sessions.ts';
import { takeTimeCode, WRONG_TIME_CODE } from './timeCodes.ts';

const MINUTE_MS = 60_000;
const TICKET_MS = 5 * MINUTE_MS;
/** Codes for one ticket, and for one account: with three codes that are right at a time, ten guesses are 1 in 33,000. */
const CODES_BY_TICKET = { max: 5, windowMs: TICKET_MS };
const CODES_BY_ACCOUNT = { max: 10, windowMs: 5 * MINUTE_MS };
/** Options that one ticket is given. */
const STARTS = { max: 20, windowMs: TICKET_MS };

const stale = () => new ApiError('bad_request', 'This took too long: start again');

/** What a person came with in the first step. */
export interface FirstStep extends Omit<Entry, 'owner' | 'way' | 'hasShown'> {
  readonly account: repo.AuthAccount;
  /** A device that a signed-in person approved needs no second step: they showed it there. */
  readonly way: 'password' | 'mail' | 'device';
}

/**
 * Inside a transaction, after the first step: signs in or, where the account has a second factor, gives a ticket for the
 * second step.
 */
export async function enterOrAsk(
  transaction: Transaction<Schema>,
  settings: AccountsContext['settings'],
  { account, ...step }: FirstStep,
): Promise<{ login: Login } | { secondFactor: SecondStep }> {
  const { way, device, nowMs } = step;
  if (!account.hasSecondFactor || way === 'device') {
    return { login: await enter(transaction, settings, { ...step, owner: account }) };
  }
  const { userId } = account;
  const ticket = newSecret();
  const expires = nowMs + TICKET_MS;
  await repo.insertTicket(transaction, {
    tokenHash: sha256(ticket),
    kind: 'second-step',
    userId,
    created: nowMs,
    expires,
    remoteHash: null,
    // Says how the first step was made, too.
    device: way === 'mail' ? (device ?? '') : null,
  });
  return {
    secondFactor: { ticket, ways: await secondWays(transaction, settings, userId), expires },
  };
}

/** Codes that a person shows. */
export interface ShownCodes {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

/** Counts a code that an account tries, whether at signing in or for a proof. Throws `too_many_requests`. */
export const limitCodes = (queries: Queries, userId: string, nowMs: number): Promise<void> =>
  limit(queries, `second-codes:${userId}`, { ...CODES_BY_ACCOUNT, nowMs });

/** Forgets the wrong codes before the right one. */
export const forgiveCodes = (queries: Queries, userId: string): Promise<void> =>
  forgive(queries, `second-codes:${userId}`);

/**
 * Inside a transaction: uses a code of an account up. Throws a `ValidationFailure` of its field.
 * @returns how many recovery codes are left; undefined where none was used
 */
export async function takeCode(
  queries: Queries,
  userId: string,
  { code, recoveryCode }: ShownCodes,
  nowMs: number,
): Promise<number | undefined> {
  if (code !== undefined) {
    if (await takeTimeCode(queries, { userId, code, isConfirmed: true }, nowMs)) return undefined;
    throw new ValidationFailure({ code: WRONG_TIME_CODE });
  }
  const isUsed =
    recoveryCode !== undefined && (await takeRecoveryCode(queries, userId, recoveryCode));
  if (isUsed) return countRecoveryCodes(queries, userId);
  throw new ValidationFailure({ recoveryCode: 'This recovery code is wrong or was used' });
}

/** Throws a refused passkey as the fault of the field that it was sent in. */
export function asFieldFault(error: unknown): never {
  if (!(error instanceof PasskeyRefused)) throw error;
  throw new ValidationFailure({ response: error.message });
}

const keyOf = (ticket: string) => ({ tokenHash: sha256(ticket), kind: 'second-step' }) as const;

/** The second step of signing in. Open to everyone who has the ticket of a first one. */
export function secondStepService(context: AccountsContext) {
  const { database, settings } = context;
  const { queries } = database;

  /** Inside a transaction that showed the second factor: uses the ticket up and signs in. */
  async function finish(
    transaction: Transaction<Schema>,
    ticket: string,
    { owner, caller }: { owner: repo.AuthAccount | undefined; caller: Caller },
  ): Promise<Login> {
    const nowMs = Date.now();
    const taken = await repo.takeTicket(transaction, keyOf(ticket), nowMs);
    if (!taken || !owner) throw stale();
    const { device = null } = taken;
    const way = device === null ? 'password' : 'mail';
    const entry = { owner, caller, way, hasShown: true, nowMs } as const;
    return enter(transaction, settings, { ...entry, ...(device && { device }) });
  }

  async function byCode(
    ticket: string,
    { userId, shown, caller }: { userId: string; shown: ShownCodes; caller: Caller },
  ): Promise<Login> {
    const nowMs = Date.now();
    await limit(queries, `second-step:${sha256(ticket)}`, { ...CODES_BY_TICKET, nowMs });
    await limitCodes(queries, userId, nowMs);
    const { login, left } = await database.transaction(async (transaction) => {
      await lockAccount(database, transaction, userId);
      // Before the code, which is used up only with the ticket.
      if (!(await repo.findTicket(transaction, keyOf(ticket), nowMs))) throw stale();
      const left = await takeCode(transaction, userId, shown, nowMs);
      const owner = await repo.findById(transaction, userId);
      return { left, login: await finish(transaction, ticket, { owner, caller }) };
    });
    await forgiveCodes(queries, userId);
    if (left !== undefined) tellOwner(context, userId, { kind: 'recovery code used', left });
    return login;
  }

  async function requireTicket(ticket: string) {
    const found = await repo.findTicket(queries, keyOf(ticket), Date.now());
    if (!found) throw stale();
    return found;
  }

  return {
    /** Options for a passkey of the account. Throws `bad_request` for a stale ticket, `not_found` where there are none. */
    async start({ ticket }: { ticket: string }) {
      const { userId } = await requireTicket(ticket);
      const nowMs = Date.now();
      await limit(queries, `second-start:${sha256(ticket)}`, { ...STARTS, nowMs });
      const ways = await secondWays(queries, settings, userId);
      if (!ways.includes('passkey')) {
        throw new ApiError('not_found', 'This account has no passkey that works here');
      }
      return { options: await passkeyOptions(context, { kind: 'second-step', userId }, nowMs) };
    },

    /** Signs in. Throws `bad_request` for a stale ticket and, as a `ValidationFailure`, for what is wrong. */
    async finish(
      { ticket, response, ...shown }: z.output<typeof SecondStepBodySchema>,
      caller: Caller,
    ): Promise<Login> {
      const { userId } = await requireTicket(ticket);
      if (!response) return byCode(ticket, { userId, shown, caller });
      return withPasskey(context, { kind: 'second-step', userId, response }, (transaction, owner) =>
        finish(transaction, ticket, { owner, caller }),
      ).catch(asFieldFault);
    },
  };
}

export type SecondStepService = ReturnType<typeof secondStepService>;
