import { useQuery } from '@tanstack/react-query';
import type { OpenAppeal } from '../../data/contract/moderation.ts';
import { appealsQuery, useDecideAppeal } from '../../data/queries/moderation.ts';
import { onPage } from '../parts/page/page.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Case } from './CaseQueue.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import styles from './Moderation.module.css';
import { ModerationPanel } from './QueriedList.tsx';

/** Open appeals of suspended people, and their answers. */
export function AppealsPanel() {
  const appeals = useQuery(onPage(appealsQuery));
  return (
    <ModerationPanel
      id="appeals"
      title="Open appeals"
      isQueue
      query={appeals}
      what="The appeals"
      isPlural
      empty="No appeals"
      emptyText="What suspended people write stands here until it is answered."
      row={(appeal) => <AppealRow key={appeal.id} appeal={appeal} />}
    />
  );
}

/** One appeal: who was suspended why, what they write, and the answer. */
function AppealRow({ appeal }: { appeal: OpenAppeal }) {
  const text = useRegionText();
  const { mutateAsync } = useDecideAppeal(appeal.id);
  const { user, suspension } = appeal;
  return (
    <Case>
      <div className="min0">
        <h3 className="t18 truncate">
          <PersonLink userId={user} />
        </h3>
        <p className="t13 muted">
          {suspension
            ? `suspended ${text.age(suspension.since)}: ${suspension.reason}`
            : 'The suspension is over by itself.'}
        </p>
      </div>
      <div className="min0">
        <p className={styles.message}>{appeal.text}</p>
        <p className="t13 muted">written {text.age(appeal.created)}</p>
      </div>
      <DecisionForm
        label="Your answer, which they read"
        choices={[
          {
            title: 'Accept',
            done: 'Accepted. The suspension is over.',
            decide: (reason) => mutateAsync({ action: 'accept', reason }),
          },
          {
            title: 'Refuse',
            done: 'Refused. The suspension stays.',
            decide: (reason) => mutateAsync({ action: 'refuse', reason }),
          },
        ]}
      />
    </Case>
  );
}
