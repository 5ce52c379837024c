import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Report } from '../../data/contract/sharing.ts';
import { shareQuery } from '../../data/queries/feed.ts';
import { reportsQuery, useModerate } from '../../data/queries/moderation.ts';
import { useEngine } from '../EngineContext.tsx';
import { startListening } from '../parts/listening/startListening.ts';
import { onPage } from '../parts/page/page.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { REASONS } from '../parts/shares/ReportDialog.tsx';
import { Button } from '../system/Button.tsx';
import { AccountLink, Case, ReportWhy } from './CaseQueue.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import styles from './Moderation.module.css';
import { ModerationPanel } from './QueriedList.tsx';

/** Open reports, and what is to be done about each. */
export function ReportsPanel() {
  const reports = useQuery(onPage(reportsQuery));
  return (
    <ModerationPanel
      id="reports"
      title="Open reports"
      isQueue
      query={reports}
      what="The reports"
      isPlural
      empty="Nothing to decide"
      emptyText="What people report stands here until it is decided."
      row={(report) => <ReportRow key={report.id} report={report} />}
    />
  );
}

/** One open report: what, by whom, why, and what is to be done about it, with a reason. */
function ReportRow({ report }: { report: Report }) {
  const { mutateAsync } = useModerate(report.shareId);
  const { title: why } = REASONS.find(({ value }) => value === report.reason) ?? { title: '' };
  return (
    <Case>
      <div className="min0">
        <h3 className="t18 truncate">
          <Link to={`/rifff/${report.shareId}`} className={`thickLine hoverUnderline`}>
            {report.title || 'Untitled'}
          </Link>
        </h3>
        <p className="t13 muted">
          by <PersonLink userId={report.user} />
        </p>
        <AccountLink userId={report.user} />
        <HearShare shareId={report.shareId} title={report.title} />
      </div>
      <ReportWhy
        title={why}
        message={report.message}
        reporter={report.reporter}
        created={report.created}
      />
      <DecisionForm
        label="Your reason, kept in the trail"
        choices={[
          {
            title: 'Remove',
            done: 'Removed. Only its maker still sees it.',
            decide: (reason) => mutateAsync({ action: 'remove', reason }),
          },
          {
            title: 'Leave it',
            done: 'The reports are closed. The rifff stays.',
            decide: (reason) => mutateAsync({ action: 'dismiss', reason }),
          },
        ]}
      />
    </Case>
  );
}

/** Plays what was reported, so that it is heard before it is judged. */
function HearShare({ shareId, title }: { shareId: string; title: string }) {
  const engine = useEngine();
  const queries = useQueryClient();
  const [failure, setFailure] = useState('');
  const hear = async () => {
    setFailure('');
    try {
      const { rifff } = await queries.fetchQuery(shareQuery(shareId));
      await startListening(engine, [{ id: rifff._id, title, rifff }], 0);
    } catch {
      setFailure('It could not be loaded.');
    }
  };
  return (
    <p className={styles.heard}>
      <Button size="xs" icon="play" data-hear="" onClick={() => void hear()}>
        Play {title || 'Untitled'}
      </Button>
      {failure && <span role="alert">{failure}</span>}
    </p>
  );
}
