import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { ListedClub } from '../../data/contract/clubs.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { ownRoleText } from '../../data/rules/club/clubText.ts';
import { isLive } from '../../data/rules/jam/lobby.ts';
import { RifffGrid } from '../kit/RifffGrid.tsx';
import { DemoMark } from '../parts/shares/Byline.tsx';
import { RifffCard } from '../parts/shares/RifffCard.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Avatar } from '../system/Avatar.tsx';
import styles from './ClubRoom.module.css';

/** Something with a rifff that stands for it: a club in a list, a channel in its club. */
export interface Sounding {
  id: string;
  title: string;
  rifff: Rifff;
  to: string;
  /** Address of a picture, small in the corner of the rings; null for none. */
  imageUrl: string | null;
  caption: ReactNode;
  /** Lines below. */
  facts?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
}

interface SoundingCardsProps {
  /** Begins the names of places on the page. */
  name: string;
  /** At least one. */
  list: readonly Sounding[];
  /** Keys play and skip in this list; in one of a page. */
  hasKeys: boolean;
}

/** Cards whose rifffs play at a tap, one at a time. */
export function SoundingCards({ name, list, hasKeys }: SoundingCardsProps) {
  const items = useMemo(
    () => list.map((one) => ({ ...one, id: one.rifff._id, key: one.id })),
    [list],
  );
  return (
    <RifffGrid
      items={items}
      hasKeys={hasKeys}
      card={(one, { isPlaying, isWaiting, toggle }) => (
        <div className="min0 relative">
          <RifffCard
            placeId={`${name}.${one.key}`}
            rifff={one.rifff}
            title={one.title}
            to={one.to}
            isPlaying={isPlaying}
            isWaiting={isWaiting}
            onToggle={() => toggle(one.id, isPlaying)}
            caption={one.caption}
            aside={one.aside}
          />
          {one.imageUrl && (
            <img
              className={styles.mark}
              src={one.imageUrl}
              alt=""
              width="48"
              height="48"
              decoding="async"
            />
          )}
          {one.facts}
        </div>
      )}
    />
  );
}

/** Clubs with something to hear as cards, the others below them by name. At least one. */
export function ClubCards({ clubs, ...rest }: Omit<SoundingCardsProps, 'list'> & ClubsProps) {
  const text = useRegionText();
  const heard = useMemo(
    () =>
      clubs.flatMap((club): Sounding[] => {
        const { id, name, newest, iconUrl } = club;
        if (newest === null || newest.loops.length === 0) return [];
        const isNow = isLive({ latest: newest.created }, Date.now());
        const one = { id, title: name, to: `/club/${id}`, rifff: newest, imageUrl: iconUrl };
        return [
          {
            ...one,
            caption: (
              <>
                {club.isDemo && (
                  <span>
                    <DemoMark />{' '}
                  </span>
                )}
                {isNow && <span className="bold">Live, </span>}
                <span className="truncate">{text.count(club.memberCount, 'member')}</span>
              </>
            ),
            facts: <ClubFacts club={club} />,
          },
        ];
      }),
    [clubs, text],
  );
  const silent = clubs.filter(({ id }) => !heard.some((one) => one.id === id));
  return (
    <>
      {heard.length > 0 && <SoundingCards {...rest} list={heard} />}
      {silent.length > 0 && (
        <ul className={heard.length > 0 ? 'top32' : undefined}>
          {silent.map((club) => (
            <li key={club.id}>
              <Link
                to={`/club/${club.id}`}
                className={`focusInside row gap16 lineAbove ${styles.row}`}
              >
                <Avatar name={club.name} src={club.iconUrl} size={40} />
                <span className="stack fill">
                  <span className="medium hoverUnderline truncate" title={club.name}>
                    {club.name}
                  </span>
                  <span className="t13 muted truncate">{club.description}</span>
                </span>
                {club.isDemo && <DemoMark />}
                <span className={`num rigid ${styles.rowFacts} t13 muted`}>
                  {[text.count(club.memberCount, 'member'), ownRoleText(club.role)]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ClubsProps {
  clubs: readonly ListedClub[];
}

function ClubFacts({ club }: { club: ListedClub }) {
  const text = useRegionText();
  const { presentCount, role, access, closes, channelCount } = club;
  const own = ownRoleText(role);
  const facts = [text.count(channelCount, 'channel'), access === 'invite' && 'by invitation', own];
  return (
    <p className={`${styles.cardFacts} t13`}>
      {closes !== null && <span className="bold">Closes {text.day(closes)}</span>}
      {presentCount > 0 && <span>{text.number(presentCount)} there now</span>}
      <span className="muted">{facts.filter(Boolean).join(', ')}</span>
    </p>
  );
}
