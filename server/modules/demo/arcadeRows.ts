import type { Insertable } from 'kysely';
import type { ArcadeField } from '../../../src/data/contract/arcade.ts';
import { ARCADE_DAYS, ARCADE_SIZE } from '../../../src/data/contract/constants.ts';
import { chooseField } from '../../../src/data/rules/arcade/chooseField.ts';
import { fieldOf, indexField } from '../../../src/data/rules/arcade/field.ts';
import { judgeRun } from '../../../src/data/rules/arcade/judge.ts';
import { missionOf } from '../../../src/data/rules/arcade/mission.ts';
import { dayOf, dayStartMs } from '../../../src/data/rules/arcade/seeds.ts';
import { heard } from '../../../src/data/rules/arranging/arrangement.ts';
import { sha256 } from '../../plugins/identity.ts';
import { runSteps } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countOf, findsRow, insertRows, removeRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import * as arcade from '../arcade/ownership.ts';
import { findField, insertRun, type KeptField, raiseBest } from '../arcade/repo.ts';
import { shapeOf } from '../arcade/runs.ts';
import { idAt, type Writer } from './documents.ts';
import { planRuns } from './planRuns.ts';
import { findStored, noteStored } from './repo.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days before that of the first start on which the arcade was open. */
const DAYS_BEFORE = 6;
/** A day that was shorter than this is left out. */
const SHORTEST_MS = 30 * MINUTE_MS;
/** Of a day after the first start so much has to be over before the demo plays. */
const SHORTEST_TODAY_MS = 10 * MINUTE_MS;
/** So many people on a board need no company on that of the day after. */
const FEW = 3;
/** Time for a run, and some more. */
const ROOM_MS = 3 * MINUTE_MS;
/** What the server remembers of a day for which the demo made the field. */
const FIELD = 'field ';

/** What stood in the arcade on a day as far as the demo goes: its shares until then, chosen as the server does. */
function demoField(writer: Writer, day: string, untilMs: number): ArcadeField {
  const sinceMs = dayStartMs(day) + DAY_MS - ARCADE_DAYS * DAY_MS;
  const candidates = [...writer.jams.values()].flatMap((jam) => {
    const { shares, likes } = writer.feedRows(jam);
    return shares.flatMap((share, place) => {
      if (share.created <= sinceMs || share.created >= untilMs) return [];
      const planned = jam.rifffs[jam.shares[place]!.at]!;
      const liked = likes.filter(
        ({ shareId, created }) => shareId === share.id && created < untilMs,
      );
      const categories = heard(planned.voices)
        .map(({ part }) => part)
        .reverse();
      const { bps } = planned.key;
      const { id, userId: maker, created } = share;
      const key = { jam: jam.room.key, at: jam.shares[place]!.at };
      return [{ id, maker, created, bps, categories, likes: liked.length, planned, key }];
    });
  });
  candidates.sort((a, b) => b.likes - a.likes || b.created - a.created || (a.id < b.id ? 1 : -1));
  const chosen = chooseField(candidates, ARCADE_SIZE, day);
  return fieldOf(
    day,
    chosen.map(({ id, maker, planned, key }) => ({
      id,
      maker,
      rifff: { ...writer.documentOf(key), loops: planned.voices.map(({ loop }) => loop) },
    })),
  );
}

/** Did people share something that stands in the arcade? Then today's field is not the demo's to make. */
async function havePeopleShared(queries: Queries): Promise<boolean> {
  return findsRow(
    queries
      .selectFrom('shares')
      .innerJoin('accounts', 'accounts.id', 'shares.userId')
      .where('accounts.isDemo', '=', false)
      .where('shares.isPrivate', '=', false),
  );
}

/** Rows of the runs of a day. Each is played again as one that a page hands in; throws where it cannot be. */
function runRows(
  { field, salt }: KeptField,
  fromMs: number,
  untilMs: number,
): Insertable<Schema['arcadeRuns']>[] {
  const { day } = field;
  const mission = missionOf(day, field, salt);
  return planRuns(field, salt).map(({ userId, moves, at }) => {
    const judged = judgeRun(mission, indexField(field), 'mission', moves);
    if ('fault' in judged) throw new Error(`a demo run cannot be played: ${judged.fault}`);
    const { score, parts, met, unlocks } = judged;
    const started = Math.round(fromMs + at * (untilMs - ROOM_MS - fromMs));
    return {
      id: idAt(started, `run ${day} ${userId}`),
      userId,
      mode: 'mission',
      seed: day,
      score,
      digest: sha256(JSON.stringify([day, 'mission', moves])),
      shape: shapeOf('mission', moves),
      started,
      created: started + moves.at(-1)!.t + 1000,
      isForBoard: true,
      jamId: null,
      rifffId: null,
      shareId: null,
      parts: JSON.stringify(parts),
      met: JSON.stringify(met),
      unlocks: JSON.stringify(unlocks),
      moves: JSON.stringify(moves),
    };
  });
}

