import type { ButtonSize } from '../../system/Button.tsx';
import { Button } from '../../system/Button.tsx';
import { useEditorActions } from '../EditorContext.tsx';
import styles from './CommitButton.module.css';
import { type CommitPhase, useCommitPhase } from './commitPhase.ts';

const UNSENT: readonly CommitPhase[] = ['waiting', 'signIn', 'other', 'refused'];
const DONE: readonly CommitPhase[] = ['sending', 'committed'];

export interface CommitButtonProps {
  size: ButtonSize;
  className?: string;
}

/** Keeps the draft in one's jam; what became of that stands on it until the next change. */
export function CommitButton({ size, className = '' }: CommitButtonProps) {
  const { phase, words } = useCommitPhase();
  const actions = useEditorActions();
  const isReady = phase === 'draft';
  const look = UNSENT.includes(phase) ? styles.unsent : DONE.includes(phase) ? styles.done : '';
  return (
    <Button
      size={size}
      variant="filled"
      className={`${className} ${look}`}
      aria-disabled={!isReady || undefined}
      aria-keyshortcuts="C"
      title={isReady ? 'Keep it in your jam (C)' : `${words.button}: ${words.more}`}
      data-commit={phase}
      onClick={() => void actions.commit()}
    >
      {words.button}
    </Button>
  );
}
