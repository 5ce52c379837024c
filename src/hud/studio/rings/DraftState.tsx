import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { draft } from '../../../data/stores/draft.ts';
import { CommandButton } from '../../parts/commands/CommandButton.tsx';
import { useCommitPhase } from '../../parts/commit/commitPhase.ts';
import { formatCount } from '../../parts/controls/format.ts';
import page from '../../parts/Page.module.css';
import { RifffDisc } from '../../parts/rings/RifffDisc.tsx';
import { VisuallyHidden } from '../../system/VisuallyHidden.tsx';
import { CommitHelp, UploadList } from './CommitState.tsx';
import { CommitTarget } from './CommitTarget.tsx';
import styles from './Rings.module.css';
import { useCollectNote } from './useCollectNote.ts';

const SAVED: Readonly<Record<'empty' | 'saving' | 'saved' | 'failed', string>> = {
  empty: '',
  saving: 'being kept',
  saved: 'kept on this device',
  failed: 'not kept yet, trying again',
};

interface DraftStateProps {
  /** Is it an answer in the jam of the page, which needs no name? */
  isInJam?: boolean;
  /** Beside its name. */
  children?: ReactNode;
}

/** What the draft came from, how much was changed, and whether the device has it; after a commit, where that is. */
export function DraftState({ isInJam = false, children }: DraftStateProps) {
  const { phase, entry, words } = useCommitPhase();
  const isDraft = phase === 'draft' || phase === 'empty';
  const { changes, from, saved, isRestored } = useSnapshot(draft);
  const { load, loadedLoops, totalLoops } = useSnapshot(transport);
  const collectNote = useCollectNote();
  const isLoading = load === 'loading' && totalLoops > loadedLoops;
  return (
    <header className={styles.state}>
      <div className="min0">
        <div className={styles.titleLine}>
          {isInJam ? (
            <h2 className="t24">{words.title}</h2>
          ) : (
            <h1 className="t24">{words.title}</h1>
          )}
          <CommandButton command="editor.drafts" icon="list" size="xs" aria-haspopup="dialog" />
          {isDraft && !isInJam && <CommitTarget />}
          {children}
        </div>
        <p className={`t15 muted ${styles.sub} truncate`} title={from || undefined}>
          {isLoading
            ? `loading loops, ${loadedLoops} of ${totalLoops}`
            : !isDraft
              ? [from, words.more].filter(Boolean).join(', ')
              : [
                  from
                    ? `from ${from}`
                    : isRestored || isInJam
                      ? 'a rifff of your own'
                      : 'looking for your draft',
                  collectNote,
                ]
                  .filter(Boolean)
                  .join('; ')}
        </p>
      </div>
      {isDraft ? (
        <div className={`num rigid min0 ${styles.right}`}>
          {changes > 0 && <p className={page.loopsTitle}>{formatCount(changes, 'change')}</p>}
          <p className={`t15 muted ${styles.sub}`} data-saved={saved}>
            {SAVED[saved]}
          </p>
        </div>
      ) : (
        <div className={`min0 ${styles.outcome}`} data-saved={saved}>
          <CommitHelp />
          {/* Why a room refused it needs the width, and it is not there. */}
          {!(phase === 'refused' && entry?.target) && <CommitMark />}
        </div>
      )}
      <div className={`min0 ${styles.uploads}`}>
        <UploadList />
      </div>
      <VisuallyHidden role="status">
        {saved === 'failed'
          ? 'The draft could not be kept on this device. Trying again.'
          : isDraft
            ? ''
            : `${words.title}, ${words.more}`}
      </VisuallyHidden>
    </header>
  );
}

const DISC_PX = 40;

/** The committed rifff at its place in the history, and the way there. */
function CommitMark() {
  const { rifff } = useSnapshot(draft);
  const { phase, place } = useCommitPhase();
  return (
    <Link to={place.to} className={styles.mark}>
      <span className="num hoverThick">
        <span className={`${styles.markTitle} truncate`}>{place.title}</span>
        <span className="block muted t13">
          {phase === 'committed' ? 'the history' : 'not there yet'}
        </span>
      </span>
      <span data-commit-disc="">
        <RifffDisc rifff={rifff as Rifff} sizePx={DISC_PX} isUnsent={phase !== 'committed'} />
      </span>
    </Link>
  );
}
