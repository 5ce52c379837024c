import { useQuery } from '@tanstack/react-query';
import { answerFiguresQuery } from '../../data/queries/moderation.ts';
import { waitText } from '../../data/rules/site/waitText.ts';
import { Figures } from '../kit/Figures.tsx';
import { QueryList } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import { onPage } from '../parts/page/page.ts';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import styles from './Moderation.module.css';

/** How soon new members get their first answer. */
export function AnswersPanel() {
  const query = useQuery(onPage(answerFiguresQuery));
  const { data } = query;
  return (
    <Section id="answers" title="Answers">
      <QueryList
        query={query}
        what="The figures"
        isPlural
        skeleton={
          <div className={styles.waiting} role="status" aria-label="Loading">
            <Skeleton width="min(320px, 60%)" height={48} />
          </div>
        }
        isEmpty={data?.firstRifffs === 0}
        empty={
          data && (
            <ListState isSmall title="No first rifffs yet">
              {`No one committed a first rifff in the last ${data.days} days.`}
            </ListState>
          )
        }
      >
        {data && (
          <>
            <p className={`${styles.about} muted`}>
              {`Of the first rifffs of accounts in the last ${data.days} days. Answers to oneself and the demo do not count.`}
            </p>
            <Figures
              figures={[
                ['First rifffs', data.firstRifffs],
                ['Answered within ten minutes', `${Math.round(100 * data.answeredShare)} %`],
                [
                  'Median time to a first answer',
                  data.medianMs === null ? 'none yet' : waitText(data.medianMs),
                ],
              ]}
            />
          </>
        )}
      </QueryList>
    </Section>
  );
}
