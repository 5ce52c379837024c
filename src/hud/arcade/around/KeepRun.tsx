import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { KeptRun } from '../../../data/contract/arcade.ts';
import { useKeepRun, useTakeRun } from '../../../data/queries/arcade.ts';
import { entryPath, registerPath } from '../../../data/rules/account/redirects.ts';
import { letGoOfRun } from '../../../data/stores/heldRuns.ts';
import { session } from '../../../data/stores/session.ts';
import pageStyles from '../../parts/Page.module.css';
import { useMember } from '../../parts/shares/useReader.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { KeepForm, type KeepWords } from './KeepForm.tsx';
import styles from './Result.module.css';
import { ownershipOf } from './resultState.ts';
import type { Result } from './useResult.ts';

/** Keeps the rifff of a run, and shares it. A person without an account makes one first, and then returns here. */
export function KeepRun({ result }: { result: Result }) {
  const { id, held, run } = result;
  const member = useMember();
  const whose = ownershipOf(result, member);
  const keeping = useKeepRun();
  const taking = useTakeRun();
  const [isOpen, setOpen] = useState(false);
  const [kept, setKept] = useState<KeptRun | null>(null);
  const { kept: where, notShared } = kept ?? { kept: run?.kept ?? null, notShared: null };
  const keep = async (words: KeepWords) => {
    const token = whose === 'free' ? held?.token : null;
    setKept(
      token
        ? await taking.mutateAsync({ runId: id, token, ...words })
        : await keeping.mutateAsync({ id, ...words }),
    );
    setOpen(false);
    letGoOfRun(id);
  };
  if (whose === 'foreign' || whose === 'local') return null;
  if (member === '')
    return <Entry path={`/arcade/runs/${id}`} isForBoard={run?.isForBoard === true} />;
  return (
    <div className="grid gap12">
      {where && (
        <div role="status" className="grid gap4">
          <p className="t18">
            {where.shareId ? 'Yours, and in the feed.' : 'Yours: it is kept in your own jam.'}
          </p>
          {notShared && <p className="muted">It is not shared: {notShared}</p>}
        </div>
      )}
      <div className={`${pageStyles.looseButtons} ${styles.buttons}`}>
        {where?.shareId ? (
          <Button size="lg" variant="filled" icon="arrowRight" to={`/rifff/${where.shareId}`}>
            See its page
          </Button>
        ) : (
          <Button
            size="lg"
            variant="filled"
            icon={where ? 'share' : 'check'}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {where ? 'Share it' : 'Keep and share'}
          </Button>
        )}
        {where && (
          <Button size="lg" to="/jams/me">
            Your jam
          </Button>
        )}
      </div>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={where ? 'Share this rifff' : 'Keep this rifff'}
        description={
          where
            ? 'Others can hear it, like it and answer with a remix.'
            : 'It goes to your own jam, and names everybody whose loops are in it.'
        }
      >
        <KeepForm isKept={where !== null} onKeep={keep} />
      </Dialog>
    </div>
  );
}

/** The ways to an account that lead back to here, where the run waits. */
function Entry({ path, isForBoard }: { path: string; isForBoard: boolean }) {
  const { user } = useSnapshot(session);
  const isGuest = user?.guestOf !== undefined;
  return (
    <div className="grid gap12">
      <p className="muted">
        An account keeps this rifff{isForBoard && ', and puts your name on the board'}. It waits
        here for a day.
      </p>
      <div className={`${pageStyles.looseButtons} ${styles.buttons}`}>
        <Button size="lg" variant="filled" icon="check" to={registerPath(path)}>
          Sign up to keep it
        </Button>
        {!isGuest && (
          <Button size="lg" to={entryPath(path, false)}>
            Sign in
          </Button>
        )}
      </div>
    </div>
  );
}
