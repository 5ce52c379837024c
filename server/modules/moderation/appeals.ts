import { ApiError } from '../../../src/data/contract/errors.ts';
import type { OpenAppeal, OwnAppeal, Suspension } from '../../../src/data/contract/moderation.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import type { Server } from '../../kernel/module.ts';
import { lockPresentAccount } from '../../plugins/accountLock.ts';
import { type Identity, presentSuspension } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, listRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { AppealRow } from '../../ports/database/schema.ts';
import { requireModerator, writeAudit } from '../audit/audit.ts';
import { LIST_MAX } from './service.ts';

/** Appeals of one account, decided ones too. */
const APPEALS = { max: 3, windowMs: 24 * 3_600_000 };
/** The caller's own appeals. */
const OWN_MAX = 20;

type Decision = Pick<AppealRow, 'state' | 'answer'>;

/** Closes the open appeal of an account. */
export async function closeAppeals(
  queries: Queries,
  userId: string,
  decision: Decision,
): Promise<void> {
  await updateRows(queries, 'appeals', { userId, state: 'open' }, decision);
}

export type AppealsService = ReturnType<typeof appealsService>;

/** What suspended people write to the moderators, and what they decide. */
export function appealsService({ database }: Pick<Server, 'database'>) {
  const { queries } = database;

  async function decide(
    identity: Identity,
    id: string,
    decision: { readonly state: 'accepted' | 'refused'; readonly answer: string },
  ): Promise<Record<string, never>> {
    requireModerator(identity);
    const { state, answer } = decision;
    await database.transaction(async (transaction) => {
      const appeal = await transaction
        .updateTable('appeals')
        .set(decision)
        .where('id', '=', id)
        .where('state', '=', 'open')
        .returning('userId')
        .executeTakeFirst();
      if (!appeal) throw new ApiError('not_found', 'There is no such open appeal');
      const { userId } = appeal;
      if (state === 'accepted') {
        await removeRows(transaction, 'suspensions', { userId });
      }
      const action = state === 'accepted' ? 'accept-appeal' : 'refuse-appeal';
      await writeAudit(transaction, identity, { action, userId, reason: answer });
    });
    return {};
  }

  return {
    /** Why the caller is suspended, if so, and what became of the appeals. */
    async own({
      userId,
      suspension,
    }: Identity): Promise<{ suspension: Suspension | null; appeals: OwnAppeal[] }> {
      const appeals = await listRows(queries, 'appeals', { userId }, ['created desc', 'id desc'], {
        columns: ['id', 'text', 'created', 'state', 'answer'],
        most: OWN_MAX,
      });
      return { suspension: suspension ?? null, appeals };
    },

    /** Appeals against the caller's suspension. Throws `conflict` without one, and while another appeal is open. */
    async appeal({ userId, suspension }: Identity, text: string): Promise<{ id: string }> {
      if (!suspension) throw new ApiError('conflict', 'Your account is not suspended');
      const isOpen = await findRow(queries, 'appeals', { userId, state: 'open' }, ['id']);
      const taken = () => new ApiError('conflict', 'Your appeal is waiting for an answer already');
      if (isOpen) throw taken();
      await limit(queries, `appeal:${userId}`, { ...APPEALS, nowMs: Date.now() });
      const row: AppealRow = {
        id: newId(),
        userId,
        text,
        created: Date.now(),
        state: 'open',
        answer: '',
      };
      const isStored = await database.transaction(async (transaction) => {
        await lockPresentAccount(database, transaction, userId);
        const present = await findRow(transaction, 'suspensions', { userId }, ['userId']);
        if (!present) throw new ApiError('conflict', 'Your account is not suspended');
        const insert = transaction.insertInto('appeals').values(row);
        const stored = insert.onConflict((conflict) => conflict.doNothing()).returning('id');
        return (await stored.execute()).length > 0;
      });
      if (!isStored) throw taken();
      return { id: row.id };
    },

    /** Open appeals, oldest first. */
    async list(identity: Identity): Promise<{ appeals: OpenAppeal[] }> {
      requireModerator(identity);
      const nowMs = Date.now();
      const rows = await queries
        .selectFrom('appeals')
        .leftJoin('suspensions', 'suspensions.userId', 'appeals.userId')
        .select(['appeals.id', 'appeals.userId as user', 'appeals.text', 'appeals.created'])
        .select(['suspensions.reason', 'suspensions.since', 'suspensions.until'])
        .where('appeals.state', '=', 'open')
        .orderBy('appeals.created')
        .orderBy('appeals.id')
        .limit(LIST_MAX)
        .execute();
      return {
        appeals: rows.map(({ id, user, text, created, ...row }) => {
          const suspension = presentSuspension(row, nowMs) ?? null;
          return { id, user, text, created, suspension };
        }),
      };
    },

    /** Accepts an appeal: the suspension ends. Throws `not_found`. */
    accept: (identity: Identity, id: string, reason: string) =>
      decide(identity, id, { state: 'accepted', answer: reason }),

    /** Refuses an appeal: the suspension stays. Throws `not_found`. */
    refuse: (identity: Identity, id: string, reason: string) =>
      decide(identity, id, { state: 'refused', answer: reason }),
  };
}
