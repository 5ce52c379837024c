import type * as z from 'zod';
import type { Invitation, InvitationBodySchema } from '../../../src/data/contract/allowance.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { foldCode, newCode, showCode } from '../../kernel/codes.ts';
import type { Identity } from '../../plugins/identity.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import type { InvitationRow } from '../../ports/database/schemaAccounts.ts';

const DAY_MS = 24 * 3_600_000;
const LIST_MAX = 200;

const WRONG = 'This invitation is not known, was used up or is over';

const present = (row: InvitationRow): Invitation => ({ ...row, code: showCode(row.code) });

/** Throws a `ValidationFailure` of `invitation` for a code that nobody can sign up with now. */
export async function checkInvitation(
  queries: Queries,
  text: string | undefined,
  nowMs: number,
): Promise<void> {
  if (!text) throw new ValidationFailure({ invitation: 'Required' });
  const row = await queries
    .selectFrom('invitations')
    .select('code')
    .where('code', '=', foldCode(text))
    .where('expires', '>', nowMs)
    .whereRef('used', '<', 'uses')
    .executeTakeFirst();
  if (!row) throw new ValidationFailure({ invitation: WRONG });
}

/**
 * Uses an invitation up by one, inside the transaction that makes the account: of two at once for the last place only
 * one gets it. Throws a `ValidationFailure` of `invitation`.
 */
export async function takeInvitation(queries: Queries, text: string, nowMs: number): Promise<void> {
  const { numUpdatedRows } = await queries
    .updateTable('invitations')
    .set((build) => ({ used: build('used', '+', 1) }))
    .where('code', '=', foldCode(text))
    .where('expires', '>', nowMs)
    .whereRef('used', '<', 'uses')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ValidationFailure({ invitation: WRONG });
}

/** Throws `forbidden` for whoever is no moderator, whatever a route let through. */
function requireModerator({ roles }: Identity): void {
  if (roles.includes('moderator') || roles.includes('admin')) return;
  throw new ApiError('forbidden', 'Only moderators may do this');
}

export type InvitationsService = ReturnType<typeof invitationsService>;

/** Invitations, which moderators and administrators make. */
export function invitationsService({ database: { queries } }: { readonly database: Database }) {
  return {
    /** Newest first, those that are over too. */
    async list(identity: Identity): Promise<{ invitations: Invitation[] }> {
      requireModerator(identity);
      const rows = await queries
        .selectFrom('invitations')
        .selectAll()
        .orderBy('created', 'desc')
        .orderBy('code')
        .limit(LIST_MAX)
        .execute();
      return { invitations: rows.map(present) };
    },

    async make(
      identity: Identity,
      { uses, days, note }: z.output<typeof InvitationBodySchema>,
    ): Promise<Invitation> {
      requireModerator(identity);
      const created = Date.now();
      const row = {
        ...{ code: newCode('compared'), note, createdBy: identity.userId, created },
        ...{ expires: created + days * DAY_MS, uses, used: 0 },
      };
      await queries.insertInto('invitations').values(row).execute();
      return present(row);
    },

    /** Nobody signs up with it any more. Throws `not_found`. */
    async end(identity: Identity, code: string): Promise<Record<string, never>> {
      requireModerator(identity);
      const { numDeletedRows } = await queries
        .deleteFrom('invitations')
        .where('code', '=', foldCode(code))
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) return {};
      throw new ApiError('not_found', 'There is no such invitation');
    },
  };
}
