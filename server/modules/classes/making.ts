import type { Transaction } from 'kysely';
import type * as z from 'zod';
import {
  type Card,
  type Classes,
  type ClassPage,
  MAX_CLASSES,
  MAX_PUPILS,
  type NewClassBodySchema,
} from '../../../src/data/contract/classes.ts';
import { skeletonsOf } from '../../../src/data/contract/confusables.ts';
import { TERMS_VERSION } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { refuseOfficial } from '../../plugins/officialNames.ts';
import { countRows, insertRows, listRows, valuesOf } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { type ClassRow, EMPTY_ACCOUNT } from '../../ports/database/schemaAccounts.ts';
import { writeAudit } from '../audit/audit.ts';
import { foldUserId } from '../auth/repo.ts';
import { changeClub } from '../clubs/context.ts';
import { insertClub } from '../clubs/newClub.ts';
import { createPersonalJams } from '../jams/personalJam.ts';
import { newCard } from './cards.ts';
import {
  type ClassesContext,
  describeClass,
  findTaught,
  mayTeach,
  requireTeacher,
} from './context.ts';
import { newPupilId, refuseOfficialNames, tellApart } from './names.ts';
import { findPupils, presentBriefs, presentClass } from './present.ts';

/** Classes that one teacher makes, or adds pupils to, in an hour. */
const MADE = { max: 60, windowMs: 3_600_000 };

/** What a teacher gets of a class that has new pupils. */
interface WithCards {
  readonly class: ClassPage;
  readonly cards: Card[];
}

/**
 * Inside the transaction that makes the class, or holds the lock of its club: stores an account, a jam of its own and a
 * card for each name. The terms count as accepted by the teacher.
 */
async function insertPupils(
  transaction: Transaction<Schema>,
  { id: classId, clubId }: ClassRow,
  names: readonly string[],
  nowMs: number,
): Promise<Card[]> {
  const made = names.map((name) => ({ userId: newPupilId(), name, ...newCard() }));
  const accounts = made.map(({ userId, name }) => ({
    ...EMPTY_ACCOUNT,
    id: userId,
    idFolded: foldUserId(userId),
    displayName: name,
    classId,
    created: nowMs,
    termsVersionAccepted: TERMS_VERSION,
    client: 'class',
  }));
  await insertRows(transaction, 'accounts', accounts);
  const looks = made.flatMap(({ userId }) =>
    skeletonsOf(userId).map((skeleton) => ({ skeleton, userId })),
  );
  await insertRows(transaction, 'names', looks);
  const owners = made.map(({ userId, name }) => ({
    userId,
    displayName: name,
    isDemo: false,
    nowMs,
  }));
  await createPersonalJams(transaction, owners);
  const pupils = made.map(({ userId, cardHash }) => ({
    userId,
    classId,
    cardHash,
    isMuted: false,
    created: nowMs,
  }));
  await insertRows(transaction, 'pupils', pupils);
  const members = made.map(({ userId }) => ({
    clubId,
    userId,
    role: 'member' as const,
    since: nowMs,
    isBlocked: false,
  }));
  await insertRows(transaction, 'clubMembers', members);
  return made.map(({ userId, name, code }) => ({ userId, name, code }));
}

/** Making classes, and reading them. */
export function makingCalls(context: ClassesContext) {
  const { database, settings } = context;
  const { queries } = database;

  const limitMaking = ({ userId }: Identity) =>
    limit(queries, `classes:${userId}`, { ...MADE, nowMs: Date.now() });

  return {
    /** Classes of the caller, the newest first. */
    async list(identity: Identity): Promise<Classes> {
      const { userId: teacherId } = identity;
      const rows = await listRows(queries, 'classes', { teacherId }, ['created desc', 'id desc']);
      const classes = await presentBriefs(context, rows);
      return { mayMake: mayTeach(identity, settings), classes };
    },

    /** For its teacher. */
    async page(identity: Identity, id: string): Promise<ClassPage> {
      return presentClass(context, await findTaught(queries, identity, id));
    },

    /** For teachers. Throws `forbidden` past the most classes, and a `ValidationFailure` by field. */
    async make(
      identity: Identity,
      { name, names, channels }: z.output<typeof NewClassBodySchema>,
    ): Promise<WithCards> {
      requireTeacher(identity, settings);
      refuseOfficial(identity, name);
      refuseOfficialNames('names', names);
      await limitMaking(identity);
      const { userId: teacherId } = identity;
      const created = Date.now();
      const made = await writeFor(database, teacherId, async (transaction) => {
        if ((await countRows(transaction, 'classes', { teacherId })) >= MAX_CLASSES) {
          throw new ApiError('forbidden', `You have ${MAX_CLASSES} classes: that is the most`);
        }
        const club = await insertClub(transaction, {
          name,
          description: '',
          access: 'invite',
          ownerId: teacherId,
          created,
          channels: channels.map((channel) => ({ name: channel, access: 'members' })),
        });
        const about = { id: newId(created), name, teacherId, clubId: club.id, created };
        const row = { ...about, isOpen: false, isPaused: false };
        await insertRows(transaction, 'classes', row);
        const cards = await insertPupils(transaction, row, tellApart(names, []), created);
        const reason = describeClass(row.id, cards.length);
        await writeAudit(transaction, identity, { action: 'make-class', reason });
        return { row, cards };
      });
      return { class: await presentClass(context, made.row), cards: made.cards };
    },

    /** For its teacher, who may still make classes. Throws as `make` does, `forbidden` past the most pupils. */
    async addPupils(identity: Identity, id: string, names: readonly string[]): Promise<WithCards> {
      const { clubId } = await findTaught(queries, identity, id);
      requireTeacher(identity, settings);
      refuseOfficialNames('names', names);
      await limitMaking(identity);
      const made = await changeClub(database, identity, clubId, async (transaction) => {
        const row = await findTaught(transaction, identity, id);
        const taken = valuesOf(await findPupils(transaction, id), 'name');
        if (taken.length + names.length > MAX_PUPILS) {
          throw new ApiError('forbidden', `A class has ${MAX_PUPILS} pupils at most`);
        }
        const apart = tellApart(names, taken);
        return { row, cards: await insertPupils(transaction, row, apart, Date.now()) };
      });
      return { class: await presentClass(context, made.row), cards: made.cards };
    },
  };
}
