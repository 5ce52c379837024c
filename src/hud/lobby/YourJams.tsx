import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Jam, MyJam } from '../../data/contract/jams.ts';
import { myHeardJamsQuery } from '../../data/queries/jams.ts';
import { isLive } from '../../data/rules/jam/lobby.ts';
import { commit } from '../../data/stores/commit.ts';
import { Region } from '../kit/QueryList.tsx';
import { RifffDisc } from '../parts/rings/RifffDisc.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import styles from './Lobby.module.css';

const ACCESS: Readonly<Record<Jam['access'], string>> = {
  public: 'open',
  link: 'by link',
  private: 'private',
};

const DISC_PX = 40;

/** The jams of the account, each by its newest rifff; for a visitor the way to what waits on this device, once something does. */
export function YourJams() {
  const isMember = useReader() !== '';
  const { entries } = useSnapshot(commit);
  const mine = useQuery({ ...myHeardJamsQuery, enabled: isMember });
  const { data, isError } = mine;
  if (!isMember) {
    if (entries.length === 0) return null;
    return (
      <section className="below48" aria-labelledby="your-jams">
        <h2 id="your-jams" className="t24 below12">
          On this device
        </h2>
        <ul>
          <li>
            <Link to="/jams/me" className={`focusInside ${styles.row}`}>
              <span className={`stack fill medium ${styles.rowName}`}>What you committed</span>
              <span className="t13 muted">{entries.length} not sent yet</span>
            </Link>
          </li>
        </ul>
      </section>
    );
  }
  return (
    <section className="below48" aria-labelledby="your-jams">
      <h2 id="your-jams" className="t24 below12">
        Yours
      </h2>
      <Region query={mine} what="Your jams" isPlural skeleton={null}>
        {null}
      </Region>
      <ul aria-busy={!data && !isError}>
        {data ? (
          data.map((jam) => <JamRow key={jam.id} jam={jam} />)
        ) : (
          <li>
            <Link to="/jams/me" className={`focusInside ${styles.row}`}>
              <span className={`stack fill medium ${styles.rowName}`}>Your own jam</span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

function JamRow({ jam }: { jam: MyJam }) {
  const text = useRegionText();
  const rifffs = text.count(jam.rifffCount, 'rifff');
  const isPersonal = jam.kind === 'personal';
  const facts = [
    isLive(jam, Date.now()) ? 'live' : jam.latest !== null && text.age(jam.latest),
    rifffs,
    isPersonal ? 'your own' : jam.club ? `in ${jam.club.name}` : ACCESS[jam.access],
    jam.role === 'guest' && 'as a guest',
  ];
  return (
    <li>
      <Link
        to={isPersonal ? '/jams/me' : `/jams/${jam.id}`}
        className={`focusInside ${styles.row}`}
      >
        <span className={`rigid ${styles.disc}`} style={{ width: DISC_PX, height: DISC_PX }}>
          {jam.newest && jam.newest.loops.length > 0 && (
            <RifffDisc rifff={jam.newest} sizePx={DISC_PX} />
          )}
        </span>
        <span className={`stack fill medium ${styles.rowName}`}>
          <span className="hoverUnderline truncate" title={jam.name}>
            {jam.name}
          </span>
        </span>
        <span className={`num rigid ${styles.rowFacts} t13 muted`}>
          {facts.filter(Boolean).join(', ')}
        </span>
      </Link>
    </li>
  );
}
