import { useQuery } from '@tanstack/react-query';
import { answerFiguresQuery } from '../../data/queries/moderation.ts';
import { QueryList } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import { onPage } from '../parts/page/page.ts';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import styles from './Moderation.module.css';

/** A length of time in two units at most: `42 s`, `3 min 20 s`, `5 h 10 min`, `2 days 4 h`. */
export function waitText(ms: number): string {
  const units = [
    ['days', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const;
  const at = units.findIndex(([, unitMs]) => ms >= unitMs);
  if (at < 0) return 'under 1 s';
  const [name, unitMs] = units[at]!;
  const whole = Math.floor(ms / unitMs);
  const first = `${whole} ${name === 'days' && whole === 1 ? 'day' : name}`;
  const smaller = units[at + 1];
  const rest = smaller ? Math.floor((ms % unitMs) / smaller[1]) : 0;
  return rest > 0 ? `${first} ${rest} ${smaller![0]}` : first;
}

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
            <dl className={styles.figures}>
              <div>
                <dt className="t13 muted">First rifffs</dt>
                <dd className="t40">{data.firstRifffs}</dd>
              </div>
              <div>
                <dt className="t13 muted">Answered within ten minutes</dt>
                <dd className="t40">{`${Math.round(100 * data.answeredShare)} %`}</dd>
              </div>
              <div>
                <dt className="t13 muted">Median time to a first answer</dt>
                <dd className="t40">
                  {data.medianMs === null ? 'none yet' : waitText(data.medianMs)}
                </dd>
              </div>
            </dl>
          </>
        )}
      </QueryList>
    </Section>
  );
}
