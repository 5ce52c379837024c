import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { ui } from '../../../data/stores/ui.ts';
import { readFailure } from '../../kit/useSave.ts';
import { FailedState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { Trouble } from '../../system/Submit.tsx';
import styles from './FormSection.module.css';

interface FormSectionProps {
  title: string;
  /** What it does, in plain words. */
  text?: ReactNode;
  /** What went wrong here, above everything else of it; '' while nothing did. */
  trouble?: string;
  children: ReactNode;
}

/** One matter of a long form: what it is on the left, how it stands on the right, a hairline above. */
export function FormSection({ title, text, trouble, children }: FormSectionProps) {
  return (
    <section className={`split ${styles.section}`} aria-label={title}>
      <div>
        <h2 className="t24">{title}</h2>
        {text && <div className={`muted top8 ${styles.about}`}>{text}</div>}
      </div>
      <div className={styles.content}>
        {trouble !== undefined && <Trouble title={trouble} />}
        {children}
      </div>
    </section>
  );
}

interface PanelStateProps {
  /** Why the data did not come; null while it comes. */
  error: Error | null;
  onRetry(): void;
}

/** What a panel shows while its data comes, or when it does not. */
export function PanelState({ error, onRetry }: PanelStateProps) {
  const { isOnline } = useSnapshot(ui);
  if (!error && !isOnline) {
    return <FailedState isSmall isOffline what="This" onRetry={onRetry} />;
  }
  if (!error) {
    return (
      <div className={`split ${styles.section}`} role="status" aria-label="Loading">
        <Skeleton width="60%" height={28} />
        <div className={styles.content}>
          <Skeleton width="100%" height={40} />
          <Skeleton width="100%" height={40} />
        </div>
      </div>
    );
  }
  // An error with a name of its own says best what did not come.
  const said = error.name === 'ApiError' || error.name === 'Error' ? undefined : error.message;
  const { isUnreachable } = readFailure(error);
  return (
    <FailedState isSmall isOffline={isUnreachable} what="This" onRetry={onRetry}>
      {said}
    </FailedState>
  );
}
