import { categoryOf } from '../../../data/contract/categories.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import { LoopGlyph } from '../../parts/LoopGlyph.tsx';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import styles from './Play.module.css';
import type { Play } from './usePlay.ts';

interface EndDialogProps {
  isOpen: boolean;
  isScript: boolean;
  /** Is anything placed that could be kept? */
  hasMade: boolean;
  onOpenChange(isOpen: boolean): void;
  onFinish(): void;
  onLeave(): void;
}

/** Asks before a run is finished or left. The time goes on. */
export function EndDialog(props: EndDialogProps) {
  const { isOpen, isScript, hasMade, onOpenChange, onFinish, onLeave } = props;
  const canFinish = hasMade || isScript;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={isScript ? 'Enough of this run?' : 'Finish here?'}
      description={
        isScript
          ? 'It goes on where it is until you leave.'
          : hasMade
            ? 'What you made counts as it is. The time goes on meanwhile.'
            : 'Nothing is placed yet. The time goes on meanwhile.'
      }
      actions={
        <>
          <Button variant="bare" onClick={() => onOpenChange(false)}>
            Go on
          </Button>
          <Button variant={canFinish && !isScript ? 'outlined' : 'filled'} onClick={onLeave}>
            {isScript ? 'Leave' : 'Leave without it'}
          </Button>
          {canFinish && !isScript && (
            <Button variant="filled" autoFocus onClick={onFinish}>
              Finish
            </Button>
          )}
        </>
      }
    />
  );
}

interface MadeDialogProps {
  play: Play;
  loopOf(id: string): Loop | undefined;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Left out in a replay. */
  onLift?: ((slot: number) => void) | undefined;
}

/** The loops placed so far; the player can take each out again. */
export function MadeDialog({ play, loopOf, isOpen, onOpenChange, onLift }: MadeDialogProps) {
  const { placed, mode } = play.state;
  const costs = mode === 'mission' && onLift ? 'Taking one out costs 50 points.' : undefined;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="What you make"
      {...(costs && { description: costs })}
    >
      {placed.length === 0 && <p>Nothing yet: what you place stands here.</p>}
      <ul className={styles.madeList}>
        {[...placed]
          .sort((a, b) => a.slot - b.slot)
          .map(({ loop: { id, category }, slot }) => {
            const loop = loopOf(id);
            const title = categoryOf(category).title;
            return (
              <li key={slot}>
                {loop && <LoopGlyph loop={loop} sizePx={40} category={category} />}
                <span className="truncate grow medium">
                  {title}
                  {loop?.name && <span className="muted"> {loop.name}</span>}
                </span>
                {onLift && (
                  <Button
                    size="sm"
                    aria-label={`Take out ${slot + 1}: ${title}`}
                    onClick={() => onLift(slot)}
                  >
                    Take out
                  </Button>
                )}
              </li>
            );
          })}
      </ul>
    </Dialog>
  );
}
