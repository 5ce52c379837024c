import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { isHouseBand } from '../../../data/rules/sharing/accountText.ts';
import { mayShare } from '../../../data/rules/sharing/mayShare.ts';
import { askToSignIn } from '../../../data/stores/commit.ts';
import { remixIntoDraft } from '../../../data/stores/draft.ts';
import {
  discardCommit,
  reopenCommit,
  retryCommit,
  sendToOwnJam,
} from '../../../data/stores/heldCommits.ts';
import { hear } from '../../../data/stores/listening.ts';
import { session } from '../../../data/stores/session.ts';
import { type UploadsState, uploads } from '../../../data/stores/uploads.ts';
import { runCommand } from '../../parts/commands/registry.ts';
import { uploadFacts, uploadRows } from '../../parts/commit/commitPhase.ts';
import { SignInDialog } from '../../parts/commit/SignInDialog.tsx';
import { formatCount } from '../../parts/controls/format.ts';
import { rifffCaption, useLoadingSentence } from '../../parts/listening/describeRifff.ts';
import { KeepMix } from '../../parts/listening/MixActions.tsx';
import type { Listening } from '../../parts/listening/useListening.ts';
import page from '../../parts/Page.module.css';
import { useWasOpen } from '../../parts/page/LaterDialog.tsx';
import { lazyPiece } from '../../parts/page/lazyPiece.tsx';
import { useNames } from '../../parts/people/useNames.ts';
import { ProgramMark } from '../../parts/shares/Byline.tsx';
import { LicenceLine } from '../../parts/shares/LicenceLine.tsx';
import type { ShareDialogProps } from '../../parts/shares/ShareDialog.tsx';
import { useIsPupil, useReader } from '../../parts/shares/useReader.ts';
import { useRegionText } from '../../parts/useRegionText.ts';
import { Button } from '../../system/Button.tsx';
import { type HistoryEntry, originText } from '../history/historyEntry.ts';
import styles from './JamPage.module.css';
import { RifffDeeds } from './RifffDeeds.tsx';
import { type JamView, targetOf } from './useJam.ts';

const shareDialog = lazyPiece<ShareDialogProps>(
  'Sharing',
  async () => (await import('../../parts/shares/ShareDialog.tsx')).ShareDialog,
  ({ onOpenChange }) => onOpenChange(false),
);

export interface RifffHeadProps {
  entry: HistoryEntry;
  all: readonly HistoryEntry[];
  /** Does the listener's mix differ? */
  isChanged: boolean;
  /** What it has just changed, and who; empty after some seconds. */
  news: string;
  /** Beside its name. */
  children?: ReactNode;
}

/** How far the loops are that go before an unsent rifff; empty when they are all there. */
function uploadText(rifff: Rifff, queues: UploadsState): string {
  const { loops, share } = uploadFacts(uploadRows(rifff.loops, queues));
  return loops > 0 ? `uploading ${formatCount(loops, 'loop')}, ${Math.round(share * 100)} %` : '';
}

/** What is on show: its number, where it came from, how many loops it holds. */
export function RifffHead({ entry, all, isChanged, news, children }: RifffHeadProps) {
  const queues = useSnapshot(uploads);
  const { rifff, unsent } = entry;
  const onItsWay =
    unsent && unsent.state !== 'refused' ? uploadText(rifff, queues as UploadsState) : '';
  const text = useRegionText();
  const loops = usedSlots(rifff);
  const trouble = useLoadingSentence(rifff);
  const nameOf = useNames();
  const who = unsent ? '' : nameOf(rifff.userName, rifff);
  const origin = [text.time(entry.created), who && `by ${who}`, originText(entry, all, nameOf)];
  const isRefused = unsent?.state === 'refused';
  const title = isRefused ? 'Not sent' : entry.title;
  return (
    <header className={styles.rifffHead}>
      <div className={`min0 ${styles.rifffName}`}>
        <div className="row wrap gap12">
          <h2 className="t24">{title}</h2>
          {children}
        </div>
        <p className="muted truncate" role="status">
          {trouble || (isRefused ? unsent.reason : news || origin.filter(Boolean).join(', '))}
          {!trouble && !unsent && isHouseBand(rifff.userName) && (
            <>
              {' '}
              <ProgramMark />
            </>
          )}
        </p>
      </div>
      <div className={`num rigid ${styles.rifffFacts}`}>
        <p className={`${page.loopsTitle} ${styles.loops}`}>{formatCount(loops, 'loop')}</p>
        <p className="muted">
          {onItsWay || (isChanged ? 'your own mix' : rifffCaption(rifff))}
          {!onItsWay && !isChanged && rifff.license !== undefined && (
            <>
              {', '}
              <LicenceLine licence={rifff.license} />
            </>
          )}
        </p>
      </div>
    </header>
  );
}

