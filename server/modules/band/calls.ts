import type * as z from 'zod';
import {
  type Band,
  type BandPace,
  HOUSE_BAND_ID,
  type InviteBandBodySchema,
} from '../../../src/data/contract/band.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { LISTENS_TEXT } from '../../../src/data/rules/band/thoughts.ts';
import type { Server } from '../../kernel/module.ts';
import type { Identity } from '../../plugins/identity.ts';
import { givenOf } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { listRows, updateRows } from '../../ports/database/rows.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import { findOwnJam, findReadableJam, type JamFor, type Reader } from '../jams/access.ts';
import { happenIn } from '../jams/events.ts';
import { sendBandAway } from '../jams/houseBand.ts';
import { findAnswers } from './pastAnswers.ts';
import { findTurn } from './repo.ts';

/** Answers that a jam lists. */
const LISTED = 20;
/** What was played before that is no longer what a person works on. */
const JUST_MS = 10 * 60_000;
const NOTHING = { due: null, parentId: null };

interface BandContext extends Pick<Server, 'database' | 'presence'> {
  readonly announcer: Announcer;
}

async function present(queries: Queries, jamId: string): Promise<{ band: Band }> {
  const turn = await findTurn(queries, jamId);
  const answers = turn ? await findAnswers(queries, jamId) : [];
  const told = answers.slice(0, LISTED).map(({ rifffId, parentId, created, what, became }) => ({
    rifffId,
    parentId,
    created,
    what,
    became,
  }));
  const isInvited = turn !== undefined;
  const due = turn?.due ?? null;
  // A turn ends a moment after its answer is there.
  const isAnswered = answers.some(({ parentId }) => parentId === turn?.parentId);
  const isListening = due !== null && due <= Date.now() && !isAnswered;
  return {
    band: {
      isInvited,
      isResting: turn?.isResting ?? false,
      withOthers: turn?.withOthers ?? false,
      every: (turn?.every ?? 1) as BandPace,
      next: due,
      thought: turn?.thought ?? (isListening ? LISTENS_TEXT : null),
      answers: told,
    },
  };
}

/** What a person has just played: the first thing that the band answers. */
async function justPlayed(queries: Queries, jamId: string) {
  const first = { columns: ['id', 'userId', 'created', 'digest'], most: 1 } as const;
  const [newest] = await listRows(queries, 'rifffs', { jamId }, ['created desc'], first);
  const nowMs = Date.now();
  if (!newest || newest.digest === '' || newest.userId === HOUSE_BAND_ID) return NOTHING;
  return nowMs - newest.created < JUST_MS ? { due: nowMs, parentId: newest.id } : NOTHING;
}

/** Inviting the house band and sending it away, which is the business of the owner of a jam. */
export function bandCalls({ database, announcer, presence }: BandContext) {
  const { queries } = database;

  async function findOwn(identity: Identity, jamId: string): Promise<JamFor> {
    const jam = await findOwnJam(queries, identity, jamId);
    if (jam.club)
      throw new ApiError('forbidden', 'The house band does not play in channels of clubs');
    return jam;
  }

  /** How often it answers. @returns false where it was not invited */
  async function changePace(identity: Identity, id: string, every: BandPace): Promise<boolean> {
    const event = await happenIn({ database, announcer }, identity, id, async (transaction) => {
      const changed = await updateRows(transaction, 'bandTurns', { jamId: id }, { every });
      return changed > 0 ? { kind: 'jam', ref: id } : undefined;
    });
    return event !== undefined;
  }

  return {
    /** What it does in a jam that may be read. */
    async band(reader: Reader, jamId: string) {
      return present(queries, (await findReadableJam(queries, reader, jamId)).id);
    },

    /**
     * Invites it, wakes it or lets it rest. Who is there now is taken to know of it. `every` alone changes only how
     * often it answers, where it was invited.
     */
    async invite(
      identity: Identity,
      jamId: string,
      { isResting: order, every }: z.output<typeof InviteBandBodySchema>,
    ) {
      const { id } = await findOwn(identity, jamId);
      if (order === undefined && every !== undefined && (await changePace(identity, id, every))) {
        return present(queries, id);
      }
      const isResting = order ?? false;
      const room = (await presence.inRooms([id])).get(id);
      const withOthers =
        (room?.count ?? 0) > Number(room?.users.includes(identity.userId) ?? false);
      await happenIn({ database, announcer }, identity, id, async (transaction) => {
        const here = { id, hasBand: false };
        const invited = await updateRows(transaction, 'jams', here, { hasBand: true });
        const told = { isResting, withOthers, thought: null };
        const again = { ...told, ...givenOf({ every }), ...(isResting && { due: null }) };
        const first = isResting ? NOTHING : await justPlayed(transaction, id);
        await transaction
          .insertInto('bandTurns')
          .values({
            jamId: id,
            every: every ?? 1,
            alone: 0,
            count: 0,
            claimed: 0,
            ...told,
            ...first,
          })
          .onConflict((conflict) => conflict.column('jamId').doUpdateSet(again))
          .execute();
        return invited > 0 ? { kind: 'jam', ref: id } : undefined;
      });
      return present(queries, id);
    },

    /** Sends it away at once; what it is about to play is dropped, what it played stays. Again: nothing changes. */
    async dismiss(identity: Identity, jamId: string) {
      const { id } = await findOwn(identity, jamId);
      await happenIn({ database, announcer }, identity, id, async (transaction) => {
        const isGone = await sendBandAway(transaction, id);
        return isGone ? { kind: 'jam', ref: id } : undefined;
      });
      return present(queries, id);
    },
  };
}
