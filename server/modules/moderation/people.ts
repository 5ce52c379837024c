import { ApiError } from '../../../src/data/contract/errors.ts';
import type { ProfilePart, SuspendedPerson } from '../../../src/data/contract/moderation.ts';
import { removeUnused } from '../../kernel/content.ts';
import type { Server } from '../../kernel/module.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import { hasOffice, type Identity, presentSuspension } from '../../plugins/identity.ts';
import { findRoles } from '../../plugins/offices.ts';
import type { Queries } from '../../ports/database/database.ts';
import { putRow, removeRows, takeRows, updateRows } from '../../ports/database/rows.ts';
import type { LiveAnnouncer } from '../../ports/fanOut/rooms.ts';
import type { Settings } from '../../settings.ts';
import { requireModerator, writeAudit } from '../audit/audit.ts';
import { forgetDisplayName } from '../auth/names.ts';
import { renamePersonalJam } from '../jams/personalJam.ts';
import { barFile } from '../media/barred.ts';
import { indexPeople } from '../searchIndex/indexing.ts';
import { deleteTrack, findPinned } from '../uploads/repo.ts';
import { closeAppeals } from './appeals.ts';
import { closeProfileReports, findPerson, type Person } from './repo.ts';
import { LIST_MAX } from './service.ts';

export interface PeopleContext extends Pick<Server, 'database' | 'blobs'> {
  readonly settings: Pick<Settings, 'admins' | 'moderators'>;
  /** Told of accounts that are suspended. */
  readonly announcer: LiveAnnouncer;
}

/** Takes one part off a profile; true when it was there, with the content that may not be needed any more. */
type TakeOff = (
  queries: Queries,
  person: Person,
  origin: string,
) => Promise<{ isChanged: boolean; hash?: string }>;

const unchanged = { isChanged: false };

function setAccount(queries: Queries, id: string, change: object): Promise<unknown> {
  return updateRows(queries, 'accounts', { id }, change);
}

/** How each part goes. What stands in its place is what a new account has. */
const TAKE_OFF: Readonly<Record<ProfilePart, TakeOff>> = {
  displayName: async (queries, { id: userId, displayName }) => {
    if (displayName === userId) return unchanged;
    await setAccount(queries, userId, { displayName: userId });
    await indexPeople(queries, [userId]);
    await forgetDisplayName(queries, userId);
    await renamePersonalJam(queries, { userId, displayName: userId });
    return { isChanged: true };
  },
  bio: async (queries, { id, bio }) => {
    if (bio === '') return unchanged;
    await setAccount(queries, id, { bio: '' });
    return { isChanged: true };
  },
  links: async (queries, { id, externalLinks }) => {
    if (Object.keys(externalLinks as object).length === 0) return unchanged;
    await setAccount(queries, id, { externalLinks: '{}' });
    return { isChanged: true };
  },
  picture: async (queries, { id: userId }, origin) => {
    const [picture] = await takeRows(queries, 'avatars', { userId }, ['hash']);
    if (!picture) return unchanged;
    await setAccount(queries, userId, { avatarKey: null });
    await barFile(queries, { kind: 'picture', value: picture.hash, userId, origin });
    return { isChanged: true, hash: picture.hash };
  },
  track: async (queries, { id: userId }, origin) => {
    const track = await findPinned(queries, userId);
    if (!track) return unchanged;
    await deleteTrack(queries, track.id);
    await barFile(queries, { kind: 'track', value: track.hash, userId, origin });
    return { isChanged: true, hash: track.hash };
  },
};

export type PeopleService = ReturnType<typeof peopleService>;

