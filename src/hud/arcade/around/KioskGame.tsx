import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArcadeMode } from '../../../data/contract/arcade.ts';
import type { SharedRifff } from '../../../data/contract/sharing.ts';
import type { KioskPhase } from '../../../data/rules/arcade/kiosk.ts';
import { holdRun, letGoOfRun } from '../../../data/stores/heldRuns.ts';
import { useAwakeScreen } from '../../parts/page/useAwakeScreen.ts';
import { type EndedRun, PlayRoom } from '../play/PlayRoom.tsx';
import { useToday } from './ArcadeGame.tsx';
import { KioskAttract } from './KioskAttract.tsx';
import { KioskChoose } from './KioskChoose.tsx';
import { KioskEnd } from './KioskEnd.tsx';
import styles from './Result.module.css';
import { StartSheet } from './StartSheet.tsx';
import { type Begun, useBegin } from './useBegin.ts';
import { useIdle } from './useIdle.ts';
import { usePadFocus } from './usePadFocus.ts';

/** State of a kiosk. It is not in the address, so that "back" cannot leave the game. */
type Phase =
  | { kind: 'attract' }
  | { kind: 'choose'; mode: ArcadeMode | null }
  | { kind: 'play'; run: Begun }
  | { kind: 'end'; run: Begun };

const ATTRACT: Phase = { kind: 'attract' };

/** The arcade as a kiosk: it flies by itself, is played, gives the rifff away by a code, and starts again. */
export function KioskGame({ shares }: { shares: readonly SharedRifff[] }) {
  const [phase, setPhase] = useState<Phase>(ATTRACT);
  const today = useToday(shares);
  const beginning = useBegin((run) => setPhase({ kind: 'play', run }));
  useAwakeScreen();
  const { forget } = beginning;
  const reset = () => {
    if (phase.kind === 'end') letGoOfRun(phase.run.runId);
    forget();
    setPhase(ATTRACT);
  };
  const kind: KioskPhase = phase.kind;
  const latest = useRef(reset);
  latest.current = reset;
  const back = useCallback(() => latest.current(), []);
  usePadFocus(kind === 'choose' || kind === 'end', back);
  const left = useIdle(kind, reset);
  // The next visitor does not see where the one before had scrolled to.
  useEffect(() => {
    if (kind === 'attract') window.scrollTo(0, 0);
  }, [kind]);
  const { answer } = today;
  return (
    <>
      {phase.kind === 'attract' && (
        <KioskAttract shares={shares} onTouch={() => setPhase({ kind: 'choose', mode: null })} />
      )}
      {phase.kind === 'choose' && phase.mode === null && (
        <KioskChoose
          brief={today.brief}
          onChoose={(mode) => setPhase({ kind: 'choose', mode })}
          onBack={reset}
        />
      )}
      {phase.kind === 'choose' && phase.mode !== null && (
        <StartSheet
          mode={phase.mode}
          brief={today.brief}
          durationMs={answer?.mission.durationMs[phase.mode]}
          best={today.best}
          trouble={
            beginning.trouble || (today.isFailed ? 'What is played could not be loaded.' : '')
          }
          isBusy={beginning.isBusy || today.isLoading}
          onPlay={() => {
            if (answer && phase.mode) beginning.begin(phase.mode, answer);
            else today.again();
          }}
          onBack={reset}
          hasBoard={false}
        />
      )}
      {phase.kind === 'play' && (
        <PlayRoom
          shares={shares}
          answer={phase.run.answer}
          mode={phase.run.mode}
          best={phase.run.mode === 'mission' ? today.best : null}
          onEnd={({ moves }: EndedRun) => {
            const { runId, mode, token } = phase.run;
            const missionSeed = phase.run.answer.mission.seed;
            holdRun({ runId, mode, missionSeed, token, moves: [...moves], endedMs: Date.now() });
            setPhase({ kind: 'end', run: phase.run });
          }}
          onLeave={reset}
        />
      )}
      {phase.kind === 'end' && <KioskEnd run={phase.run} onDone={reset} />}
      {left !== null && (
        <div className={styles.warning} role="alert">
          <p className="t40">Still there?</p>
          <p className="t18">Touch anything to go on. Back to the start in {left}.</p>
        </div>
      )}
    </>
  );
}
