import { useRef } from 'react';
import { clockText, pointsText } from '../../../data/rules/arcade/scoreText.ts';
import type { RifffView } from '../../../data/stores/places.ts';
import { RifffPlace } from '../../parts/rings/RifffPlace.tsx';
import { ConditionMarks } from './ConditionMarks.tsx';
import styles from './Play.module.css';
import { gainText } from './playText.ts';
import type { Play } from './usePlay.ts';
import { usePlayFrame } from './usePlayFrame.ts';

interface PlayHeadProps {
  play: Play;
  best: { score: number; name: string } | null;
  /** The brief as one sentence; empty in the explorer mode. */
  brief: string;
  /** What is made, as its place shows it; null for nothing yet. */
  made: RifffView | null;
  isMadeOpen: boolean;
  onMade(): void;
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
const loopsText = (count: number) =>
  `${NUMBERS[count] ?? count} ${count === 1 ? 'loop' : 'loops'} of eight`;

/** The top line: time, brief, what is being made, and score. */
export function PlayHead({ play, best, brief, made, isMadeOpen, onMade }: PlayHeadProps) {
  const { state, cue, isHurry, message } = play;
  const { mode, mission, placed } = state;
  const isMission = mode === 'mission';
  return (
    <header className={styles.head} data-mode={mode}>
      <Clock play={play} isHurry={isHurry} />
      <div className={styles.brief}>
        {isMission ? (
          <>
            <p className={`phoneAway ${styles.sentence}`}>{brief}</p>
            <ConditionMarks conditions={mission.conditions} cues={cue.conditions} />
          </>
        ) : (
          <p className={styles.sentence}>
            Collect loops that you like, and leave with a rifff of your own.
          </p>
        )}
      </div>
      <div className={styles.made}>
        {made ? (
          <RifffPlace id="arcade-made" view={made} className="full" />
        ) : (
          <div className={styles.madeEmpty} aria-hidden="true" />
        )}
        <button
          type="button"
          className={styles.madeButton}
          aria-haspopup="dialog"
          aria-expanded={isMadeOpen}
          aria-label={`What you make: ${loopsText(placed.length).toLowerCase()}`}
          onClick={onMade}
        />
      </div>
      <div className={styles.score}>
        {isMission ? (
          <>
            <p className="t64 phone40">
              <span className="visuallyHidden">Score </span>
              {pointsText(cue.score)}
            </p>
            <p className="t13 muted">
              {message && message.points !== 0 && (
                <span className="bold paper">{gainText(message.points)}</span>
              )}
              {best && ` best today ${pointsText(best.score)}, ${best.name}`}
            </p>
          </>
        ) : (
          <>
            <p className="t64 phone40">{placed.length}</p>
            <p className="t13 muted">{loopsText(placed.length)}</p>
          </>
        )}
      </div>
    </header>
  );
}

/** Time that is left. Its figures are written by the frame. */
function Clock({ play, isHurry }: { play: Play; isHurry: boolean }) {
  const { played } = play;
  const figures = useRef<HTMLSpanElement>(null);
  usePlayFrame(() => {
    const element = figures.current;
    const text = clockText(played.leftMs);
    if (element && element.textContent !== text) element.textContent = text;
  });
  return (
    <p
      className={styles.clock}
      role="timer"
      aria-label="Time left"
      data-hurry={isHurry || undefined}
    >
      <span ref={figures}>{clockText(played.leftMs)}</span>
    </p>
  );
}
