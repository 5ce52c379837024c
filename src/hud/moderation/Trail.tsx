import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AuditAction, AuditEntry } from '../../data/contract/sharing.ts';
import { auditQuery, useModerate } from '../../data/queries/moderation.ts';
import { Section } from '../kit/Section.tsx';
import page from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';
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

/** What was done, before the share or the person that it was done to. */
const WORDS: Readonly<Record<AuditAction, string>> = {
  remove: 'removed',
  restore: 'brought back',
  dismiss: 'left',
  'remove-displayName': 'took off the display name of',
  'remove-bio': 'took off the text about',
  'remove-links': 'took off the links of',
  'remove-picture': 'took off the picture of',
  'remove-track': 'took off the pinned track of',
  suspend: 'suspended',
  lift: 'lifted the suspension of',
  'accept-appeal': 'accepted the appeal of',
  'refuse-appeal': 'refused the appeal of',
  'remove-message': 'removed a message of',
  'remove-rifff': 'removed a rifff of',
  'dismiss-message': 'kept a reported message of',
  'dismiss-rifff': 'kept a reported rifff of',
  'remove-comment': 'removed a comment of',
  'dismiss-comment': 'kept a reported comment of',
  'remove-club': 'took out a club of',
  'remove-look': 'deleted a look of',
  'remove-playlist': 'deleted a playlist of',
  'dismiss-club': 'kept a reported club of',
  'dismiss-look': 'kept a reported look of',
  'dismiss-profile': 'kept the reported profile of',
  'change-settings': 'changed settings',
  'make-admin': 'made administrator',
  'make-moderator': 'made moderator',
  'end-office': 'ended the office of',
  'choose-winner': 'chose as the rifff of the week',
  'clear-winner': 'took the week from',
};

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
    <li className={styles.entry}>
      <span className={`${styles.age} t13 muted`}>{text.age(entry.created)}</span>
      <span className={styles.done}>
        <PersonLink userId={entry.moderator} /> {WORDS[entry.action]}{' '}
        {entry.shareId === '' ? (
          entry.action !== 'change-settings' && <PersonLink userId={entry.user} />
        ) : (
          <strong className="medium">{entry.title || 'Untitled'}</strong>
        )}
        <span className="muted">: {entry.reason}</span>
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
