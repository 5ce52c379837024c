import type * as z from 'zod';
import type {
  ClassChangesBodySchema,
  ClassPage,
  OwnClass,
  PupilChangesBodySchema,
} from '../../../src/data/contract/classes.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { lockAccount, writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { refuseOfficial } from '../../plugins/officialNames.ts';
import { givenOf } from '../../plugins/validation.ts';
import { updateRows } from '../../ports/database/rows.ts';
import { updateAccount } from '../accounts/repo.ts';
import { announce, changeClub, findChannels, tellChannels } from '../clubs/context.ts';
import { renamePersonalJam } from '../jams/personalJam.ts';
import { type ClassesContext, findPupil, findTaught } from './context.ts';
import { refuseOfficialNames, tellApart } from './names.ts';
import { findPupils, presentClass } from './present.ts';

/** What a teacher changes of a class and its pupils, and what pupils know of it. */
export function changingCalls(context: ClassesContext) {
  const { database, announcer } = context;
  const { queries } = database;

  /** Tells pages of pupils what they may do now; one pupil, or all of the class. */
  async function tell(id: string, about?: string): Promise<void> {
    const pupils = await queries
      .selectFrom('pupils')
      .innerJoin('classes', 'classes.id', 'pupils.classId')
      .select(['pupils.userId', 'pupils.isMuted', 'classes.isOpen', 'classes.isPaused'])
      .where('pupils.classId', '=', id)
      .execute();
    for (const { userId, ...news } of pupils) {
      if (about !== undefined && userId !== about) continue;
      announcer.classChanged(userId, news);
      // A room that is closed to them now lets them out.
      announcer.recheck(userId);
    }
  }

  return {
    /** For its teacher; changes what is given. Its club goes by the same name. */
    async change(
      identity: Identity,
      id: string,
      changes: z.output<typeof ClassChangesBodySchema>,
    ): Promise<ClassPage> {
      const { clubId } = await findTaught(queries, identity, id);
      const { name, isOpen, isPaused } = changes;
      if (name !== undefined) refuseOfficial(identity, name);
      const set = givenOf(changes);
      const news = await changeClub(database, identity, clubId, async (transaction) => {
        await findTaught(transaction, identity, id);
        if (Object.keys(set).length > 0) await updateRows(transaction, 'classes', { id }, set);
        if (name === undefined) return [];
        await updateRows(transaction, 'clubs', { id: clubId }, { name });
        const channels = await findChannels(transaction, [clubId]);
        const ids = channels.map((channel) => channel.id);
        return tellChannels(database, transaction, ids, identity.userId);
      });
      announce(announcer, news);
      if (isOpen !== undefined || isPaused !== undefined) await tell(id);
      return presentClass(context, await findTaught(queries, identity, id));
    },

    /** For their teacher; changes what is given. A name that another pupil has gets a number. Throws `not_found`. */
    async changePupil(
      identity: Identity,
      { id, userId }: { readonly id: string; readonly userId: string },
      { name, isMuted }: z.output<typeof PupilChangesBodySchema>,
    ): Promise<ClassPage> {
      await findTaught(queries, identity, id);
      if (name !== undefined) refuseOfficialNames('name', [name]);
      await writeFor(database, identity.userId, async (transaction) => {
        await findTaught(transaction, identity, id);
        await lockAccount(database, transaction, userId);
        await findPupil(transaction, id, userId);
        if (isMuted !== undefined) await updateRows(transaction, 'pupils', { userId }, { isMuted });
        if (name === undefined) return;
        const others = (await findPupils(transaction, id)).filter((one) => one.userId !== userId);
        const taken = others.map((one) => one.name);
        const [displayName = name] = tellApart([name], taken);
        await updateAccount(transaction, userId, { displayName });
        await renamePersonalJam(transaction, { userId, displayName });
      });
      await tell(id, userId);
      return presentClass(context, await findTaught(queries, identity, id));
    },

    /** The class of the caller. Throws `not_found` for everyone but pupils. */
    async own({ userId, pupilOf }: Identity): Promise<OwnClass> {
      const found =
        pupilOf &&
        (await queries
          .selectFrom('pupils')
          .innerJoin('classes', 'classes.id', 'pupils.classId')
          .innerJoin('accounts', 'accounts.id', 'classes.teacherId')
          .select(['classes.id', 'classes.name', 'accounts.displayName as teacher'])
          .select(['classes.clubId', 'classes.isOpen', 'classes.isPaused', 'pupils.isMuted'])
          .where('pupils.userId', '=', userId)
          .executeTakeFirst());
      if (!found) throw new ApiError('not_found', 'You are in no class');
      return found;
    },
  };
}
