import type * as z from 'zod';
import {
  type Band,
  HOUSE_BAND_ID,
  type InviteBandBodySchema,
} from '../../../src/data/contract/band.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Server } from '../../kernel/module.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { listRows, updateRows } from '../../ports/database/rows.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import { findOwnJam, findReadableJam, type JamFor, type Reader } from '../jams/access.ts';
import { sendBandAway } from '../jams/houseBand.ts';
import { happenIn } from '../rooms/context.ts';
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
  return {
    band: {
      isInvited,
      isResting: turn?.isResting ?? false,
      withOthers: turn?.withOthers ?? false,
      next: turn?.due ?? null,
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

  return {
    /** What it does in a jam that may be read. */
    async band(reader: Reader, jamId: string) {
      return present(queries, (await findReadableJam(queries, reader, jamId)).id);
    },

    /** Invites it, wakes it or lets it rest. Who is there now is taken to know of it. */
    async invite(
      identity: Identity,
      jamId: string,
      { isResting }: z.output<typeof InviteBandBodySchema>,
    ) {
      const { id } = await findOwn(identity, jamId);
      const room = (await presence.inRooms([id])).get(id);
      const withOthers =
        (room?.count ?? 0) > Number(room?.users.includes(identity.userId) ?? false);
      await happenIn({ database, announcer }, identity, id, async (transaction) => {
        const here = { id, hasBand: false };
        const invited = await updateRows(transaction, 'jams', here, { hasBand: true });
        const told = { isResting, withOthers };
        const first = isResting ? NOTHING : await justPlayed(transaction, id);
        await transaction
          .insertInto('bandTurns')
          .values({ jamId: id, ...told, ...first, alone: 0, count: 0, claimed: 0 })
          .onConflict((conflict) =>
            conflict.column('jamId').doUpdateSet({ ...told, ...(isResting && { due: null }) }),
          )
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
