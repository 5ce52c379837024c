import type * as z from 'zod';
import type {
  ClubChangesBodySchema,
  ClubPage,
  NewClubBodySchema,
} from '../../../src/data/contract/clubs.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { codeRow } from '../../kernel/codes.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { refuseOfficial } from '../../plugins/officialNames.ts';
import { givenOf } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countOf, findRow, hasRow, insertRows, updateRows } from '../../ports/database/rows.ts';
import { storeReport } from '../audit/audit.ts';
import { type AllowanceRules, findAllowance } from '../grants/allowances.ts';
import { type ClubFor, findClubToWrite, findReadableClub } from '../jams/clubs.ts';
import {
  announce,
  type ClubsContext,
  changeClub,
  findChannels,
  refuseOfClass,
  tellChannels,
} from './context.ts';
import { insertClub } from './newClub.ts';
import { presentPage } from './present.ts';

const REPORTS = { max: 30, windowMs: 3_600_000 };
const CLUBS = { max: 30, windowMs: 3_600_000 };
const FIRST_CHANNEL = 'General';

/**
 * Throws `forbidden` where an account owns as many clubs as their plan allows; those of classes do not count.
 * @param message says so, with how many
 */
export async function refuseMore(
  queries: Queries,
  accounts: AllowanceRules,
  userId: string,
  message: (most: number) => string,
): Promise<void> {
  const { clubsOwned } = await findAllowance(queries, accounts, userId, Date.now());
  const ofClasses = queries
    .selectFrom('classes')
    .select('classes.clubId')
    .where('classes.teacherId', '=', userId);
  const owned = queries.selectFrom('clubs').where('ownerId', '=', userId);
  const total = await countOf(owned.where('id', 'not in', ofClasses));
  if (total >= clubsOwned) throw new ApiError('forbidden', message(clubsOwned));
}

const owningMost = (most: number) => `You have ${most} clubs: that is the most`;

/** A club that was reported, for the people who judge that, whatever it lets in. */
async function findReported(queries: Queries, clubId: string): Promise<ClubFor | undefined> {
  const report = { kind: 'club', ref: clubId, isOpen: true } as const;
  if (!(await hasRow(queries, 'jamReports', report))) return undefined;
  const row = await findRow(queries, 'clubs', { id: clubId });
  return row && { ...row, role: null };
}

/** Making clubs, reading and changing them. */
export function clubCalls(context: ClubsContext) {
  const { database, announcer, settings } = context;
  const { queries } = database;

  return {
    /** Makes a club, whose id is `club` and ten hex digits. Throws `forbidden` past the clubs of the plan. */
    async create(
      identity: Identity,
      { name, description, access }: z.output<typeof NewClubBodySchema>,
    ): Promise<{ id: string; club: ClubPage }> {
      refuseOfficial(identity, name);
      const { userId } = identity;
      await limit(queries, `clubs:${userId}`, { ...CLUBS, nowMs: Date.now() });
      const created = Date.now();
      const channelAccess = access === 'open' ? 'public' : 'members';
      const channels = [{ name: FIRST_CHANNEL, access: channelAccess }] as const;
      const about = { name, description, access, ownerId: userId, created };
      const row = await writeFor(database, userId, async (transaction) => {
        await refuseMore(transaction, settings.accounts, userId, owningMost);
        const club = await insertClub(transaction, { ...about, channels });
        const code = codeRow({ kind: 'club', target: club.id, createdBy: userId, created });
        await insertRows(transaction, 'codes', code);
        return club;
      });
      const club = await presentPage(context, identity, { ...row, role: 'owner' });
      return { id: row.id, club };
    },

    /** Throws `not_found`. Moderators of this server read a club that was reported as people outside would. */
    async read(identity: Identity | null, clubId: string): Promise<ClubPage> {
      const judges = identity !== null && hasOffice(identity.roles);
      const club = await findReadableClub(queries, identity, clubId).catch(async (error) => {
        const reported = judges ? await findReported(queries, clubId) : undefined;
        if (!reported) throw error;
        return reported;
      });
      return presentPage(context, identity, club);
    },

    /** Tells the moderators of this server; again: with the new reason. */
    async report(
      identity: Identity,
      clubId: string,
      reason: string,
    ): Promise<Record<string, never>> {
      const { userId } = identity;
      const { id: ref } = await findReadableClub(queries, identity, clubId);
      await limit(queries, `report:${userId}`, { ...REPORTS, nowMs: Date.now() });
      const row = { kind: 'club', jamId: ref, ref, userId, reason, created: Date.now() } as const;
      await writeFor(database, userId, (transaction) => storeReport(transaction, row));
      return {};
    },

    /** Changes what is given; for its owner. */
    async change(
      identity: Identity,
      clubId: string,
      changes: z.output<typeof ClubChangesBodySchema>,
    ): Promise<ClubPage> {
      if (changes.name !== undefined) refuseOfficial(identity, changes.name);
      const set = givenOf(changes);
      const news = await changeClub(database, identity, clubId, async (transaction) => {
        await findClubToWrite(transaction, identity, clubId, 'owner');
        if (changes.access === 'open') await refuseOfClass(transaction, clubId);
        if (Object.keys(set).length === 0) return [];
        await updateRows(transaction, 'clubs', { id: clubId }, set);
        const channels = await findChannels(transaction, [clubId]);
        const ids = channels.map(({ id }) => id);
        return tellChannels(database, transaction, ids, identity.userId);
      });
      announce(announcer, news);
      const club = await findReadableClub(queries, identity, clubId);
      return presentPage(context, identity, club);
    },
  };
}
