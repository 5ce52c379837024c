import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PeopleFigures } from '../../data/contract/operations.ts';
import { peopleFiguresQuery } from '../../data/queries/operations.ts';
import { Figures } from '../kit/Figures.tsx';
import { Region } from '../kit/QueryList.tsx';
import { Section } from '../kit/Section.tsx';
import { onPage } from '../parts/page/page.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import styles from './Operate.module.css';

/** Sign-ups as one column a day, with the same in words for those who cannot see it. */
function SignUps({ signUps }: Pick<PeopleFigures, 'signUps'>) {
  const text = useRegionText();
  const most = Math.max(1, ...signUps.map(({ count }) => count));
  const total = signUps.reduce((sum, { count }) => sum + count, 0);
  const said = `${text.count(total, 'sign-up')} in ${signUps.length} days`;
  return (
    <div className={styles.part}>
      <h3 className="t18">Sign-ups</h3>
      <p className="muted">
        {said}, at most {text.number(Math.max(...signUps.map(({ count }) => count)))} in a day
        (UTC).
      </p>
      <div className={styles.columns} aria-hidden="true">
        {signUps.map(({ day, count }) => (
          <span
            key={day}
            className={styles.column}
            title={`${day}: ${count}`}
            style={{ height: `${(100 * count) / most}%` }}
          />
        ))}
      </div>
      <p className="row apart t13 muted" aria-hidden="true">
        <span>{signUps[0]?.day}</span>
        <span>{signUps.at(-1)?.day}</span>
      </p>
    </div>
  );
}

/** Who is here, who came, and what waits for moderators. */
export function PeoplePanel() {
  const query = useQuery(onPage(peopleFiguresQuery));
  const text = useRegionText();
  return (
    <Section id="people" title="People">
      <Region query={query} what="The figures" isPlural>
        {({ signUps, invitations, band, imports, ...people }) => (
          <>
            <Figures
              figures={[
                ['Accounts', text.number(people.accounts)],
                ['Guests', text.number(people.guests)],
                ['Suspended', text.number(people.suspended)],
                ['Reports waiting', text.number(people.reports)],
                ['Appeals waiting', text.number(people.appeals)],
              ]}
            />
            <p>
              <Link to="/moderation" className="underline">
                To the moderation page
              </Link>
            </p>
            <SignUps signUps={signUps} />
            <div className={styles.part}>
              <h3 className="t18">Invitations, band and imports</h3>
              <Figures
                figures={[
                  ['Invitations open', text.number(invitations.open)],
                  ['Accounts by invitation', text.number(invitations.used)],
                  ['Jams with the band', text.number(band.jams)],
                  ['Answers of the band, 7 days', text.number(band.answersThisWeek)],
                  ['Imports open', text.number(imports.open)],
                  ['Imports done', text.number(imports.done)],
                  ['Loops of imports', text.number(imports.loops)],
                ]}
              />
            </div>
          </>
        )}
      </Region>
    </Section>
  );
}
