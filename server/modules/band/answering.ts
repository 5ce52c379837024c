/**
 * One answer of the band: a turn is claimed, planned, stored as a plan, committed as any rifff, and ended. Each step may
 * be done again after a crash, by this node or another: the answer to a rifff has an id that comes out of that rifff.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type BandPace, HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import {
  applyMove,
  type BandMove,
  moveText,
  orderOf,
  ringOf,
} from '../../../src/data/rules/band/moves.ts';
import { ALONE_MOST, PHRASE_BARS } from '../../../src/data/rules/band/phrase.ts';
import {
  type Answer,
  type AnswerInput,
  planAnswer,
} from '../../../src/data/rules/band/planAnswer.ts';
import { isNearCopy } from '../../../src/data/rules/band/prints.ts';
import { passedText, type Thought, thoughtText } from '../../../src/data/rules/band/thoughts.ts';
import { sha256 } from '../../plugins/identity.ts';
import { isWithinLimit } from '../../plugins/limits.ts';
import type { Database } from '../../ports/database/database.ts';
import type { BandTurnRow } from '../../ports/database/schemaAlways.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import type { Presence } from '../../ports/fanOut/presence.ts';
import { type CommitContext, commitRifff } from '../jams/commit.ts';
import { happenIn } from '../jams/events.ts';
import { findJam, findRifff, type StoredRifff } from '../jams/repo.ts';
import { BAND_IDENTITY } from './account.ts';
import { libraryOf, listenTo } from './listening.ts';
import type { RingMaking } from './making.ts';
import * as repo from './repo.ts';

const HOUR_MS = 3_600_000;
/** Answers in a jam, and in all jams of one owner: a busy hour has half as many. */
const IN_JAM = { max: 240, windowMs: HOUR_MS };
const OF_OWNER = { max: 480, windowMs: HOUR_MS };
/** What went wrong is tried again after so long, until the turn is too old to be anybody's. */
const AGAIN_MS = 5000;
const STALE_MS = 10 * 60_000;
/** Answers come within two bars; storing one takes less than this. */
const ANSWER_BARS = 2;
const STORING_MS = 400;

export interface AnsweringContext extends CommitContext {
  readonly database: Database;
  readonly presence: Presence;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly making: RingMaking;
  /** Bars within which it answers; two without. */
  readonly answerBars?: number | undefined;
}

/** The id of the answer to a rifff, of our shape; there is one. */
export const answerIdFor = (jamId: string, parentId: string): string =>
  sha256(`band ${jamId} ${parentId}`).slice(0, 32);

const barMs = ({ state }: Pick<Rifff, 'state'>) => (1000 * state.barLength) / (4 * state.bps);

/** What is left of the time for an answer, less what storing takes, ms. */
const timeLeft = ({ due }: BandTurnRow, rifff: Rifff, bars: number) =>
  bars * barMs(rifff) - STORING_MS - (Date.now() - (due ?? Date.now()));

/** What a turn came to: when it is the band's turn again, and on what. */
type Outcome = Parameters<typeof repo.endTurn>[2];
const WAIT: Outcome = { due: null };
const restFor = (thought: Thought): Outcome => ({ ...WAIT, thought: thoughtText(thought) });

/** A plan with the loops that it needs. */
interface Played {
  readonly move: BandMove;
  readonly loop: Loop | undefined;
  /** The loop was made for it. */
  readonly isMade: boolean;
}

