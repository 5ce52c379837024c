import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ClubCode, ClubPage } from '../../data/contract/clubs.ts';
import { useClubCodeChanges } from '../../data/queries/clubChanges.ts';
import { clubCodesQuery } from '../../data/queries/clubs.ts';
import { isSpent, usedText } from '../../data/rules/club/clubText.ts';
import { notify, ui } from '../../data/stores/ui.ts';
import { CopyField } from '../parts/CopyField.tsx';
import page from '../parts/Page.module.css';
import { QrCode } from '../parts/QrCode.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { readFailure, troubleOf } from '../parts/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { FailedState, ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { Select } from '../system/Select.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import { TextField } from '../system/TextField.tsx';
import room from './ClubRoom.module.css';
import styles from './Clubs.module.css';

const DAYS = [
  { value: '', title: 'Until it is taken back' },
  { value: '1', title: 'For a day' },
  { value: '7', title: 'For a week' },
  { value: '30', title: 'For 30 days' },
];
const MOST_USES = 10_000;

interface InviteDialogProps {
  club: ClubPage;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** The link and the picture to scan that let people in, other codes, and their end. */
export function InviteDialog({ club, isOpen, onOpenChange }: InviteDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Invite to ${club.name}`}
      description="Anyone with a code and an account may come in."
    >
      <Codes club={club} />
      <NewCode clubId={club.id} />
    </Dialog>
  );
}

/** Every code, the one to hand out now with its link and its picture. */
function Codes({ club }: { club: ClubPage }) {
  const reader = useReader();
  const { isOnline } = useSnapshot(ui);
  const { data, isError, refetch } = useQuery(clubCodesQuery(club.id, reader));
  if (!data) {
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
  if (data.length === 0) {
    return (
      <ListState isSmall title="No codes">
        Make one below, and hand it on.
      </ListState>
    );
  }
  const first = data.find((code) => !isSpent(code, Date.now()));
  return (
    <ul>
      {data.map((code) => (
        <CodeRow key={code.code} club={club} code={code} isFirst={code === first} />
      ))}
    </ul>
  );
}

interface CodeRowProps {
  club: ClubPage;
  code: ClubCode;
  /** Its picture is there without being asked for. */
  isFirst: boolean;
}

function CodeRow({ club, code: invite, isFirst }: CodeRowProps) {
  const { end } = useClubCodeChanges(club.id, useReader(), (error) =>
    notify(troubleOf(readFailure(error))),
  );
  const text = useRegionText();
  const { code, note, expires } = invite;
  const isOver = isSpent(invite, Date.now());
  const link = `${window.location.origin}/clubs/join/${code}`;
  const facts = [
    note,
    usedText(invite),
    isOver ? 'over' : expires !== null && `until ${text.date(expires)}`,
  ];
  const share = () =>
    navigator
      .share({ title: club.name, url: link })
      // Whoever closes the sheet has changed their mind.
      .catch(() => {});
  const qr = <QrCode text={link} label={`QR code of the link of ${code}`} />;
  return (
    <li className={room.code}>
      <div className="row gap16">
        <p className={`stack fill ${styles.rowName}`}>
          <span>{code}</span>
          <span className="t13 muted">{facts.filter(Boolean).join(', ')}</span>
        </p>
        {!isOver && 'share' in navigator && (
          <Button size="xs" icon="share" aria-label={`Share ${code}`} onClick={() => void share()}>
            Share
          </Button>
        )}
        <Button
          size="xs"
          aria-label={`${isOver ? 'Remove' : 'Take back'} ${code}`}
          onClick={() => end.mutate(code)}
        >
          {isOver ? 'Remove' : 'Take back'}
        </Button>
      </div>
      {!isOver && (
        <CopyField label={isFirst ? 'Link' : `Link of ${code}`} value={link} done="Link copied." />
      )}
      {!isOver && isFirst && qr}
      {!isOver && !isFirst && (
        <details className={page.moreSummary}>
          <summary>Show it as a QR code</summary>
          {qr}
        </details>
      )}
    </li>
  );
}

/** Makes a code, with a note of whom it is for, how long it lasts and how many it lets in. */
function NewCode({ clubId }: { clubId: string }) {
  const { make } = useClubCodeChanges(clubId, useReader());
  const [note, setNote] = useState('');
  const [days, setDays] = useState('');
  const [people, setPeople] = useState('');
  const [hasTried, setTried] = useState(false);
  const most = Number(people);
  const isNumber =
    people.trim() === '' || (/^\d{1,5}$/.test(people.trim()) && most >= 1 && most <= MOST_USES);
  return (
    <form
      className="grid gap16 top24"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (make.isPending || !isNumber) return;
        const body = {
          note: note.trim(),
          days: days ? Number(days) : null,
          maxUses: people.trim() ? most : null,
        };
        make.mutate(body, {
          onSuccess: () => {
            setNote('');
            setPeople('');
            setTried(false);
          },
        });
      }}
    >
      <h3 className="t18">Another code</h3>
      <div className={room.fields}>
        <TextField
          label="Who it is for (optional)"
          value={note}
          maxLength={60}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Select label="How long" options={DAYS} value={days} onValueChange={setDays} />
        <TextField
          label="For how many (optional)"
          inputMode="numeric"
          value={people}
          error={hasTried && !isNumber ? `A whole number from 1 to ${MOST_USES}` : undefined}
          onChange={(event) => setPeople(event.currentTarget.value)}
        />
      </div>
      <Trouble title={make.error ? troubleOf(readFailure(make.error)) : ''} />
      <div>
        <SubmitButton variant="outlined" isBusy={make.isPending}>
          Make a code
        </SubmitButton>
      </div>
    </form>
  );
}
