/** What a run comes to by its moves alone: as the server stores it. */
import type { ArcadeMode, Mission, Move, ScoreParts } from '../../contract/arcade.ts';
import type { FieldIndex } from './field.ts';
import { type MoveFault, replay } from './game.ts';
import { progressOfAll, scorePartsOf, totalOf } from './score.ts';
import { unlocksOf } from './unlocks.ts';

export interface Judged {
  readonly score: number;
  readonly parts: ScoreParts;
  /** By the conditions of the mission; none in the explorer mode. */
  readonly met: readonly boolean[];
  /** Ids of visuals. */
  readonly unlocks: readonly string[];
}

/** Plays the moves again. Answers the first move that cannot be, and why, where there is one. */
export function judgeRun(
  mission: Mission,
  index: FieldIndex,
  mode: ArcadeMode,
  moves: readonly Move[],
): Judged | { readonly fault: MoveFault; readonly at: number } {
  const played = replay(mission, index, mode, moves);
  if (!('state' in played)) return played;
  const { state } = played;
  const parts = scorePartsOf(state, index);
  const met = mode === 'mission' ? progressOfAll(state, index).map(({ isMet }) => isMet) : [];
  return { score: totalOf(parts), parts, met, unlocks: unlocksOf(state, index) };
}