export function answering(context: AnsweringContext) {
  const { database, presence, announcer, events, log, making } = context;
  const { answerBars = ANSWER_BARS } = context;
  const { queries } = database;
  const findLibrary = libraryOf(queries);

  /**
   * May it answer now? By itself it goes on only for the owner alone, and a few times; beside others it answers only
   * where its owner invited it while they were there.
   */
  async function isAsked(turn: BandTurnRow, jam: JamRow, parent: StoredRifff): Promise<boolean> {
    const room = (await presence.inRooms([jam.id])).get(jam.id);
    const isOwnerThere = room?.users.includes(jam.ownerId) ?? false;
    const others = (room?.count ?? 0) - Number(isOwnerThere);
    if (parent.userId === HOUSE_BAND_ID) {
      return isOwnerThere && others === 0 && turn.alone <= ALONE_MOST;
    }
    return turn.withOthers || (others === 0 && parent.userId === jam.ownerId);
  }

  async function isAllowed(jam: JamRow): Promise<boolean> {
    const nowMs = Date.now();
    const inJam = await isWithinLimit(queries, `band:${jam.id}`, { ...IN_JAM, nowMs });
    return inJam && isWithinLimit(queries, `band-of:${jam.ownerId}`, { ...OF_OWNER, nowMs });
  }

  const stillInvited = async (jamId: string) => {
    const turn = await repo.findTurn(queries, jamId);
    return turn !== undefined && !turn.isResting;
  };

  /** A plan that needs nothing made. */
  const fromLibrary = (move: BandMove, { library }: Pick<AnswerInput, 'library'>): Played => {
    const source = ringOf(move)?.source;
    const id = source && 'loopId' in source ? source.loopId : undefined;
    return { move, loop: library.find(({ _id }) => _id === id), isMade: false };
  };

  /** Has the loop of an order made; what cannot be made in time, or copies what is there, is played from the library. */
  async function gather(
    { move, instead }: Answer,
    input: Pick<AnswerInput, 'library' | 'memory' | 'rifff'>,
    about: { readonly turn: BandTurnRow; readonly jam: JamRow; readonly plannedMs: number },
  ): Promise<Played> {
    const order = orderOf(move);
    if (!order) return fromLibrary(move, input);
    const { turn, jam, plannedMs } = about;
    const withinMs = timeLeft(turn, input.rifff, answerBars);
    const loop = await making.make(order, { jam, sinceMs: plannedMs, withinMs });
    if (!loop) return fromLibrary(instead, input);
    if (!isNearCopy(loop, [...input.memory.recent, ...input.rifff.loops])) {
      return { move, loop, isMade: true };
    }
    await making.removeMade(loop._id);
    return fromLibrary(instead, input);
  }

  /** Why it lets a commit of a person pass, where it answers only some of them; null where this one is its turn. */
  async function reasonToPass(
    { jamId, every }: BandTurnRow,
    parent: StoredRifff,
  ): Promise<string | null> {
    if (every === 1 || parent.userId === HOUSE_BAND_ID) return null;
    // It had begun to answer before a crash.
    const key = { jamId, rifffId: answerIdFor(jamId, parent.id) };
    if ((await repo.findPlanned(queries, key)) !== undefined) return null;
    const isPassed = (await repo.countPassed(queries, jamId, every)) < every;
    return isPassed ? passedText(every as BandPace) : null;
  }

  /** Ends a turn. What it thinks is stored with it, and told to the room. */
  async function end(turn: BandTurnRow, outcome: Outcome): Promise<void> {
    const { thought = null } = outcome;
    const ended = { ...outcome, thought };
    if (thought === turn.thought) {
      await repo.endTurn(queries, turn, ended);
      return;
    }
    const { jamId } = turn;
    await happenIn({ database, announcer }, BAND_IDENTITY, jamId, async (transaction) => {
      const isEnded = await repo.endTurn(transaction, turn, ended);
      return isEnded ? { kind: 'jam', ref: jamId } : undefined;
    });
  }

  /**
   * Plans the answer to a rifff, has made what it needs, and commits it. Why it rests where it has nothing to say; null
   * where it was sent away meanwhile.
   */
  async function commit(
    turn: BandTurnRow,
    jam: JamRow,
    stored: StoredRifff,
  ): Promise<StoredRifff | Thought | null> {
    const { jamId } = turn;
    const key = { jamId, rifffId: answerIdFor(jamId, stored.id) };
    const { rifffId } = key;
    const input = await listenTo(queries, turn, { stored, id: rifffId, findLibrary });
    const canMake = await making.canMake(jam.ownerId, timeLeft(turn, input.rifff, answerBars));
    const answer = planAnswer({ ...input, canMake });
    if (answer.move.kind === 'rest') return answer.move.why;
    const order = orderOf(answer.move);
    const plannedMs = (await repo.findPlanned(queries, key)) ?? Date.now();
    const plan = { ...key, parentId: stored.id, order, created: plannedMs };
    const what = moveText(answer.move);
    await repo.storePlan(queries, { ...plan, what, move: answer.move, loopId: null });
    const played = await gather(answer, input, { turn, jam, plannedMs });
    const { move } = played;
    if (move.kind === 'rest') return move.why;
    const rifff = applyMove(input.rifff, move, played.loop);
    // It was sent away, or to rest, while it made up its mind.
    if (rifff === input.rifff || !(await stillInvited(jamId))) return null;
    const loopId = played.isMade ? (played.loop?._id ?? null) : null;
    await repo.storePlan(queries, { ...plan, what: moveText(move), move, loopId });
    const parent = { jamId, rifffId: stored.id };
    const committed = await commitRifff({ database, announcer, events }, BAND_IDENTITY, {
      jamId,
      rifff: { ...rifff, _id: rifffId, created: plannedMs, parent },
    });
    // Of a loop that was late the round takes care.
    if (order === null || played.isMade) await repo.closeAnswer(queries, key);
    await repo.pruneAnswers(queries, jamId);
    return committed;
  }

  /** Answers, or finds what it had answered before a crash. @returns when it goes on by itself */
  async function play(turn: BandTurnRow, jam: JamRow, stored: StoredRifff): Promise<Outcome> {
    const { jamId } = turn;
    const rifffId = answerIdFor(jamId, stored.id);
    const committed =
      (await findRifff(queries, jamId, rifffId)) ?? (await commit(turn, jam, stored));
    if (!committed) return WAIT;
    if (typeof committed === 'string') return restFor(committed);
    const alone = stored.userId === HOUSE_BAND_ID ? turn.alone + 1 : 0;
    const due = committed.created + PHRASE_BARS * barMs(committed.doc);
    const next = alone < ALONE_MOST ? { due: Math.round(due), parentId: rifffId } : WAIT;
    return { ...next, alone, count: turn.count + 1 };
  }

  async function work(turn: BandTurnRow, stored: StoredRifff | undefined): Promise<Outcome> {
    const { jamId } = turn;
    const jam = await findJam(queries, jamId);
    const isGone = !jam?.hasBand || jam.clubId;
    if (isGone || turn.isResting) return WAIT;
    if (Date.now() - (turn.due ?? 0) > STALE_MS) return WAIT;
    if (!stored || stored.digest === '') return WAIT;
    const isOwn = stored.userId === HOUSE_BAND_ID;
    if (!(await isAsked(turn, jam, stored))) return isOwn ? WAIT : restFor('others');
    const passed = await reasonToPass(turn, stored);
    if (passed !== null) return { ...WAIT, thought: passed };
    if (!(await isAllowed(jam))) return restFor('limit');
    return play(turn, jam, stored);
  }

  return {
    /**
     * Answers in a jam whose turn is due; nothing where it is not, or where another node is at it. Never throws.
     * @returns when it is its turn again, ms; null where it waits
     */
    async answer(jamId: string): Promise<number | null> {
      let turn: BandTurnRow | undefined;
      try {
        // Most jams are without it: they cost no write.
        const due = (await repo.findTurn(queries, jamId))?.due ?? null;
        if (due === null || due > Date.now()) return due;
        turn = await repo.claimTurn(queries, jamId, Date.now());
        if (!turn) return null;
        const { parentId } = turn;
        const stored = parentId === null ? undefined : await findRifff(queries, jamId, parentId);
        // Two long bars, or a slow machine: no other node answers as long as an answer may still come.
        if (stored) {
          const untilMs = Date.now() + answerBars * barMs(stored.doc) + repo.CLAIM_MS;
          turn = await repo.holdTurn(queries, turn, untilMs);
          if (!turn) return null;
        }
        const outcome = await work(turn, stored);
        await end(turn, outcome);
        return outcome.due ?? null;
      } catch (error) {
        // Sent away while it played: what it was about to say is dropped, and so is its turn.
        const isOut =
          error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found');
        if (!isOut) log.error({ err: error, jamId }, 'the house band could not answer');
        if (!turn) return null;
        const ended = isOut
          ? repo.endTurn(queries, turn, WAIT)
          : repo.putOff(queries, turn, Date.now() + AGAIN_MS);
        await ended.catch((cause: unknown) => log.error({ err: cause, jamId }));
        return null;
      }
    },
  };
}
