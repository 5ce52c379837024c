import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Jam } from '../../data/contract/jams.ts';
import { myJamsQuery } from '../../data/queries/jams.ts';
import { isLive } from '../../data/rules/jam/lobby.ts';
import { commit } from '../../data/stores/commit.ts';
import { ui } from '../../data/stores/ui.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { FailedState } from '../system/ListState.tsx';
import styles from './Lobby.module.css';

const ACCESS: Readonly<Record<Jam['access'], string>> = {
  public: 'open',
  link: 'by link',
  private: 'private',
};

/** The jams of the account; for a visitor the way to what waits on this device, once something does. */
export function YourJams({ reader }: { reader: string }) {
  const { isOnline } = useSnapshot(ui);
  const { entries } = useSnapshot(commit);
  const { data, isError, refetch } = useQuery({ ...myJamsQuery(reader), enabled: reader !== '' });
  if (reader === '') {
    if (entries.length === 0) return null;
    return (
      <section className={styles.section} aria-labelledby="your-jams">
        <h2 id="your-jams" className="t24">
          On this device
        </h2>
        <ul>
          <li>
            <Link to="/jams/me" className={styles.row}>
              <span className={styles.rowName}>What you committed</span>
              <span className="t13 muted">{entries.length} not sent yet</span>
            </Link>
          </li>
        </ul>
      </section>
    );
  }
  return (
    <section className={styles.section} aria-labelledby="your-jams">
      <h2 id="your-jams" className="t24">
        Yours
      </h2>
      {isError && !data && (
        <FailedState
          isSmall
          isPlural
          isOffline={!isOnline}
          what="Your jams"
          onRetry={() => void refetch()}
        />
      )}
      <ul aria-busy={!data && !isError}>
        {data ? (
          data.map((jam) => <JamRow key={jam.id} jam={jam} />)
        ) : (
          <li>
            <Link to="/jams/me" className={styles.row}>
              <span className={styles.rowName}>Your own jam</span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

function JamRow({ jam }: { jam: Jam }) {
  const text = useRegionText();
  const rifffs = jam.rifffCount === 1 ? '1 rifff' : `${text.number(jam.rifffCount)} rifffs`;
  const isPersonal = jam.kind === 'personal';
  const facts = [
    isLive(jam, Date.now()) ? 'live' : jam.latest !== null && text.age(jam.latest),
    rifffs,
    isPersonal ? 'your own' : ACCESS[jam.access],
    jam.role === 'guest' && 'as a guest',
  ];
  return (
    <li>
      <Link to={isPersonal ? '/jams/me' : `/jams/${jam.id}`} className={styles.row}>
        <span className={styles.rowName}>
          <span className="truncate" title={jam.name}>
            {jam.name}
          </span>
        </span>
        <span className={`${styles.rowFacts} t13 muted`}>{facts.filter(Boolean).join(', ')}</span>
      </Link>
    </li>
  );
}
