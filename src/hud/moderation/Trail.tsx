import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AuditEntry } from '../../data/contract/sharing.ts';
import { auditQuery, useModerate } from '../../data/queries/moderation.ts';
import { AuditSentence } from '../kit/AuditSentence.tsx';
import { Section } from '../kit/Section.tsx';
import page from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import styles from './Moderation.module.css';
import { QueriedList } from './QueriedList.tsx';

/** What moderators did, newest first; what is removed can be brought back. */
export function Trail() {
  const audit = useQuery(onPage(auditQuery));
  const entries = audit.data;
  // The newest action on each share, leaving reports aside, says whether it is removed now.
  const removed = useMemo(() => {
    const seen = new Set<string>();
    const ids = new Set<string>();
    for (const { id, shareId, action } of entries ?? []) {
      if ((action !== 'remove' && action !== 'restore') || seen.has(shareId)) continue;
      seen.add(shareId);
      if (action === 'remove') ids.add(id);
    }
    return ids;
  }, [entries]);
  return (
    <Section id="trail" title="What was done" className={styles.trail}>
      <QueriedList
        query={audit}
        what="The trail"
        empty="Nothing yet"
        row={(entry) => (
          <AuditRow key={entry.id} entry={entry} canRestore={removed.has(entry.id)} />
        )}
      />
    </Section>
  );
}

interface AuditRowProps {
  entry: AuditEntry;
  /** Is it removed now, and was this what removed it? */
  canRestore: boolean;
}

/** One line of the trail; what was removed can be brought back, with a reason. */
function AuditRow({ entry, canRestore }: AuditRowProps) {
  const text = useRegionText();
  const { mutateAsync } = useModerate(entry.shareId);
  const [isAsking, setAsking] = useState(false);
  return (
    <li className={page.deed}>
      <span className={`${styles.age} t13 muted`}>{text.age(entry.created)}</span>
      <span className={page.deedText}>
        <AuditSentence entry={entry} />
      </span>
      {canRestore && !isAsking && (
        <Button size="xs" onClick={() => setAsking(true)}>
          Bring back
        </Button>
      )}
      {canRestore && isAsking && (
        <div className={page.ownRow}>
          <DecisionForm
            label="Reason"
            choices={[
              {
                title: 'Bring back',
                done: 'Brought back.',
                decide: (reason) => mutateAsync({ action: 'restore', reason }),
              },
            ]}
          />
        </div>
      )}
    </li>
  );
}
