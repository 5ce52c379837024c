import type * as z from 'zod';
import type { Login } from '../../../src/data/contract/auth.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Jam } from '../../../src/data/contract/jams.ts';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import type { JamByCodeSchema, JoinedSchema } from '../../../src/data/contract/members.ts';
import { CODE_TRIES, findCode, foldCode, JAM_CODES, takeUse } from '../../kernel/codes.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { CodeRow } from '../../ports/database/schemaAccounts.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import { makeGuest } from '../auth/guests.ts';
import { type JamFor, withRoles } from '../jams/access.ts';
import { appendEvent, happenIn, lockJam } from '../jams/events.ts';
import { findMember, putMember } from '../jams/members.ts';
import { presentJam } from '../jams/presentJam.ts';
import { findJam } from '../jams/repo.ts';
import { type RoomsContext, readJam } from './context.ts';

const MINUTE_MS = 60_000;
/** A school or a workshop may share one address. */
const GUESTS = { max: 100, windowMs: 60 * MINUTE_MS };

type Joined = z.output<typeof JoinedSchema>;

const noCode = () => new ApiError('not_found', 'This code leads nowhere, or was taken back');
const noJam = () => new ApiError('not_found', 'There is no such jam');
const isOut = () => new ApiError('forbidden', 'The owner of this jam has removed you');

/** Throws `forbidden` for a channel: people in its club are in it. */
function refuseChannel({ club }: JamFor): void {
  if (!club) return;
  throw new ApiError('forbidden', `This is a channel of the club ${club.name}: join the club`);
}

/** How people come into rooms: by themselves where anyone may, by a code, or as a guest. */
export function joiningCalls(context: RoomsContext) {
  const { database, announcer, settings, publicUrl } = context;
  const { queries } = database;

  async function findByCode(code: string, caller: Caller): Promise<{ row: CodeRow; jam: JamRow }> {
    const nowMs = Date.now();
    await limit(queries, `jamcode:${caller.address}`, { ...CODE_TRIES, nowMs });
    const row = await findCode(queries, JAM_CODES, foldCode(code), nowMs);
    const jam = row && (await findJam(queries, row.target));
    if (!row || !jam) throw noCode();
    return { row, jam };
  }

  const roleIn = async (identity: Identity | null, jam: JamRow): Promise<JamFor> =>
    (await withRoles(queries, identity, [jam]))[0]!;

  const show = async (identity: Identity | null, jamId: string): Promise<Jam> =>
    presentJam(queries, await roleIn(identity, (await findJam(queries, jamId))!), publicUrl);

  /** Throws where an account cannot come in, whatever it has. */
  async function refuseOut({ suspension, guestOf, userId }: Identity, jam: JamFor): Promise<void> {
    refuseChannel(jam);
    if (suspension) throw new ApiError('forbidden', 'Your account is suspended');
    if (guestOf !== undefined) {
      throw new ApiError('forbidden', 'Sign up to join more jams: what you made stays yours');
    }
    if (jam.kind === 'personal') throw new ApiError('forbidden', 'This jam is its owner’s alone');
    if ((await findMember(queries, jam.id, userId))?.isRemoved) throw isOut();
  }

  /** Makes the account a member, once; `code` is counted, and must not have been taken back meanwhile. */
  async function enter(identity: Identity, jam: JamRow, code?: string): Promise<Joined> {
    const known = await roleIn(identity, jam);
    if (known.role !== null && known.role !== 'guest') return { jam: await show(identity, jam.id) };
    await refuseOut(identity, known);
    const { userId } = identity;
    await happenIn(context, identity, jam.id, async (transaction) => {
      const before = await findMember(transaction, jam.id, userId);
      if (before?.isRemoved) throw isOut();
      if (before?.role === 'member') return undefined;
      if (code !== undefined && !(await takeUse(transaction, ['join'], code, Date.now()))) {
        throw noCode();
      }
      const isOpen = (await readJam(transaction, jam.id)).access === 'public';
      if (code === undefined && !isOpen) throw noJam();
      const row = { jamId: jam.id, userId, role: 'member', since: Date.now() } as const;
      await putMember(transaction, { ...row, isRemoved: false });
      return { kind: 'member', ref: userId };
    });
    return { jam: await show(identity, jam.id) };
  }

  /** A new account without password for this jam alone, signed in. */
  async function enterAsGuest(
    { row, jam }: { row: CodeRow; jam: JamRow },
    name: string,
    caller: Caller,
  ): Promise<Joined> {
    await limit(queries, `guests:${caller.address}`, { ...GUESTS, nowMs: Date.now() });
    const nowMs = Date.now();
    const made = await database.transaction(
      async (transaction): Promise<{ login: Login; event: JamEvent }> => {
        const guest = { name, jamId: jam.id, caller, nowMs };
        const login = await makeGuest(transaction, settings, guest);
        await lockJam(database, transaction, jam.id);
        if ((await readJam(transaction, jam.id)).access === 'private') throw membersOnly();
        if (!(await takeUse(transaction, ['join'], row.code, nowMs))) throw noCode();
        const { user_id: userId } = login;
        await putMember(transaction, {
          jamId: jam.id,
          userId,
          role: 'guest',
          since: nowMs,
          isRemoved: false,
        });
        const happened = { jamId: jam.id, kind: 'member', ref: userId, userId, nowMs } as const;
        return { login, event: await appendEvent(database, transaction, happened) };
      },
    );
    announcer.announce(jam.id, [made.event]);
    const [shown] = await withRoles(queries, { userId: made.login.user_id }, [jam]);
    return { jam: await presentJam(queries, shown!, publicUrl), login: made.login };
  }
  const membersOnly = () =>
    new ApiError('forbidden', 'This jam takes no guests: sign in or sign up to join it');

  return {
    /** Throws `not_found` for a jam that is not public without a code of it. */
    async join(
      identity: Identity,
      jamId: string,
      code: string | undefined,
      caller: Caller,
    ): Promise<Joined> {
      const jam = await findJam(queries, jamId);
      if (!jam) throw noJam();
      if (code === undefined) {
        const { role } = await roleIn(identity, jam);
        if (jam.access !== 'public' && role === null) throw noJam();
        return enter(identity, jam);
      }
      const { row } = await findByCode(code, caller);
      if (row.target !== jam.id || row.kind !== 'join') throw noCode();
      return enter(identity, jam, row.code);
    },

    /** What a code leads to, as the caller would see it. */
    async byCode(
      identity: Identity | null,
      code: string,
      caller: Caller,
    ): Promise<z.output<typeof JamByCodeSchema>> {
      const { row, jam } = await findByCode(code, caller);
      return {
        jam: await presentJam(queries, await roleIn(identity, jam), publicUrl),
        purpose: row.kind === 'stage' ? 'stage' : 'join',
      };
    },

    /** Joins; without a session as a guest, who needs a name. A guest comes back to their own jam. */
    async joinByCode(
      identity: Identity | null,
      code: string,
      guestName: string | undefined,
      caller: Caller,
    ): Promise<Joined> {
      const found = await findByCode(code, caller);
      const { row, jam } = found;
      if (row.kind !== 'join') throw noCode();
      if (identity) {
        const isBack = identity.guestOf !== undefined && (await roleIn(identity, jam)).role;
        return isBack ? { jam: await show(identity, jam.id) } : enter(identity, jam, row.code);
      }
      refuseChannel(await roleIn(null, jam));
      if (jam.kind === 'personal' || jam.access === 'private') throw membersOnly();
      if (!guestName) throw new ValidationFailure({ guestName: 'Required' });
      return enterAsGuest(found, guestName, caller);
    },
  };
}
