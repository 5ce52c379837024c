import { Dialog } from 'radix-ui';
import type { ArcadeMode } from '../../../data/contract/arcade.ts';
import { clockText, MODE_TITLES, pointsText } from '../../../data/rules/arcade/scoreText.ts';
import { Button } from '../../system/Button.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { useReturnFocus } from '../../system/useReturnFocus.ts';
import styles from './Sheets.module.css';

/** What to do, in three lines. */
const STEPS: Readonly<Record<ArcadeMode, readonly [string, string, string]>> = {
  mission: [
    'Fly to a rifff and take a loop of it.',
    'Place it on the beat: the pulse shows and ticks when.',
    'Meet the brief. Loops that fit, and differ, score most.',
  ],
  explorer: [
    'Fly through the crowd and listen.',
    'Take a loop that you like: it joins in at once.',
    'Leave with up to eight, as a rifff of your own.',
  ],
};

export interface StartSheetProps {
  mode: ArcadeMode;
  /** What the mission asks for. */
  brief: string;
  /** In ms; undefined until what is played is there. */
  durationMs: number | undefined;
  /** Best of today, where there is one. */
  best: { score: number; name: string } | null;
  /** Why the run does not count; it can be played anyway. */
  trouble: string;
  isBusy: boolean;
  /** Inside a gesture. */
  onPlay(): void;
  onBack(): void;
  /** False where nothing leads elsewhere. */
  hasBoard: boolean;
}

/** Before a run: what to do, for how long, and the button that begins. */
export function StartSheet(props: StartSheetProps) {
  const { mode, brief, durationMs, best, trouble, isBusy, onPlay, onBack, hasBoard } = props;
  const returnFocus = useReturnFocus(true);
  const despite = durationMs === undefined ? 'Try again' : 'Play all the same';
  const label = trouble ? despite : 'Play';
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onBack()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.cover} />
        <Dialog.Content
          className={styles.sheet}
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
        >
          <Dialog.Title className={`huge ${styles.title}`}>{MODE_TITLES[mode]}</Dialog.Title>
          {mode === 'mission' && <p className="t24">{brief}</p>}
          <ol className={styles.steps}>
            {STEPS[mode].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className={`${styles.facts} muted`}>
            {durationMs !== undefined && <span>{clockText(durationMs)} to play</span>}
            {durationMs === undefined && isBusy && <span>Loading the mission</span>}
            {mode === 'mission' && best && (
              <span>
                Best today {pointsText(best.score)}, {best.name}
              </span>
            )}
          </p>
          <Trouble title={trouble} />
          <div className="row wrap gap12 pushDown">
            <Button
              size="lg"
              variant="filled"
              icon="play"
              aria-busy={isBusy}
              onClick={() => !isBusy && onPlay()}
            >
              {label}
            </Button>
            <Button onClick={onBack}>Back</Button>
            {mode === 'mission' && hasBoard && <Button to="/arcade/board">Board</Button>}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
