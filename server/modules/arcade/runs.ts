import { LRUCache } from 'lru-cache';
import type * as z from 'zod';
import type {
  ArcadeMode,
  Mission,
  Move,
  Run,
  RunBodySchema,
  RunStartBodySchema,
  RunStartSchema,
  ScoreParts,
} from '../../../src/data/contract/arcade.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { type FieldIndex, indexField } from '../../../src/data/rules/arcade/field.ts';
import { type ArcadeState, replay } from '../../../src/data/rules/arcade/game.ts';
import { judgeRun } from '../../../src/data/rules/arcade/judge.ts';
import { missionOf } from '../../../src/data/rules/arcade/mission.ts';
import { dayOf, dayStartMs, isForBoard, seedDay } from '../../../src/data/rules/arcade/seeds.ts';
import { lockPresentAccount } from '../../plugins/accountLock.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Database } from '../../ports/database/database.ts';
import type { Fields } from './fields.ts';
import * as repo from './repo.ts';
import { type RunStart, readStart, signStart } from './tokens.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Moves that differ by no more than this each, in ms, were not made by two hands. */
const SAME_HAND_MS = 20;
/** So few moves may come alike by chance: of them only the very same are a copy. */
const FEW_MOVES = 8;
/** Calls from one address: a room with a few kiosks has one. */
const STARTS = { max: 120, windowMs: 10 * MINUTE_MS };
const POSTS = { max: 60, windowMs: 10 * MINUTE_MS };
/** Runs of one account in a day: eight hours of playing. */
const POSTS_BY_ACCOUNT = { max: 300, windowMs: 24 * 60 * MINUTE_MS };
/** Missions that are kept in memory; one takes less than a kilobyte. */
const MOST_MISSIONS = 512;
/** After the time of the run is over, its moves have so long to arrive and count for the board. */
const BOARD_GRACE_MS = MINUTE_MS;
/** After that they still make a run, for a day: people who had no network keep what they played. */
const TOKEN_MS = 24 * 60 * MINUTE_MS;
/** The clock of a player goes as fast as ours, but may be read a little later than the start was stamped. */
const CLOCK_SLACK_MS = 500;

export type RunsService = ReturnType<typeof runsService>;

/** Who plays: an account that may write, or no account. Guests of jams play without a name. */
export function playerOf(identity: Identity | null): string | null {
  if (!identity || identity.guestOf !== undefined || identity.suspension) return null;
  return identity.userId;
}

/** What may not be seen is not there. */
export const noRun = () => new ApiError('not_found', 'There is no such run');

/** What was done in a run, without when. */
export const shapeOf = (mode: ArcadeMode, moves: readonly Move[]): string =>
  sha256(JSON.stringify([mode, moves.map(({ t: _t, ...move }) => move)]));

/** Are these the moves of another run with the same shape: the very same, or later and earlier by next to nothing? */
function isCopy(moves: readonly Move[], others: readonly Move[]): boolean {
  const slack = moves.length < FEW_MOVES ? 0 : SAME_HAND_MS;
  return moves.every(({ t }, at) => Math.abs(t - others[at]!.t) <= slack);
}

/** A mission with the field that it is played on, by its ids. */
export interface Ground {
  readonly mission: Mission;
  readonly index: FieldIndex;
}

