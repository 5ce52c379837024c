import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Report } from '../../data/contract/sharing.ts';
import { type ModerationAction, moderate } from '../../data/queries/moderation.ts';
import { ageText } from '../../data/rules/age.ts';
import { notify } from '../../data/stores/ui.ts';
import { PersonLink } from '../parts/shares/PersonLink.tsx';
import { REASONS } from '../parts/shares/ReportDialog.tsx';
import { useSending } from '../parts/shares/useSending.ts';
import { Button } from '../system/Button.tsx';
import { TextField } from '../system/TextField.tsx';
import styles from './Moderation.module.css';

const DONE: Readonly<Record<ModerationAction, string>> = {
  remove: 'Removed. Its maker still sees it, nobody else does.',
  dismiss: 'The reports are closed. The rifff stays.',
  restore: 'Brought back.',
};

/** One open report: what, by whom, why, and what is to be done about it, with a reason. */
export function ReportRow({ report }: { report: Report }) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const { isSending, failure, send } = useSending();
  const act = async (action: ModerationAction) => {
    if (isSending) return;
    if (reason.trim() === '') {
      setError('Required');
      return;
    }
    setError('');
    if (await send(() => moderate(queries, action, report.shareId, reason.trim()))) {
      notify(DONE[action]);
    }
  };
  const submit = (event: FormEvent) => event.preventDefault();
  const { title: why } = REASONS.find(({ value }) => value === report.reason) ?? { title: '' };
  return (
    <li className={styles.report}>
      <div className={styles.what}>
        <h3 className="t18 truncate">
          <Link to={`/rifff/${report.shareId}`} className={styles.link}>
            {report.title || 'Untitled'}
          </Link>
        </h3>
        <p className="t13 muted">
          by <PersonLink userId={report.user} />
        </p>
      </div>
      <div className={styles.why}>
        <p className={styles.reason}>{why}</p>
        {report.message && <p className={styles.message}>{report.message}</p>}
        <p className="t13 muted">
          reported by <PersonLink userId={report.reporter} />, {ageText(report.created)}
        </p>
      </div>
      <form className={styles.decide} onSubmit={submit} noValidate>
        <TextField
          label="Your reason, kept in the trail"
          value={reason}
          maxLength={500}
          error={error || undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {failure && (
          <p role="alert" className={styles.failure}>
            That did not work: {failure}
          </p>
        )}
        <div className={styles.actions}>
          <Button size="sm" aria-disabled={isSending} onClick={() => void act('remove')}>
            Remove
          </Button>
          <Button
            size="sm"
            variant="bare"
            aria-disabled={isSending}
            onClick={() => void act('dismiss')}
          >
            Leave it
          </Button>
        </div>
      </form>
    </li>
  );
}
