import { useQuery } from '@tanstack/react-query';
import type { JamInvite } from '../../../data/contract/members.ts';
import { invitesQuery, useInviteChanges } from '../../../data/queries/rooms.ts';
import { CopyField } from '../../parts/CopyField.tsx';
import page from '../../parts/Page.module.css';
import { QrCode } from '../../parts/QrCode.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import { readFailure, troubleOf } from '../../parts/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { Trouble } from '../../system/Submit.tsx';
import styles from './Room.module.css';

const ABOUT = 'The room as one picture, for a wall or a streaming program, without an account.';
const ABOUT_OWN =
  'Your jam as one picture, for a wall or a streaming program. Anyone with its address sees and hears all of it.';

export interface StageDialogProps {
  jamId: string;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** The stages of a jam of one's own. */
export function StageDialog({ jamId, isOpen, onOpenChange }: StageDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Stage" description={ABOUT_OWN}>
      <div className={styles.stages}>
        <StageList jamId={jamId} />
      </div>
    </Dialog>
  );
}

/** Stages of a room beside its invitations. For its owner. */
export function StageCodes({ jamId }: { jamId: string }) {
  return (
    <section className={styles.stages} aria-labelledby="stage-codes">
      <h3 id="stage-codes" className="medium">
        Stage
      </h3>
      <p className="t13 muted">{ABOUT}</p>
      <StageList jamId={jamId} />
    </section>
  );
}

/** Codes of the stages of a jam: each opens its picture and its remote, until it is taken back. */
function StageList({ jamId }: { jamId: string }) {
  const { make } = useInviteChanges(jamId);
  const { data, error } = useQuery(invitesQuery(jamId, useReader()));
  const failed = make.error ?? error;
  const codes = data?.filter(({ purpose }) => purpose === 'stage') ?? [];
  const begin = () => {
    if (!make.isPending) make.mutate({ purpose: 'stage', note: '', days: null });
  };
  return (
    <>
      <Trouble title={failed ? troubleOf(readFailure(failed)) : ''} />
      <ul>
        {codes.map((invite) => (
          <StageCode key={invite.code} jamId={jamId} invite={invite} />
        ))}
      </ul>
      <div>
        <Button size="sm" aria-disabled={make.isPending} onClick={begin}>
          Make a stage
        </Button>
      </div>
    </>
  );
}

function StageCode({ jamId, invite }: { jamId: string; invite: JamInvite }) {
  const { end } = useInviteChanges(jamId);
  const { code } = invite;
  const address = `${window.location.origin}/jam/${code}`;
  return (
    <li className={`lineAbove ${styles.code}`}>
      <div className={styles.line}>
        <p className="stack fill anywhere">
          <span className="medium">{code}</span>
          <a href={`${address}/control`} target="_blank" rel="noreferrer">
            Open its remote
          </a>
        </p>
        <Button
          size="xs"
          aria-label={`Take the stage ${code} back`}
          aria-disabled={end.isPending}
          onClick={() => {
            if (!end.isPending) end.mutate(code);
          }}
        >
          Take back
        </Button>
      </div>
      {end.error && <p role="alert">That did not work: {end.error.message}</p>}
      <CopyField
        label={`Address of the stage ${code}`}
        value={`${address}/stage`}
        done="Address copied."
      />
      <details className={page.moreSummary}>
        <summary>Show its remote as a QR code</summary>
        <QrCode text={`${address}/control`} label={`QR code of the remote of ${code}`} />
      </details>
    </li>
  );
}
