import { randomInt } from 'node:crypto';
import type { Mission, MissionAnswer, Move } from '../../src/data/contract/arcade.ts';
import { indexField } from '../../src/data/rules/arcade/field.ts';
import { answerStamps, makeMission } from '../../src/data/rules/arcade/mission.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { findField } from '../modules/arcade/repo.ts';
import { signStart } from '../modules/arcade/tokens.ts';
import type { Queries } from '../ports/database/database.ts';

/** Counts the runs that were made here. */
let hand = randomInt(300);

/**
 * How much later, in ms, a run takes its loop number `at`: of few moves no two of 300 runs take at the same ms, of many no two
 * of thousands within what counts as one hand.
 */
const handMs = (moves: number, at: number) =>
  moves < 8 ? hand % 300 : 21 * (Math.floor(hand / 14 ** at) % 14);

/** Moves that win a mission, or collect its answer in the explorer mode. No two runs take at the same times. */
export async function winningMoves(
  queries: Queries,
  { mission, field }: MissionAnswer,
  mode = 'mission',
): Promise<Move[]> {
  const kept = await findField(queries, field.day);
  const { answer } = makeMission(mission.seed, indexField(field), kept?.salt);
  const stamps = answerStamps(mission, answer.length);
  hand++;
  const count = mode === 'mission' ? 2 * answer.length : answer.length;
  return answer.flatMap(({ rifff, loop }, at): Move[] => {
    const grab = {
      t: stamps[at]! - 500 + handMs(count, at),
      do: 'grab',
      rifff: rifff.id,
      loop: loop.id,
    } as const;
    return mode === 'mission' ? [grab, { t: stamps[at]!, do: 'place' }] : [grab];
  });
}

/** The body of a run that began so long ago: as `POST /arcade/runs` takes it. */
export async function runBody(
  queries: Queries,
  { seed }: Pick<Mission, 'seed'>,
  moves: readonly Move[],
  { mode = 'mission' as 'mission' | 'explorer', agoMs = 60_000, runId = newId() } = {},
) {
  const startedMs = Date.now() - agoMs;
  const token = await signStart(queries, { runId, mode, seed, startedMs });
  return { runId, missionSeed: seed, mode, token, moves: [...moves] };
}
