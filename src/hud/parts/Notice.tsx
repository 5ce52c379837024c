import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { dismissNotice, ui } from '../../data/stores/ui.ts';
import { Icon } from '../system/Icon.tsx';
import styles from './Notice.module.css';

const SHOWN_MS = 6000;
/** A question is read and thought about. */
const QUESTION_MS = 20_000;

/** Takes the last change of the draft back; loaded when asked for, since it brings the draft store along. */
async function undoLast(): Promise<void> {
  const { undoDraft } = await import('../../data/stores/draft.ts');
  undoDraft();
}

/** The one place where the app says something for a moment. Mounted once, always there for screen readers. */
export function Notice() {
  const { notice } = useSnapshot(ui);
  const [isHeld, setHeld] = useState(false);
  const action = notice?.action;
  const isQuestion = typeof action === 'object' && 'run' in action && action.isQuestion === true;
  useEffect(() => {
    if (!notice || isHeld) return;
    const timer = setTimeout(() => dismissNotice(notice.id), isQuestion ? QUESTION_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld, isQuestion]);
  const hold = { onFocus: () => setHeld(true), onBlur: () => setHeld(false) };
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {notice && (
        <div
          className={styles.notice}
          key={notice.id}
          data-question={isQuestion || undefined}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          {...hold}
        >
          <span className={styles.text}>{notice.text}</span>
          {notice.action === 'undo' && (
            <button
              type="button"
              className={styles.button}
              onClick={() => {
                void undoLast();
                dismissNotice(notice.id);
              }}
            >
              Undo
            </button>
          )}
          {typeof notice.action === 'object' && 'run' in notice.action && (
            <button
              type="button"
              className={styles.button}
              onClick={() => {
                const { action } = notice;
                dismissNotice(notice.id);
                if (typeof action === 'object' && 'run' in action) action.run();
              }}
            >
              {notice.action.title}
            </button>
          )}
          {typeof notice.action === 'object' && 'to' in notice.action && (
            <Link
              to={notice.action.to}
              className={styles.button}
              onClick={() => dismissNotice(notice.id)}
            >
              {notice.action.title}
            </Link>
          )}
          <button
            type="button"
            className={`${styles.button} ${isQuestion ? '' : styles.close}`}
            aria-label={isQuestion ? undefined : 'Dismiss'}
            onClick={() => dismissNotice(notice.id)}
          >
            {isQuestion ? 'Not now' : <Icon name="close" size={16} />}
          </button>
        </div>
      )}
    </div>
  );
}
