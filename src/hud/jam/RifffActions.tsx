import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  askToSignIn,
  discardCommit,
  remixCommitted,
  reopenCommit,
  retryCommit,
} from '../../data/stores/commit.ts';
import type { Listening } from '../landing/useListening.ts';
import { SignInDialog } from '../parts/commit/SignInDialog.tsx';
import { KeepMix } from '../rings/KeepMix.tsx';
import { ShareDialog } from '../sharing/ShareDialog.tsx';
import { Button } from '../system/Button.tsx';
import type { HistoryEntry } from './historyEntry.ts';
import styles from './JamPage.module.css';
import type { JamView } from './useJam.ts';

export interface RifffActionsProps {
  view: JamView;
  entry: HistoryEntry;
  listening: Listening;
}

/** What to do about a commit that has not arrived. */
function UnsentActions({ view, entry }: Pick<RifffActionsProps, 'view' | 'entry'>) {
  const navigate = useNavigate();
  const id = entry.rifff._id;
  const isRefused = entry.unsent?.state === 'refused';
  const reopen = async () => {
    if (await reopenCommit(id)) await navigate('/jam');
  };
  return (
    <>
      <div className={styles.group}>
        {isRefused && (
          <Button size="sm" onClick={() => void discardCommit(id)}>
            Throw away
          </Button>
        )}
      </div>
      <div className={styles.group}>
        <Button size="sm" onClick={() => void reopen()}>
          Back to a draft
        </Button>
        {isRefused ? (
          <Button size="md" variant="filled" onClick={() => void retryCommit(id)}>
            Send again
          </Button>
        ) : (
          view.id === null && (
            <Button size="md" variant="filled" onClick={askToSignIn}>
              Sign in
            </Button>
          )
        )}
      </div>
      <SignInDialog />
    </>
  );
}

/** Share it, or go on from it in the editor, with the mix that is heard. */
export function RifffActions({ view, entry, listening: own }: RifffActionsProps) {
  const navigate = useNavigate();
  const [isSharing, setSharing] = useState(false);
  const jamId = view.jam?.id ?? view.id ?? '';
  const remix = async () => {
    await remixCommitted(entry.rifff, jamId, entry.title);
    await navigate('/jam');
  };
  if (entry.unsent) {
    return (
      <div className={styles.rifffActions}>
        <UnsentActions view={view} entry={entry} />
      </div>
    );
  }
  return (
    <div className={styles.rifffActions}>
      <Button size="md" onClick={() => setSharing(true)}>
        Share
      </Button>
      <div className={styles.group}>
        <KeepMix
          mix={{ ...own.mix, jamId }}
          title={entry.title}
          isChanged={own.isChanged}
          size="lg"
          variant="filled"
        />
        {!own.isChanged && (
          <Button size="lg" variant="filled" onClick={() => void remix()}>
            Remix
          </Button>
        )}
      </div>
      <ShareDialog
        key={entry.rifff._id}
        jamId={jamId}
        rifff={entry.rifff}
        title={entry.title}
        isOpen={isSharing}
        onOpenChange={setSharing}
      />
    </div>
  );
}
