import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Profile } from '../../data/contract/accounts.ts';
import type { Person } from '../../data/contract/people.ts';
import { followersQuery, followingQuery } from '../../data/queries/people.ts';
import { NameSearch } from '../kit/NameSearch.tsx';
import { PageChoices, PageHead } from '../kit/PageFrame.tsx';
import { QueryList } from '../kit/QueryList.tsx';
import { PersonAvatar } from '../parts/people/PersonAvatar.tsx';
import { DemoMark } from '../parts/shares/Byline.tsx';
import { FollowButton } from '../parts/shares/FollowButton.tsx';
import { useReader } from '../parts/shares/useReader.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import styles from './Profile.module.css';

type Side = 'followers' | 'following';
type People = UseInfiniteQueryResult<{
  pages: { people: readonly Person[]; total: number }[];
}>;

/** The people who follow a person, and the people whom this person follows. */
export function SocialRoom({ profile }: { profile: Profile }) {
  const { user_id: userId, displayName } = profile;
  const reader = useReader();
  const text = useRegionText();
  const [search] = useSearchParams();
  const side: Side = search.get('show') === 'following' ? 'following' : 'followers';
  const followers = useInfiniteQuery({
    ...followersQuery(userId),
    enabled: side === 'followers',
  });
  const following = useInfiniteQuery({
    ...followingQuery(userId),
    enabled: side === 'following',
  });
  const home = `/${encodeURIComponent(userId)}`;
  const choices = [
    { side: 'followers', title: 'Followers', count: profile.followers, to: `${home}/social` },
    {
      side: 'following',
      title: 'Following',
      count: profile.following,
      to: `${home}/social?show=following`,
    },
  ];
  return (
    <>
      <PageHead title={<Link to={home}>{displayName || userId}</Link>} isTyped>
        <PageChoices
          label="People"
          isReplacing
          choices={choices.map((one) => ({
            to: one.to,
            title: (
              <>
                {one.title} <span className="regular">{text.number(one.count)}</span>
              </>
            ),
            isCurrent: one.side === side,
          }))}
        />
      </PageHead>
      <PeopleList
        key={side}
        side={side}
        query={side === 'followers' ? followers : following}
        isOwn={reader === userId}
      />
    </>
  );
}

const EMPTY: Readonly<Record<Side, { title: string; own: string; theirs: string }>> = {
  followers: {
    title: 'No followers yet',
    own: 'Share what you make and answer others: those who want to hear more of it stand here.',
    theirs: 'Those who follow them stand here.',
  },
  following: {
    title: 'Follows no one yet',
    own: 'Follow people whom you like to hear, and what they share stands in your feed.',
    theirs: 'The people whom they follow stand here.',
  },
};

interface PeopleListProps {
  side: Side;
  query: People;
  isOwn: boolean;
}

/** People, page by page, with a line to look for a name among them. */
function PeopleList({ side, query, isOwn }: PeopleListProps) {
  const people = (query.data?.pages ?? []).flatMap((one) => one.people);
  const { title, own, theirs } = EMPTY[side];
  return (
    <QueryList
      query={query}
      what="This list"
      size="rows"
      skeleton={<PeopleSkeleton />}
      isEmpty={people.length === 0}
      empty={
        <ListState title={title} action={<Button to="/feed">Hear who is there</Button>}>
          {isOwn ? own : theirs}
        </ListState>
      }
    >
      <NameSearch
        people={people}
        hasMore={query.hasNextPage}
        namesOf={(person) => [person.user_id, person.displayName]}
        className={styles.search}
      >
        {(found) => (
          <ul className={styles.people}>
            {found.map((person) => (
              <PersonRow key={person.user_id} person={person} />
            ))}
          </ul>
        )}
      </NameSearch>
    </QueryList>
  );
}

function PersonRow({ person }: { person: Person }) {
  const { user_id: userId, displayName, avatarUrl, isDemo, isFollowed, since } = person;
  const text = useRegionText();
  const name = displayName || userId;
  return (
    <li className={styles.socialRow}>
      <PersonAvatar userId={userId} name={name} src={avatarUrl} size={48} />
      <p className="stack fill">
        <Link
          to={`/${encodeURIComponent(userId)}`}
          className={`medium thickLine hoverUnderline ${styles.socialName} truncate`}
        >
          {name}
        </Link>
        <span className="t13 muted truncate">
          {name !== userId && `${userId}, `}since {text.day(since)} {isDemo && <DemoMark />}
        </span>
      </p>
      <FollowButton userId={userId} displayName={displayName} isFollowed={isFollowed} size="xs" />
    </li>
  );
}

/** Keeps the room of a list of people that is still coming. */
export function PeopleSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.socialRow}>
          <Skeleton shape="disc" width={48} height={48} />
          <Skeleton width={160} height={16} />
        </div>
      ))}
    </div>
  );
}
