import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { AuditEntry, Report } from '../../data/contract/sharing.ts';
import {
  auditQuery,
  type ModerationAction,
  reportsQuery,
  useModerate,
} from '../../data/queries/moderation.ts';
import { notify, ui } from '../../data/stores/ui.ts';
import { onPage } from '../parts/page/page.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { REASONS } from '../parts/shares/ReportDialog.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { FailedState, ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { TextField } from '../system/TextField.tsx';
import styles from './Moderation.module.css';

/** Keeps the room of two rows. */
function RowsSkeleton() {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading">
      <Skeleton width="min(320px, 60%)" height={16} />
      <Skeleton width="min(240px, 45%)" height={16} />
    </div>
  );
}

/** Open reports, and what was done about earlier ones. */
export function ModerationRoom() {
  const { isOnline } = useSnapshot(ui);
  const reports = useQuery(onPage(reportsQuery));
  const audit = useQuery(onPage(auditQuery));
  const entries = audit.data;
  // The newest action on each share, leaving reports aside, says whether it is removed now.
  const removed = useMemo(() => {
    const seen = new Set<string>();
    const ids = new Set<string>();
    for (const { id, shareId, action } of entries ?? []) {
      if (action === 'dismiss' || seen.has(shareId)) continue;
      seen.add(shareId);
      if (action === 'remove') ids.add(id);
    }
    return ids;
  }, [entries]);
  return (
    <>
      <section aria-labelledby="reports">
        <h2 id="reports" className="t24">
          Open reports <span className={styles.count}>{reports.data?.length}</span>
        </h2>
        {reports.isPending && <RowsSkeleton />}
        {reports.isError && (
          <FailedState
            isSmall
            isPlural
            isOffline={!isOnline}
            what="The reports"
            onRetry={() => void reports.refetch()}
          />
        )}
        {reports.data?.length === 0 && (
          <ListState isSmall title="Nothing to decide">
            What people report stands here until somebody decides.
          </ListState>
        )}
        <ul>
          {reports.data?.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="trail" className={styles.trail}>
        <h2 id="trail" className="t24">
          What was done
        </h2>
        {audit.isPending && <RowsSkeleton />}
        {audit.isError && (
          <FailedState
            isSmall
            isOffline={!isOnline}
            what="The trail"
            onRetry={() => void audit.refetch()}
          />
        )}
        {entries?.length === 0 && <ListState isSmall title="Nothing yet" />}
        <ul>
          {entries?.map((entry) => (
            <AuditRow key={entry.id} entry={entry} canRestore={removed.has(entry.id)} />
          ))}
        </ul>
      </section>
    </>
  );
}

const DONE: Readonly<Record<ModerationAction, string>> = {
  remove: 'Removed. Its maker still sees it, nobody else does.',
  dismiss: 'The reports are closed. The rifff stays.',
  restore: 'Brought back.',
};

/** One open report: what, by whom, why, and what is to be done about it, with a reason. */
function ReportRow({ report }: { report: Report }) {
  const text = useRegionText();
  const moderate = useModerate(report.shareId);
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const act = (action: ModerationAction) => {
    if (moderate.isPending) return;
    if (reason.trim() === '') {
      setError('Required');
      return;
    }
    setError('');
    moderate.mutate({ action, reason: reason.trim() }, { onSuccess: () => notify(DONE[action]) });
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
          reported by <PersonLink userId={report.reporter} />, {text.age(report.created)}
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
        {moderate.error && (
          <p role="alert" className={styles.failure}>
            That did not work: {moderate.error.message}
          </p>
        )}
        <div className={styles.actions}>
          <Button size="sm" aria-disabled={moderate.isPending} onClick={() => act('remove')}>
            Remove
          </Button>
          <Button
            size="sm"
            variant="bare"
            aria-disabled={moderate.isPending}
            onClick={() => act('dismiss')}
          >
            Leave it
          </Button>
        </div>
      </form>
    </li>
  );
}

const WORDS: Readonly<Record<AuditEntry['action'], string>> = {
  remove: 'removed',
  restore: 'brought back',
  dismiss: 'left',
};

interface AuditRowProps {
  entry: AuditEntry;
  /** Is it removed now, and was this what removed it? */
  canRestore: boolean;
}

/** One line of the trail; what was removed can be brought back, with a reason. */
function AuditRow({ entry, canRestore }: AuditRowProps) {
  const text = useRegionText();
  const moderate = useModerate(entry.shareId);
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const restore = () => {
    if (moderate.isPending || reason.trim() === '') return;
    moderate.mutate(
      { action: 'restore', reason: reason.trim() },
      { onSuccess: () => notify(DONE.restore) },
    );
  };
  return (
    <li className={styles.entry}>
      <span className={`${styles.age} t13 muted`}>{text.age(entry.created)}</span>
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
            restore();
          }}
        >
          <TextField
            label="Reason"
            value={reason}
            maxLength={500}
            error={moderate.error?.message}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" size="sm" aria-disabled={moderate.isPending}>
            Bring back
          </Button>
        </form>
      )}
    </li>
  );
}
