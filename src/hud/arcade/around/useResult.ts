import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type {
  ArcadeMode,
  MissionAnswer,
  Move,
  Run,
  ScoreParts,
} from '../../../data/contract/arcade.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import type { HeldRun } from '../../../data/heldRun.ts';
import { arcadeQuery, missionQuery, runQuery } from '../../../data/queries/arcade.ts';
import { shareQuery } from '../../../data/queries/feed.ts';
import { conditionText } from '../../../data/rules/arcade/conditions.ts';
import { indexField } from '../../../data/rules/arcade/field.ts';
import { replay } from '../../../data/rules/arcade/game.ts';
import { rifffOf } from '../../../data/rules/arcade/result.ts';
import { progressOfAll, scorePartsOf, totalOf } from '../../../data/rules/arcade/score.ts';
import { unlocksOf } from '../../../data/rules/arcade/unlocks.ts';
import { heldRuns, sendHeldRuns } from '../../../data/stores/heldRuns.ts';

/** Everything about a played run, computed from its moves. */
export interface Result {
  readonly id: string;
  readonly mode: ArcadeMode;
  readonly seed: string;
  /** Null while only the player of the run may see them. */
  readonly moves: readonly Move[] | null;
  readonly score: number;
  readonly parts: ScoreParts;
  /** What the brief asked for, in words; empty in the explorer mode. */
  readonly conditions: readonly { readonly text: string; readonly isMet: boolean }[];
  /** Ids. */
  readonly unlocks: readonly string[];
  /** What was made; null when nothing was placed, and where the moves are not shown. */
  readonly rifff: Rifff | null;
  /** As the server has it; null until it has. */
  readonly run: Run | null;
  /** As this device has it; null for runs of other devices. */
  readonly held: HeldRun | null;
  readonly answer: MissionAnswer;
  /** Rifffs of its field that can be shown, in their order. */
  readonly shares: readonly SharedRifff[];
}

type Played = Pick<Run, 'mode' | 'missionSeed'> & Pick<Result, 'moves'>;

/** Names of loops by their ids, as the documents of shares have them. */
export function loopNames(shares: readonly SharedRifff[]): (id: string) => string {
  const names = new Map(
    shares.flatMap(({ rifff }) => rifff.loops.map((loop) => [loop._id, loop.name ?? ''] as const)),
  );
  return (id) => names.get(id) ?? '';
}

/** Result of replaying moves; null where they cannot be replayed. */
function judge(
  played: Pick<Run, 'mode'> & { readonly moves: readonly Move[] },
  { mission, field }: MissionAnswer,
  shares: readonly SharedRifff[],
  id: string,
) {
  const index = indexField(field);
  const outcome = replay(mission, index, played.mode, played.moves);
  if (!('state' in outcome)) return null;
  const { state } = outcome;
  const loops = new Map(shares.flatMap(({ rifff }) => rifff.loops.map((one) => [one._id, one])));
  const sources = new Map(shares.map((share) => [share._id, share]));
  const rifff = rifffOf(state, {
    loops,
    sourceOf: (shareId) => {
      const share = sources.get(shareId);
      return share?.jamId ? { jamId: share.jamId, rifffId: share.doc_id } : undefined;
    },
    userName: '',
    id,
    created: 0,
  });
  const parts = scorePartsOf(state, index);
  const nameOf = loopNames(shares);
  const progress = played.mode === 'mission' ? progressOfAll(state, index) : [];
  const conditions = progress.map(({ isMet }, at) => ({
    text: conditionText(mission.conditions[at]!, mission, nameOf),
    isMet,
  }));
  return { rifff, parts, score: totalOf(parts), conditions, unlocks: unlocksOf(state, index) };
}

/** Result as the server reports it, for a run whose moves it does not show. */
function told(
  { parts, score, met, unlocks }: Run,
  { mission }: MissionAnswer,
  shares: readonly SharedRifff[],
) {
  const nameOf = loopNames(shares);
  const conditions = met.map((isMet, at) => ({
    text: conditionText(mission.conditions[at]!, mission, nameOf),
    isMet,
  }));
  return { rifff: null, parts, score, conditions, unlocks };
}

/** Outside the component, so that the result keeps its identity while nothing changed. */
const settle = (answers: readonly UseQueryResult<SharedRifff>[]) => ({
  isSettled: answers.every(({ isPending }) => !isPending),
  shares: answers.flatMap(({ data }) => data ?? []),
});

/** Rifffs that the moves take loops from and that are not in today's field. */
function useTouchedShares(played: Played | null, present: readonly SharedRifff[] | undefined) {
  const missing = useMemo(() => {
    if (!played?.moves || !present) return [];
    const here = new Set(present.map(({ _id }) => _id));
    const taken = played.moves.flatMap((move) => (move.do === 'grab' ? [move.rifff] : []));
    return [...new Set(taken)].filter((id) => !here.has(id));
  }, [played, present]);
  return useQueries({
    queries: missing.map((id) => ({ ...shareQuery(id), retry: false })),
    combine: settle,
  });
}

export interface ResultAnswer {
  /** Null until everything is here. */
  readonly result: Result | null;
  /** What went wrong, where nothing can be shown. */
  readonly error: Error | null;
}

/** A run by its id: of this device, of the server, or of both. */
export function useResult(id: string): ResultAnswer {
  const { runs } = useSnapshot(heldRuns);
  const held = (runs.find(({ runId }) => runId === id) as HeldRun | undefined) ?? null;
  const run = useQuery({ ...runQuery(id), enabled: !held || held.isSent });
  useEffect(() => void sendHeldRuns(), []);
  const played = useMemo<Played | null>(
    () => (run.data ? { ...run.data, moves: run.data.moves ?? held?.moves ?? null } : held),
    [run.data, held],
  );
  const seed = played?.missionSeed ?? null;
  const mission = useQuery({ ...missionQuery(seed), enabled: seed !== null });
  const arcade = useQuery({ ...arcadeQuery(), refetchOnWindowFocus: false });
  const present = arcade.data?.rifffs;
  const touched = useTouchedShares(played, present);
  const answer = mission.data;
  const result = useMemo(() => {
    if (!played || !answer || !present || !touched.isSettled) return null;
    const field = new Set(answer.field.rifffs.map((one) => one.id));
    const shares = [...present.filter(({ _id }) => field.has(_id)), ...touched.shares];
    const { mode, missionSeed, moves } = played;
    const stored = run.data ?? null;
    const judged = moves
      ? judge({ mode, moves }, answer, shares, id)
      : stored && told(stored, answer, shares);
    if (!judged) return null;
    return {
      ...judged,
      ...(stored && { score: stored.score, parts: stored.parts, unlocks: stored.unlocks }),
      id,
      mode,
      seed: missionSeed,
      moves,
      run: stored,
      held,
      answer,
      shares,
    };
  }, [played, answer, present, touched, run.data, held, id]);
  const failed = [held ? null : run, mission, arcade].find((one) => one?.isError);
  return {
    result,
    error: result ? null : (failed?.error ?? null),
  };
}
