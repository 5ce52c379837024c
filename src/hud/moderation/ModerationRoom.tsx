import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { auditQuery, reportsQuery } from '../../data/queries/moderation.ts';
import { ui } from '../../data/stores/ui.ts';
import { onPage } from '../parts/page/page.ts';
import { FailedState } from '../system/FailedState.tsx';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Skeleton.tsx';
import { AuditRow } from './AuditRow.tsx';
import styles from './Moderation.module.css';
import { ReportRow } from './ReportRow.tsx';

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
