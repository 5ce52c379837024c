import { generateSecret, generateURI, verifySync } from 'otplib';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, putRow, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { AccountsContext } from './context.ts';
import { tellOwner } from './factorMails.ts';
import { settleFactors } from './factors.ts';
import { firstRecoveryCodes, hasSecondFactor, makeRecoveryCodes } from './recoveryCodes.ts';

const MINUTE_MS = 60_000;
/** A secret that was not confirmed is good for so long. */
export const UNCONFIRMED_MS = 60 * MINUTE_MS;
/** Secret of RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20;
/** One time step of RFC 6238 each way, for clocks that differ and people who type. */
const TOLERANCE_SEC = 30;
/** Codes that an account may try when it turns them on. */
const CONFIRMS = { max: 10, windowMs: 5 * MINUTE_MS };

/** Said of every code that does not count. */
export const WRONG_TIME_CODE = 'This code is wrong or was used: wait for the next one';

/**
 * Inside a transaction: is this the code of now (RFC 6238 with SHA-1, 30 seconds and six digits)? A code counts once,
 * and none that is older than it counts afterwards.
 * @param isConfirmed whether the codes are on, or are being turned on
 */
export async function takeTimeCode(
  queries: Queries,
  { userId, code, isConfirmed }: { userId: string; code: string; isConfirmed: boolean },
  nowMs: number,
): Promise<boolean> {
  const row = await findRow(queries, 'timeCodes', { userId, isConfirmed });
  if (!row) return false;
  const epoch = Math.floor(nowMs / 1000);
  const found = verifySync({
    secret: row.secret,
    token: code,
    epoch,
    epochTolerance: TOLERANCE_SEC,
  });
  if (!found.valid || !('timeStep' in found) || found.timeStep <= row.lastStep) return false;
  await updateRows(queries, 'timeCodes', { userId }, { lastStep: found.timeStep });
  return true;
}

/** Time codes of an app, and recovery codes, of the caller's own account. */
export function codesService(context: AccountsContext) {
  const { database, settings } = context;

  return {
    /** A new secret, in place of one that was not confirmed. Throws `conflict` where codes are on. */
    start: ({ userId }: Identity): Promise<{ secret: string; address: string }> =>
      writeFor(database, userId, async (transaction) => {
        const present = await findRow(transaction, 'timeCodes', { userId }, ['isConfirmed']);
        if (present?.isConfirmed) throw new ApiError('conflict', 'Time codes are on already');
        const secret = generateSecret({ length: SECRET_BYTES });
        const fresh = { secret, isConfirmed: false, lastStep: 0, created: Date.now() };
        await putRow(transaction, 'timeCodes', { userId }, fresh);
        const names = { issuer: settings.serverName, label: userId };
        return { secret, address: generateURI({ ...names, secret }) };
      }),

    /**
     * Turns codes on with the first of them; the first factor of an account comes with recovery codes. Throws a
     * `ValidationFailure` of `code`, and `conflict` where nothing was started.
     */
    async confirm(code: string, { userId }: Identity): Promise<{ recoveryCodes?: string[] }> {
      const nowMs = Date.now();
      await limit(database.queries, `time-codes:${userId}`, { ...CONFIRMS, nowMs });
      const recoveryCodes = await writeFor(database, userId, async (transaction) => {
        const started = await findRow(transaction, 'timeCodes', { userId });
        if (started?.isConfirmed) throw new ApiError('conflict', 'Time codes are on already');
        if (!started || started.created <= nowMs - UNCONFIRMED_MS) {
          throw new ApiError('conflict', 'This took too long: start again');
        }
        const use = { userId, code, isConfirmed: false };
        if (!(await takeTimeCode(transaction, use, nowMs)))
          throw new ValidationFailure({ code: WRONG_TIME_CODE });
        await updateRows(transaction, 'timeCodes', { userId }, { isConfirmed: true });
        return firstRecoveryCodes(transaction, userId);
      });
      tellOwner(context, userId, { kind: 'time codes on' });
      return recoveryCodes ? { recoveryCodes } : {};
    },

    /** Throws `not_found` where they are not on. */
    async remove({ userId }: Identity): Promise<Record<string, never>> {
      await writeFor(database, userId, async (transaction) => {
        const count = await removeRows(transaction, 'timeCodes', { userId, isConfirmed: true });
        if (count === 0) throw new ApiError('not_found', 'Time codes are off');
        await settleFactors(transaction, userId);
      });
      tellOwner(context, userId, { kind: 'time codes off' });
      return {};
    },

    /** Ten new recovery codes in place of those of before. Throws `conflict` without a second factor. */
    renewRecoveryCodes: ({ userId }: Identity): Promise<{ recoveryCodes: string[] }> =>
      writeFor(database, userId, async (transaction) => {
        if (await hasSecondFactor(transaction, userId)) {
          return { recoveryCodes: await makeRecoveryCodes(transaction, userId) };
        }
        throw new ApiError('conflict', 'Add a passkey or time codes first');
      }),
  };
}

export type CodesService = ReturnType<typeof codesService>;