/**
 * Stores runs for the days before the first start and for that day itself, each on the field of its day. A field that is
 * there stays as it is; one that is not is made of what the demo had shared until then. Inside a transaction.
 */
export async function restoreRuns(queries: Queries, writer: Writer, nowMs: number): Promise<void> {
  for (let before = DAYS_BEFORE; before >= 0; before--) {
    const day = dayOf(writer.startMs - before * DAY_MS);
    const fromMs = dayStartMs(day);
    const untilMs = Math.min(fromMs + DAY_MS, writer.startMs);
    if (untilMs - fromMs < SHORTEST_MS) continue;
    let kept = await findField(queries, day);
    if (!kept) {
      if (day === dayOf(nowMs) && (await havePeopleShared(queries))) continue;
      // The same each time, and only this server knows when it began.
      const salt = sha256(JSON.stringify(['demo field', day, writer.startMs])).slice(0, 32);
      kept = { field: demoField(writer, day, untilMs), salt };
      const row = { day, field: JSON.stringify(kept.field), salt, created: fromMs };
      await insertRows(queries, 'arcadeFields', row);
      await noteStored(queries, FIELD + day);
    }
    await putRuns(queries, kept, fromMs, untilMs);
  }
}

async function putRuns(
  queries: Queries,
  kept: KeptField,
  fromMs: number,
  untilMs: number,
): Promise<void> {
  const { day } = kept.field;
  for (const row of runRows(kept, fromMs, untilMs)) {
    await insertRun(queries, row);
    const { id: runId, score, created } = row;
    await raiseBest(queries, { day, userId: row.userId!, runId, score, created });
  }
}

/** People on the board of a day, of the demo or all others. */
async function countOnBoard(queries: Queries, day: string, isDemo: boolean): Promise<number> {
  return countOf(
    queries
      .selectFrom('arcadeBest')
      .innerJoin('accounts', 'accounts.id', 'arcadeBest.userId')
      .where('arcadeBest.day', '=', day)
      .where('accounts.isDemo', '=', isDemo),
  );
}

/**
 * Does the board of today lack the runs of the demo? They are added once, some time after midnight, and not where
 * people play: a person did today, or a few did the day before.
 */
export async function lacksRuns(queries: Queries, nowMs: number): Promise<boolean> {
  const day = dayOf(nowMs);
  if (nowMs - dayStartMs(day) < SHORTEST_TODAY_MS) return false;
  if ((await countOnBoard(queries, day, true)) > 0) return false;
  if ((await countOnBoard(queries, day, false)) > 0) return false;
  return (await countOnBoard(queries, dayOf(nowMs - DAY_MS), false)) < FEW;
}

/** Adds the runs of today, begun between midnight and now, on the field that the server made. */
export const addRuns = (queries: Queries, kept: KeptField, nowMs: number): Promise<void> =>
  putRuns(queries, kept, dayStartMs(kept.field.day), nowMs);

/**
 * Takes the runs of demo accounts out, and the fields without runs of other people: those that the demo made, and that of
 * today, which the server makes again of what is there then.
 */
export async function removeRuns(queries: Queries, demoIds: readonly string[]): Promise<void> {
  for (const id of demoIds) await runSteps(arcade.REMOVAL_STEPS, queries, id);
  const made = [...(await findStored(queries))]
    .filter((key) => key.startsWith(FIELD))
    .map((key) => key.slice(FIELD.length));
  for (const day of new Set([...made, dayOf(Date.now())])) {
    const played = await queries
      .selectFrom('arcadeRuns')
      .select('id')
      .where('seed', 'like', `${day}%`)
      .limit(1)
      .executeTakeFirst();
    if (!played) await removeRows(queries, 'arcadeFields', { day });
  }
}
