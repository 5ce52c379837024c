import type * as z from 'zod';
import type { Invitation, InvitationBodySchema } from '../../../src/data/contract/allowance.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import {
  codeRow,
  codesOfKind,
  deleteCode,
  findCode,
  foldCode,
  presentCode,
  takeUse,
} from '../../kernel/codes.ts';
import type { Server } from '../../kernel/module.ts';
import type { Identity } from '../../plugins/identity.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { CodeRow } from '../../ports/database/schemaAccounts.ts';

const DAY_MS = 24 * 3_600_000;
const LIST_MAX = 200;

const WRONG = 'This invitation is not known, was used up or is over';

/** Invitations always have an end and a number of uses. */
function present(row: CodeRow): Invitation {
  const { expires, maxUses, ...code } = presentCode(row);
  return { ...code, expires: expires!, uses: maxUses! };
}

/** Throws a `ValidationFailure` of `invitation` for a code that does not let people sign up now. */
export async function checkInvitation(
  queries: Queries,
  text: string | undefined,
  nowMs: number,
): Promise<void> {
  if (!text) throw new ValidationFailure({ invitation: 'Required' });
  const row = await findCode(queries, ['invitation'], foldCode(text), nowMs);
  if (!row) throw new ValidationFailure({ invitation: WRONG });
}

/**
 * Uses an invitation up by one, inside the transaction that makes the account: of two at once for the last place only
 * one gets it. Throws a `ValidationFailure` of `invitation`.
 */
export async function takeInvitation(queries: Queries, text: string, nowMs: number): Promise<void> {
  const isUsed = await takeUse(queries, ['invitation'], foldCode(text), nowMs);
  if (!isUsed) throw new ValidationFailure({ invitation: WRONG });
}

/** Throws `forbidden` for everyone but moderators, whatever a route let through. */
function requireModerator({ roles }: Identity): void {
  if (roles.includes('moderator') || roles.includes('admin')) return;
  throw new ApiError('forbidden', 'Only moderators may do this');
}

export type InvitationsService = ReturnType<typeof invitationsService>;

/** Invitations, which moderators and administrators make. */
export function invitationsService({ database: { queries } }: Pick<Server, 'database'>) {
  return {
    /** Newest first, those that are over too. */
    async list(identity: Identity): Promise<{ invitations: Invitation[] }> {
      requireModerator(identity);
      const rows = await codesOfKind(queries, 'invitation', LIST_MAX);
      return { invitations: rows.map(present) };
    },

    async make(
      identity: Identity,
      { uses, days, note }: z.output<typeof InvitationBodySchema>,
    ): Promise<Invitation> {
      requireModerator(identity);
      const created = Date.now();
      const row = codeRow({
        kind: 'invitation',
        target: '',
        note,
        createdBy: identity.userId,
        created,
        expires: created + days * DAY_MS,
        maxUses: uses,
      });
      await insertRows(queries, 'codes', row);
      return present(row);
    },

    /** People cannot sign up with it any more. Throws `not_found`. */
    async end(identity: Identity, code: string): Promise<Record<string, never>> {
      requireModerator(identity);
      if (await deleteCode(queries, ['invitation'], '', code)) return {};
      throw new ApiError('not_found', 'There is no such invitation');
    },
  };
}
