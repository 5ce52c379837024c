import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { PROOF_MS, type ProofBodySchema } from '../../../src/data/contract/factors.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, updateRows, valuesOf } from '../../ports/database/rows.ts';
import { buttonOf } from '../../providerSettings.ts';
import { relyingPartyOf } from '../../relyingParty.ts';
import type { AccountsContext } from './context.ts';
import { tellOwner } from './factorMails.ts';
import { secondWays } from './factors.ts';
import { listedPasskeys, passkeyOptions, withPasskey } from './passkeys.ts';
import { checkOwnPassword } from './passwordCalls.ts';
import { findById } from './repo.ts';
import { asFieldFault, forgiveCodes, limitCodes, type ShownCodes, takeCode } from './secondStep.ts';

const MINUTE_MS = 60_000;
/** Proofs that an account begins. */
const STARTS = { max: 60, windowMs: 10 * MINUTE_MS };

/** Inside a transaction: the session of the call has shown who is there. */
export async function setProven(
  queries: Queries,
  { userId, sessionId: id }: Identity,
  nowMs: number,
): Promise<void> {
  const count = await updateRows(queries, 'sessions', { id, userId }, { proven: nowMs });
  if (count === 0) throw new ApiError('unauthorised', 'Sign in to do this');
}

/** Showing once more who is there, for acts that ask for it. Every call is about the session that it carries. */
export function proofService(context: AccountsContext) {
  const { database, settings } = context;
  const { queries } = database;

  /** The password and, where the account has a second factor, a code beside it. */
  async function byPassword(
    identity: Identity,
    { password, ...shown }: ShownCodes & { password: string },
    nowMs: number,
  ): Promise<void> {
    const { userId } = identity;
    const field = { field: 'password', password };
    const { hasSecondFactor } = await checkOwnPassword(context, identity, field);
    if (!hasSecondFactor) return writeFor(database, userId, (t) => setProven(t, identity, nowMs));
    if (shown.code === undefined && shown.recoveryCode === undefined) {
      throw new ValidationFailure({ code: 'Show a code beside your password, or a passkey alone' });
    }
    await limitCodes(queries, userId, nowMs);
    const left = await writeFor(database, userId, async (transaction) => {
      const left = await takeCode(transaction, userId, shown, nowMs);
      await setProven(transaction, identity, nowMs);
      return left;
    });
    await forgiveCodes(queries, userId);
    if (left !== undefined) tellOwner(context, userId, { kind: 'recovery code used', left });
  }

  return {
    /** What the account can show. */
    async start({ userId }: Identity) {
      const nowMs = Date.now();
      await limit(queries, `proof:${userId}`, { ...STARTS, nowMs });
      const account = await findById(queries, userId);
      const canShowPasskey =
        relyingPartyOf(settings) !== null && (await listedPasskeys(queries, userId)).length > 0;
      const use = { kind: 'proof', userId } as const;
      const links = await findRows(queries, 'providerLinks', { userId }, ['provider']);
      const isLinked = new Set(valuesOf(links, 'provider'));
      const buttons = settings.providers.list.filter(({ id }) => isLinked.has(id)).map(buttonOf);
      return {
        hasPassword: account !== undefined && account.passwordHash !== null,
        ways: await secondWays(queries, settings, userId),
        ...(canShowPasskey && { options: await passkeyOptions(context, use, nowMs) }),
        ...(buttons.length > 0 && { providers: buttons }),
      };
    },

    /**
     * Shows it. Throws a `ValidationFailure` for what is wrong.
     * @returns until when the session may do what asks for a proof
     */
    async prove(
      { password, response, ...shown }: z.output<typeof ProofBodySchema>,
      identity: Identity,
    ): Promise<{ until: number }> {
      const nowMs = Date.now();
      if (response) {
        const use = { kind: 'proof', userId: identity.userId, response } as const;
        await withPasskey(context, use, (transaction) =>
          setProven(transaction, identity, nowMs),
        ).catch(asFieldFault);
      } else await byPassword(identity, { ...shown, password: password! }, nowMs);
      return { until: nowMs + PROOF_MS };
    },
  };
}

export type ProofService = ReturnType<typeof proofService>;
