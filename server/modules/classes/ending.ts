import type { ClassPage } from '../../../src/data/contract/classes.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { createJob, type Job, type Pace } from '../../kernel/jobs.ts';
import type { Identity } from '../../plugins/identity.ts';
import { hasRow, listRows, removeRows } from '../../ports/database/rows.ts';
import { writeAudit } from '../audit/audit.ts';
import { announce, changeClub } from '../clubs/context.ts';
import { endClassOf } from '../clubs/passingOn.ts';
import { type ClassesContext, describeClass, findPupil, findTaught } from './context.ts';
import { presentClass } from './present.ts';

/** What was begun elsewhere, or failed, is taken up again this often. */
const EVERY_MS = 10 * 60_000;

/** Closes the account of a pupil, unless they left the class meanwhile or are gone already: then `not_found`. */
async function closePupil(
  { close }: Pick<ClassesContext, 'close'>,
  classId: string,
  userId: string,
): Promise<void> {
  await close(userId, async (transaction) => {
    await findPupil(transaction, classId, userId);
  });
}

/**
 * Closes the accounts of pupils whose class has no teacher any more, as its owner would, and the class after them. Each
 * step changes nothing when it is made again.
 */
export async function endClasses(
  context: Pick<ClassesContext, 'database' | 'close'>,
  { gently, attempt }: Pace,
): Promise<void> {
  const { queries } = context.database;
  const classes = await listRows(queries, 'classes', { teacherId: '' }, ['id']);
  for (const { id } of classes) {
    const pupils = await listRows(queries, 'pupils', { classId: id }, ['userId']);
    for (const { userId } of pupils) {
      await attempt(userId, () =>
        gently(() =>
          closePupil(context, id, userId).catch((error: unknown) => {
            // Another node was here.
            if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
          }),
        ),
      );
    }
    if (await hasRow(queries, 'pupils', { classId: id })) continue;
    await removeRows(queries, 'classes', { id, teacherId: '' });
  }
}

/** Ends classes while the server runs. */
export const endingJob = (context: Pick<ClassesContext, 'database' | 'close'>): Job =>
  createJob({
    name: 'ending classes',
    everyMs: EVERY_MS,
    round: (pace) => endClasses(context, pace),
  });

/** Deleting pupils and classes. @param wake begins a round of the job that ends them */
export function endingCalls(context: ClassesContext, wake: () => void) {
  const { database, announcer } = context;
  const { queries } = database;

  return {
    /** For their teacher: closes the account of a pupil. Throws `not_found`. */
    async removePupil(
      identity: Identity,
      { id, userId }: { readonly id: string; readonly userId: string },
    ): Promise<ClassPage> {
      const row = await findTaught(queries, identity, id);
      await context.close(userId, async (transaction) => {
        await findTaught(transaction, identity, id);
        await findPupil(transaction, id, userId);
        const deed = { action: 'remove-pupil', userId, reason: describeClass(id) } as const;
        await writeAudit(transaction, identity, deed);
      });
      return presentClass(context, row);
    },

    /**
     * For its teacher: no card signs in any more and the club cannot be read; the accounts of the pupils are closed behind
     * the answer.
     */
    async deleteClass(identity: Identity, id: string): Promise<Record<string, never>> {
      const { clubId } = await findTaught(queries, identity, id);
      const { news, pupils } = await changeClub(database, identity, clubId, async (transaction) => {
        await findTaught(transaction, identity, id);
        const ended = await endClassOf(database, transaction, clubId, Date.now());
        const columns = ['userId'] as const;
        const all = await listRows(transaction, 'pupils', { classId: id }, ['userId'], { columns });
        const reason = describeClass(id, all.length);
        await writeAudit(transaction, identity, { action: 'delete-class', reason });
        return { news: ended ?? [], pupils: all };
      });
      announce(announcer, news);
      for (const { userId } of pupils) announcer.recheck(userId);
      wake();
      return {};
    },
  };
}
