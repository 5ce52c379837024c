import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  AnnounceBodySchema,
  ListedAnnouncement,
  Mode,
} from '../../../src/data/contract/operations.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Database } from '../../ports/database/database.ts';
import { insertRows, takeRows } from '../../ports/database/rows.ts';
import { type Deed, writeAudit } from '../audit/audit.ts';
import { listAnnouncements, type OperatorState, readMode, writeMode } from './state.ts';

/** Announcements that stand or wait at a time. */
const MOST = 10;

/** Who decides: an administrator, or the command line, which has no account. */
export interface By {
  readonly userId: string;
}
/** The command line of the server, as the audit names it. */
export const COMMAND_LINE: By = { userId: 'command line' };

/** Mails that are sent again, as the audit says how many. */
export const mailsText = (count: number) => (count === 1 ? 'one mail' : `${count} mails`);

type AnnounceBody = z.output<typeof AnnounceBodySchema>;
export type DecisionsService = ReturnType<typeof decisionsService>;

/**
 * What operators decide about the whole server. Each is written down with who did it, in the same transaction.
 * @param state is told of what changed; left out where another process serves the pages
 */
export function decisionsService(
  database: Pick<Database, 'queries' | 'transaction' | 'lock'>,
  state?: Pick<OperatorState, 'changed'>,
) {
  const { queries } = database;
  const note = (reason: string, { userId }: By) =>
    userId === COMMAND_LINE.userId ? `${reason} (by the command line)` : reason;
  const deed = (by: By, action: Deed['action'], reason: string) =>
    ({ action, reason: note(reason, by) }) satisfies Deed;

  return {
    /** Opens the server, lets it only be read, or closes it. The mode that it has already is no deed. */
    async setMode(by: By, mode: Mode): Promise<{ mode: Mode }> {
      await database.transaction(async (transaction) => {
        await database.lock(transaction, 'mode');
        if ((await readMode(transaction)) === mode) return;
        await writeMode(transaction, mode);
        await writeAudit(transaction, by, deed(by, 'set-mode', mode));
      });
      await state?.changed();
      return { mode };
    },

    /** Puts a line on every page. @throws ValidationFailure for one that ends before it starts; ApiError `forbidden` */
    async announce(by: By, { text, starts, ends }: AnnounceBody): Promise<ListedAnnouncement> {
      const nowMs = Date.now();
      const row = { id: newId(), text, starts: starts ?? nowMs, ends };
      if (ends !== null && ends <= Math.max(nowMs, row.starts)) {
        throw new ValidationFailure({ ends: 'must be later than the beginning, and than now' });
      }
      await database.transaction(async (transaction) => {
        await database.lock(transaction, 'announcements');
        const present = await listAnnouncements(transaction, nowMs);
        const standing = present.filter((one) => one.ends === null || one.ends > nowMs);
        if (standing.length >= MOST) {
          throw new ApiError('forbidden', `There are ${MOST} announcements, which is the most`);
        }
        await insertRows(transaction, 'announcements', row);
        await writeAudit(transaction, by, deed(by, 'announce', text));
      });
      await state?.changed();
      return row;
    },

    /** Takes a line away. @throws ApiError `not_found` */
    async end(by: By, id: string): Promise<Record<string, never>> {
      await database.transaction(async (transaction) => {
        const [gone] = await takeRows(transaction, 'announcements', { id }, ['text']);
        if (!gone) throw new ApiError('not_found', 'There is no such announcement');
        await writeAudit(transaction, by, deed(by, 'end-announcement', gone.text));
      });
      await state?.changed();
      return {};
    },

    /** Writes down what was set going by hand: a job, mail that waits, a backup. */
    async noteWork(
      by: By,
      action: 'run-job' | 'send-mail' | 'back-up',
      what: string,
    ): Promise<void> {
      await writeAudit(queries, by, deed(by, action, what));
    },

    async list() {
      return {
        mode: await readMode(queries),
        announcements: await listAnnouncements(queries, Date.now()),
      };
    },
  };
}
