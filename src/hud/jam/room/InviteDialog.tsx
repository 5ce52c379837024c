import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Jam } from '../../../data/contract/jams.ts';
import type { JamInvite } from '../../../data/contract/members.ts';
import { invitesQuery, useInviteChanges } from '../../../data/queries/rooms.ts';
import { ui } from '../../../data/stores/ui.ts';
import { CopyField } from '../../parts/CopyField.tsx';
import page from '../../parts/Page.module.css';
import { QrCode } from '../../parts/QrCode.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import { useRegionText } from '../../parts/useRegionText.ts';
import { readFailure, troubleOf } from '../../parts/useSave.ts';
import { Button } from '../../system/Button.tsx';
import { Dialog } from '../../system/Dialog.tsx';
import { FailedState, ListState } from '../../system/ListState.tsx';
import { Skeleton } from '../../system/Loading.tsx';
import { Select } from '../../system/Select.tsx';
import { SubmitButton, Trouble } from '../../system/Submit.tsx';
import { TextField } from '../../system/TextField.tsx';
import styles from './Room.module.css';
import { StageCodes } from './StageCodes.tsx';

export interface RoomDialogProps {
  jam: Jam;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

const DAYS = [
  { value: '', title: 'Until it is taken back' },
  { value: '1', title: 'For a day' },
  { value: '7', title: 'For a week' },
  { value: '30', title: 'For 30 days' },
];

/** Who a code lets in, for the owner. */
const WHO: Readonly<Record<Jam['access'], string>> = {
  public: 'Anyone with a code may join, as a guest without an account too.',
  link: 'Anyone with a code may come in, as a guest without an account too.',
  private: 'Anyone with a code and an account may come in.',
};

/** Codes of a room: what there is, another one, and the end of one. For its owner. People come to a channel by its club. */
export function InviteDialog({ jam, isOpen, onOpenChange }: RoomDialogProps) {
  if (jam.club) {
    return (
      <Dialog
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        title="Invite"
        description={`Those who join the club ${jam.club.name} come into its channels.`}
      >
        <div className={styles.clubWay}>
          <div className="row wrap gap8">
            <Button variant="filled" icon="share" to={`/club/${jam.club.id}`}>
              Invite to the club
            </Button>
          </div>
        </div>
        <StageCodes jamId={jam.id} />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Invite"
      description={WHO[jam.access]}
    >
      <NewCode jamId={jam.id} />
      <Codes jamId={jam.id} />
      <StageCodes jamId={jam.id} />
    </Dialog>
  );
}

/** Makes a code. */
function NewCode({ jamId }: { jamId: string }) {
  const { make } = useInviteChanges(jamId);
  const [note, setNote] = useState('');
  const [days, setDays] = useState('');
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (make.isPending) return;
        const body = {
          purpose: 'join',
          note: note.trim(),
          days: days ? Number(days) : null,
        } as const;
        make.mutate(body, { onSuccess: () => setNote('') });
      }}
    >
      <Trouble title={make.error ? troubleOf(readFailure(make.error)) : ''} />
      <div className={styles.fields}>
        <TextField
          label="Who it is for (optional)"
          value={note}
          maxLength={60}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Select label="How long" options={DAYS} value={days} onValueChange={setDays} />
      </div>
      <div>
        <SubmitButton isBusy={make.isPending}>Make a code</SubmitButton>
      </div>
    </form>
  );
}

/** The codes that let people in. */
function Codes({ jamId }: { jamId: string }) {
  const reader = useReader();
  const { isOnline } = useSnapshot(ui);
  const { data, isError, refetch } = useQuery(invitesQuery(jamId, reader));
  const codes = data?.filter(({ purpose }) => purpose === 'join');
  if (!codes) {
    if (!isError) return <Skeleton width="100%" height={48} />;
    return (
      <FailedState
        isSmall
        isPlural
        isOffline={!isOnline}
        what="The codes"
        onRetry={() => void refetch()}
      />
    );
  }
  if (codes.length === 0) return <ListState isSmall title="No codes yet" />;
  return (
    <ul>
      {codes.map((invite) => (
        <CodeRow key={invite.code} jamId={jamId} invite={invite} />
      ))}
    </ul>
  );
}

/** One code with its link, its picture to scan when asked for, and its end. */
function CodeRow({ jamId, invite }: { jamId: string; invite: JamInvite }) {
  const { end } = useInviteChanges(jamId);
  const text = useRegionText();
  const { code, note, expires, used } = invite;
  const link = `${window.location.origin}/jam/${code}`;
  const isOver = expires !== null && expires <= Date.now();
  const facts = [
    note,
    used === 1 ? 'used once' : `used ${text.number(used)} times`,
    isOver ? 'over' : expires !== null && `until ${text.date(expires)}`,
  ];
  return (
    <li className={`lineAbove ${styles.code}`}>
      <div className={styles.line}>
        <p className="stack fill anywhere">
          <span className="medium">{code}</span>
          <span className="t13 muted">{facts.filter(Boolean).join(', ')}</span>
        </p>
        <Button
          size="xs"
          aria-label={`Take ${code} back`}
          aria-disabled={end.isPending}
          onClick={() => {
            if (!end.isPending) end.mutate(code);
          }}
        >
          {isOver ? 'Remove' : 'Take back'}
        </Button>
      </div>
      {end.error && <p role="alert">That did not work: {end.error.message}</p>}
      {!isOver && (
        <>
          <CopyField label={`Link of ${code}`} value={link} done="Link copied." />
          <details className={page.moreSummary}>
            <summary>Show it as a QR code</summary>
            <QrCode text={link} label={`QR code of the link of ${code}`} />
          </details>
        </>
      )}
    </li>
  );
}