export interface RifffActionsProps {
  view: JamView;
  entry: HistoryEntry;
  listening: Listening;
  /** May the reader go on from it in this place? */
  mayMake: boolean;
  /** Makes a rifff the one that is heard, also one that only the tree knows. */
  onChoose(id: string): void;
  /** More to do, over the rest. */
  children?: ReactNode;
}

/**
 * Share it, or go on from it: where one may answer, in place by touching it or with a loop; else in the studio, with the
 * mix that is heard.
 */
export function RifffActions(props: RifffActionsProps) {
  const { view, entry, listening: own, mayMake, onChoose, children } = props;
  const navigate = useNavigate();
  const [isSharing, setSharing] = useState(false);
  const reader = useReader();
  const jamId = view.jam?.id ?? view.id ?? '';
  const wasSharing = useWasOpen(isSharing);
  const isPupil = useIsPupil();
  const isSharable = !isPupil && mayShare(entry.rifff, view.jam, reader);
  const target = targetOf(view.jam);
  const remix = async () => {
    await remixIntoDraft({ ...entry.rifff, jamId }, entry.title, target);
    await navigate('/jam');
  };
  if (entry.unsent) {
    return (
      <div className={`through ${styles.rifffActions}`}>
        <UnsentActions view={view} entry={entry} mayMake={mayMake}>
          {children}
        </UnsentActions>
      </div>
    );
  }
  return (
    <div className={`through ${styles.rifffActions}`}>
      {/* The room of the button stays: what follows belongs into the other corner. */}
      <div className={`through row gap8 ${styles.group}`}>
        {children && <div className={styles.over}>{children}</div>}
        {isSharable && (
          <Button size="md" onClick={() => setSharing(true)}>
            Share
          </Button>
        )}
        <RifffDeeds view={view} entry={entry} onChoose={onChoose} />
      </div>
      <div className={`through row gap8 ${styles.group}`}>
        <KeepMix
          mix={{ ...own.mix, jamId }}
          title={entry.title}
          isChanged={own.isChanged}
          target={target}
          size="lg"
          variant="filled"
          onKept={mayMake ? () => hear('draft') : undefined}
        />
        {mayMake ? (
          <Button size="lg" variant="filled" onClick={() => runCommand('editor.pool')}>
            {target ? 'Answer' : 'Remix'}
          </Button>
        ) : (
          !own.isChanged && (
            <Button size="lg" variant="filled" onClick={() => void remix()}>
              Remix
            </Button>
          )
        )}
      </div>
      {isSharable && wasSharing && (
        <shareDialog.Piece
          key={entry.rifff._id}
          jamId={jamId}
          rifff={entry.rifff}
          title={entry.title}
          isOpen={isSharing}
          onOpenChange={setSharing}
        />
      )}
    </div>
  );
}

/** What to do about a commit that has not arrived. */
function UnsentActions({
  view,
  entry,
  mayMake,
  children,
}: Pick<RifffActionsProps, 'view' | 'entry' | 'mayMake' | 'children'>) {
  const navigate = useNavigate();
  const id = entry.rifff._id;
  const { user } = useSnapshot(session);
  const isRefused = entry.unsent?.state === 'refused';
  const target = entry.unsent?.target ?? null;
  const reopen = async () => {
    if (!(await reopenCommit(id))) return;
    if (mayMake) hear('draft');
    else await navigate('/jam');
  };
  return (
    <>
      <div className={`through row gap8 ${styles.group}`}>
        {children && <div className={styles.over}>{children}</div>}
        {isRefused && (
          <Button size="sm" onClick={() => void discardCommit(id)}>
            Throw away
          </Button>
        )}
      </div>
      <div className={`through row gap8 ${styles.group}`}>
        <Button size="sm" onClick={() => void reopen()}>
          Back to a draft
        </Button>
        {isRefused ? (
          <>
            {target && !user?.guestOf && (
              <Button size="sm" onClick={() => void sendToOwnJam(id)}>
                To my own jam
              </Button>
            )}
            <Button size="md" variant="filled" onClick={() => void retryCommit(id)}>
              Send again
            </Button>
          </>
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