/** What moderators do to people: every change is written down with its reason in the same transaction. */
export function peopleService({ database, blobs, settings, announcer }: PeopleContext) {
  const { queries } = database;

  /** Runs `work` on an account that stays as it is meanwhile. Throws `not_found`, also for demo accounts. */
  async function onPerson<T>(
    identity: Identity,
    name: string,
    work: (transaction: Queries, person: Person) => Promise<T>,
  ): Promise<T> {
    requireModerator(identity);
    return database.transaction(async (transaction) => {
      const found = await findPerson(transaction, name);
      if (found) await lockAccount(database, transaction, found.id);
      const person = found && (await findPerson(transaction, name));
      if (!person) throw new ApiError('not_found', 'No one goes by this name');
      return work(transaction, person);
    });
  }

  return {
    /** Takes parts off a profile and closes its reports. A part that is not there is left out, also of the audit. */
    async removeParts(
      identity: Identity,
      userId: string,
      { parts, reason }: { readonly parts: readonly ProfilePart[]; readonly reason: string },
    ): Promise<Record<string, never>> {
      const { id, hashes } = await onPerson(identity, userId, async (transaction, person) => {
        const hashes: string[] = [];
        await closeProfileReports(transaction, person.id);
        for (const part of new Set(parts)) {
          const origin = `profile:${person.id}`;
          const { isChanged, hash } = await TAKE_OFF[part](transaction, person, origin);
          if (!isChanged) continue;
          if (hash) hashes.push(hash);
          const action = `remove-${part}` as const;
          await writeAudit(transaction, identity, { action, userId: person.id, reason });
        }
        return { id: person.id, hashes };
      });
      // Rooms show them under their user name from now on.
      if (parts.includes('displayName')) announcer.recheck(id);
      for (const hash of hashes) await removeUnused({ database, blobs }, hash);
      return {};
    },

    /**
     * Suspends an account from now on, or changes the reason and the end of its suspension. Throws `forbidden` for
     * moderators and administrators, `bad_request` for an end that is over.
     */
    async suspend(
      identity: Identity,
      userId: string,
      { reason, until }: { readonly reason: string; readonly until: number | null },
    ): Promise<Record<string, never>> {
      const nowMs = Date.now();
      if (until !== null && until <= nowMs) {
        throw new ApiError('bad_request', 'The end of a suspension must be to come');
      }
      await onPerson(identity, userId, async (transaction, person) => {
        if (hasOffice(await findRoles(transaction, settings, person.id))) {
          throw new ApiError('forbidden', 'Moderators and administrators cannot be suspended');
        }
        const change = { reason, until, since: nowMs };
        await putRow(transaction, 'suspensions', { userId: person.id }, change);
        await writeAudit(transaction, identity, { action: 'suspend', userId: person.id, reason });
      });
      announcer.recheck(userId);
      return {};
    },

    /** Ends a suspension and accepts its open appeal. Without one nothing changes. */
    async lift(identity: Identity, userId: string, reason: string): Promise<Record<string, never>> {
      return onPerson(identity, userId, async (transaction, person) => {
        if (!(await endSuspension(transaction, person.id))) return {};
        await closeAppeals(transaction, person.id, { state: 'accepted', answer: reason });
        await writeAudit(transaction, identity, { action: 'lift', userId: person.id, reason });
        return {};
      });
    },

    /** Suspended accounts, newest first. */
    async suspensions(identity: Identity): Promise<{ people: SuspendedPerson[] }> {
      requireModerator(identity);
      const nowMs = Date.now();
      const rows = await queries
        .selectFrom('suspensions')
        .innerJoin('accounts', 'accounts.id', 'suspensions.userId')
        .select(['suspensions.reason', 'suspensions.since', 'suspensions.until'])
        .select(['accounts.id as user', 'accounts.displayName'])
        .where((where) => where.or([where('until', 'is', null), where('until', '>', nowMs)]))
        .orderBy('since', 'desc')
        .orderBy('suspensions.userId')
        .limit(LIST_MAX)
        .execute();
      return {
        people: rows.flatMap(({ user, displayName, ...row }) => {
          const suspension = presentSuspension(row, nowMs);
          return suspension ? [{ user, displayName, ...suspension }] : [];
        }),
      };
    },
  };
}

/** Ends the suspension of an account; true when there was one, its time over or not. */
export async function endSuspension(queries: Queries, userId: string): Promise<boolean> {
  return (await removeRows(queries, 'suspensions', { userId })) > 0;
}
