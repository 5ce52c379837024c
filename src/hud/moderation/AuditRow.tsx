import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEntry } from '../../data/contract/sharing.ts';
import { moderate } from '../../data/queries/moderation.ts';
import { ageText } from '../../data/rules/age.ts';
import { notify } from '../../data/stores/ui.ts';
import { PersonLink } from '../parts/shares/PersonLink.tsx';
import { useSending } from '../parts/shares/useSending.ts';
import { Button } from '../system/Button.tsx';
import { TextField } from '../system/TextField.tsx';
import styles from './Moderation.module.css';

const WORDS: Readonly<Record<AuditEntry['action'], string>> = {
  remove: 'removed',
  restore: 'brought back',
  dismiss: 'left',
};

export interface AuditRowProps {
  entry: AuditEntry;
  /** Is it removed now, and was this what removed it? */
  canRestore: boolean;
}

/** One line of the trail; what was removed can be brought back, with a reason. */
export function AuditRow({ entry, canRestore }: AuditRowProps) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const { isSending, failure, send } = useSending();
  const restore = async () => {
    if (isSending || reason.trim() === '') return;
    const work = () => moderate(queries, 'restore', entry.shareId, reason.trim());
    if (await send(work)) notify('Brought back.');
  };
  return (
    <li className={styles.entry}>
      <span className={`${styles.age} t13 muted`}>{ageText(entry.created)}</span>
      <span className={styles.done}>
        <PersonLink userId={entry.moderator} /> {WORDS[entry.action]}{' '}
        <strong className={styles.title}>{entry.title || 'Untitled'}</strong>
        <span className="muted">: {entry.reason}</span>
      </span>
      {canRestore && !isAsking && (
        <Button size="xs" onClick={() => setAsking(true)}>
          Bring back
        </Button>
      )}
      {canRestore && isAsking && (
        <form
          className={styles.restore}
          onSubmit={(event) => {
            event.preventDefault();
            void restore();
          }}
        >
          <TextField
            label="Reason"
            value={reason}
            maxLength={500}
            error={failure || undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" aria-disabled={isSending}>
            Bring back
          </Button>
        </form>
      )}
    </li>
  );
}