/** Beginning runs, and playing again what was handed in. */
export function runsService(database: Database, fields: Fields) {
  const { queries } = database;
  const missions = new LRUCache<string, Mission>({ max: MOST_MISSIONS });

  /** The mission of a seed. Throws `not_found` for days on which the arcade was not open. */
  async function groundOf(seed: string): Promise<Ground> {
    const { field, salt } = await fields.of(seedDay(seed));
    const mission = missions.get(seed) ?? missionOf(seed, field, salt);
    missions.set(seed, mission);
    return { mission, index: indexField(field) };
  }

  /** The end of a run that was stored. */
  async function stateOf({ seed, mode, moves }: repo.StoredRun): Promise<ArcadeState> {
    const { mission, index } = await groundOf(seed);
    const played = replay(mission, index, mode, moves as Move[]);
    if (!('state' in played)) throw new Error(`a stored run cannot be played: ${played.fault}`);
    return played.state;
  }

  /** A run as a reader sees it. Throws `not_found` where its player is gone, or blocked by the reader. */
  async function present(run: repo.StoredRun, reader: Identity | null): Promise<Run> {
    const player = run.userId && (await repo.findPlayer(queries, run.userId, reader?.userId));
    if (run.userId && !player) throw noRun();
    const { id, mode, seed, score, started, jamId, rifffId, shareId } = run;
    const { durationMs } = (await groundOf(seed)).mission;
    // Runs that began in the last second of the day still go on for a while.
    const openMs = dayStartMs(seedDay(seed)) + DAY_MS + durationMs[mode] + BOARD_GRACE_MS;
    const isOpen = Date.now() >= openMs || (run.userId !== null && run.userId === reader?.userId);
    const isShared = shareId !== null && (await repo.isShared(queries, shareId));
    return {
      id,
      mode,
      missionSeed: seed,
      player: player || null,
      score,
      parts: run.parts as ScoreParts,
      met: run.met as boolean[],
      unlocks: run.unlocks as string[],
      startedMs: started,
      isForBoard: run.isForBoard,
      moves: isOpen ? (run.moves as Move[]) : null,
      movesFrom: openMs,
      kept:
        jamId !== null && rifffId !== null && (isShared || run.userId === reader?.userId)
          ? { jamId, rifffId, shareId: isShared ? shareId : null }
          : null,
    };
  }

  /** The start that a body brings a token of. Throws `bad_request` for any other token. */
  async function startOfBody(body: z.output<typeof RunBodySchema>, nowMs: number) {
    const start = await readStart(queries, body.token);
    const { runId, mode, missionSeed } = body;
    const isOfRun = start?.runId === runId && start.mode === mode && start.seed === missionSeed;
    if (!start || !isOfRun) throw new ValidationFailure({ token: 'is not the token of this run' });
    const elapsedMs = nowMs - start.startedMs;
    if (elapsedMs < 0 || elapsedMs > TOKEN_MS) {
      throw new ValidationFailure({ token: 'is too old' });
    }
    const lastMs = body.moves.at(-1)?.t ?? 0;
    if (lastMs > elapsedMs + CLOCK_SLACK_MS) {
      throw new ValidationFailure({ moves: 'take longer than the time since the start' });
    }
    return start;
  }

  /** True where a run counts for the board: the mission of its day, begun on that day, handed in in time. */
  function countsFor(start: RunStart, { durationMs }: Mission, nowMs: number): boolean {
    const untilMs = start.startedMs + durationMs[start.mode] + BOARD_GRACE_MS;
    return (
      isForBoard(start.mode, start.seed) &&
      dayOf(start.startedMs) === seedDay(start.seed) &&
      nowMs <= untilMs
    );
  }

  return {
    groundOf,
    stateOf,
    present,

    /** Open to everyone: begins a run. Throws `not_found` for a day without an arcade. */
    async start(
      { runId, missionSeed: seed, mode }: z.output<typeof RunStartBodySchema>,
      address: string,
    ): Promise<z.output<typeof RunStartSchema>> {
      const nowMs = Date.now();
      await limit(queries, `arcade-start:${address}`, { ...STARTS, nowMs });
      const { mission } = await groundOf(seed);
      const startedMs = Date.now();
      const token = await signStart(queries, { runId, mode, seed, startedMs });
      const boardUntilMs = startedMs + mission.durationMs[mode] + BOARD_GRACE_MS;
      return { token, startedMs, boardUntilMs };
    },

    /**
     * Open to everyone: plays the moves again and stores what they come to. The same run again changes nothing.
     * Throws `bad_request` for moves that cannot be, and for a token of something else; `conflict` for another run
     * under a taken id.
     */
    async post(
      identity: Identity | null,
      body: z.output<typeof RunBodySchema>,
      address: string,
    ): Promise<Run> {
      const nowMs = Date.now();
      const { runId, missionSeed: seed, mode, moves } = body;
      const userId = playerOf(identity);
      const digest = sha256(JSON.stringify([seed, mode, moves]));
      const shape = shapeOf(mode, moves);
      const start = await startOfBody(body, nowMs);
      const sameOrConflict = (stored: repo.StoredRun) => {
        if (stored.digest === digest && stored.userId === userId) return stored;
        throw new ApiError('conflict', 'Another run has this id');
      };
      const known = await repo.findRun(queries, runId);
      if (known) return present(sameOrConflict(known), identity);
      await limit(queries, `arcade-run:${address}`, { ...POSTS, nowMs });
      if (userId !== null) {
        await limit(queries, `arcade-runs:${userId}`, { ...POSTS_BY_ACCOUNT, nowMs });
      }
      const { mission, index } = await groundOf(seed);
      const judged = judgeRun(mission, index, mode, moves);
      if ('fault' in judged) {
        throw new ValidationFailure({ [`moves.${judged.at}`]: `cannot be: ${judged.fault}` });
      }
      const { score, parts, met, unlocks } = judged;
      const row = {
        id: runId,
        userId,
        mode,
        seed,
        score,
        digest,
        shape,
        started: start.startedMs,
        created: nowMs,
        isForBoard: countsFor(start, mission, nowMs),
        jamId: null,
        rifffId: null,
        shareId: null,
      };
      const isStored = await database.transaction(async (transaction) => {
        if (userId !== null) await lockPresentAccount(database, transaction, userId);
        // Of two copies that come at once the second one sees the first.
        await database.lock(transaction, `arcade-shape:${seed} ${shape}`);
        const alike = await repo.findAlike(transaction, row);
        const copied = alike.find(({ id, moves: m }) => id !== runId && isCopy(moves, m as Move[]));
        if (copied && moves.length > 1) {
          throw new ApiError('conflict', 'These are the moves of another run');
        }
        const isNew = await repo.insertRun(transaction, {
          ...row,
          parts: JSON.stringify(parts),
          met: JSON.stringify(met),
          unlocks: JSON.stringify(unlocks),
          moves: JSON.stringify(moves),
        });
        if (isNew && row.isForBoard && userId !== null) {
          const { created } = row;
          await repo.raiseBest(transaction, { day: seed, userId, runId, score, created });
        }
        return isNew;
      });
      const stored = await repo.findRun(queries, runId);
      if (!stored) throw noRun();
      return present(isStored ? stored : sameOrConflict(stored), identity);
    },

    /** Open to everyone who has its id. Throws `not_found`. */
    async run(identity: Identity | null, id: string): Promise<Run> {
      const stored = await repo.findRun(queries, id);
      if (!stored) throw noRun();
      return present(stored, identity);
    },
  };
}
