import { useState } from 'react';
import type { ArcadeMode, MissionAnswer } from '../../../data/contract/arcade.ts';
import { useStartRun } from '../../../data/queries/arcade.ts';
import { newId } from '../../../data/rules/ids.ts';
import { useEngine } from '../../EngineContext.tsx';
import { readFailure } from '../../kit/useSave.ts';

/** A run that has begun. */
export interface Begun {
  readonly runId: string;
  readonly mode: ArcadeMode;
  readonly answer: MissionAnswer;
  /** Null where the server could not be asked: then it does not count. */
  readonly token: string | null;
}

interface Beginning {
  isBusy: boolean;
  /** Why the next run does not count; empty while nothing went wrong. */
  trouble: string;
  /** Begins a run; after a failure it begins without the server. Call it inside a gesture. */
  begin(mode: ArcadeMode, answer: MissionAnswer): void;
  forget(): void;
}

/** Begins runs with a token of the server, or without one where it cannot be reached. */
export function useBegin(onBegun: (run: Begun) => void): Beginning {
  const engine = useEngine();
  const start = useStartRun();
  const [trouble, setTrouble] = useState('');
  return {
    isBusy: start.isPending,
    trouble,
    begin(mode, answer) {
      // Before anything is awaited: browsers let it sound out of a touch alone.
      void engine.unlock().catch(() => {});
      const runId = newId();
      if (trouble !== '') {
        setTrouble('');
        onBegun({ runId, mode, answer, token: null });
        return;
      }
      start.mutate(
        { runId, mode, missionSeed: answer.mission.seed },
        {
          onSuccess: ({ token }) => onBegun({ runId, mode, answer, token }),
          onError: (error) => {
            const { isUnreachable, message } = readFailure(error);
            setTrouble(
              isUnreachable
                ? 'The server cannot be reached, so this run will not count. What you make stays on this device.'
                : `This run will not count: ${message || 'the server did not answer as it should'}.`,
            );
          },
        },
      );
    },
    forget: () => setTrouble(''),
  };
}
