import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ARCADE_MODES, type ArcadeMode } from '../../../data/contract/arcade.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import { boardQuery, missionQuery } from '../../../data/queries/arcade.ts';
import { briefText } from '../../../data/rules/arcade/conditions.ts';
import { holdRun, sendHeldRuns } from '../../../data/stores/heldRuns.ts';
import { ArcadeRoom } from '../ArcadeRoom.tsx';
import { type EndedRun, PlayRoom } from '../play/PlayRoom.tsx';
import { StartSheet } from './StartSheet.tsx';
import { type Begun, useBegin } from './useBegin.ts';
import { loopNames } from './useResult.ts';
import { WaysIn } from './WaysIn.tsx';

/** The mission of the day in words, and who plays it best. */
export function useToday(shares: readonly SharedRifff[]) {
  const mission = useQuery({ ...missionQuery(null), refetchOnWindowFocus: false });
  const board = useQuery(boardQuery());
  const answer = mission.data;
  const [first] = board.data?.entries ?? [];
  return {
    answer,
    isLoading: mission.isPending,
    isFailed: mission.isError,
    again: () => void mission.refetch(),
    brief: answer ? briefText(answer.mission, loopNames(shares)) : '',
    best: first ? { score: first.score, name: first.displayName } : null,
  };
}

const asMode = (text: string | null): ArcadeMode | null =>
  ARCADE_MODES.find((mode) => mode === text) ?? null;

/** The arcade: flying freely, a sheet before a run, the run; its end has a page of its own. */
export function ArcadeGame({ shares }: { shares: readonly SharedRifff[] }) {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const today = useToday(shares);
  const [begun, setBegun] = useState<Begun | null>(null);
  const beginning = useBegin(setBegun);
  const asked = asMode(search.get('play'));
  useEffect(() => void sendHeldRuns(), []);

  // A sheet is an address, so that "back" closes it.
  const ask = (mode: ArcadeMode | null) => {
    beginning.forget();
    setSearch(mode ? { play: mode } : {}, { replace: mode === null });
  };
  if (begun) {
    const end = ({ moves }: EndedRun) => {
      const { runId, mode, answer, token } = begun;
      const missionSeed = answer.mission.seed;
      holdRun({ runId, mode, missionSeed, token, moves: [...moves], endedMs: Date.now() });
      void navigate(`/arcade/runs/${runId}`, { replace: true });
    };
    return (
      <PlayRoom
        shares={shares}
        answer={begun.answer}
        mode={begun.mode}
        best={begun.mode === 'mission' ? today.best : null}
        onEnd={end}
        onLeave={() => {
          setBegun(null);
          ask(null);
        }}
      />
    );
  }
  const { answer } = today;
  const play = () => {
    if (asked && answer) beginning.begin(asked, answer);
    else if (today.isFailed) today.again();
  };
  return (
    <>
      <ArcadeRoom
        shares={shares}
        ways={
          <WaysIn
            brief={today.brief}
            durationMs={answer?.mission.durationMs.mission ?? 0}
            onChoose={ask}
          />
        }
        sheet={asked && { press: play, back: () => ask(null) }}
      />
      {asked && (
        <StartSheet
          mode={asked}
          brief={today.brief}
          durationMs={answer?.mission.durationMs[asked]}
          best={today.best}
          trouble={
            beginning.trouble || (today.isFailed ? 'What is played could not be loaded.' : '')
          }
          isBusy={beginning.isBusy || today.isLoading}
          onPlay={play}
          onBack={() => ask(null)}
          hasBoard
        />
      )}
    </>
  );
}
