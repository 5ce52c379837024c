import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { feedQuery } from '../data/queries/feed.ts';
import styles from '../hud/parts/Page.module.css';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { ShareList } from '../hud/parts/shares/ShareGrid.tsx';
import { useMember, useReader } from '../hud/parts/shares/useReader.ts';
import { Button } from '../hud/system/Button.tsx';
import { ListState } from '../hud/system/ListState.tsx';

const CHOICES = [
  { name: 'latest', title: 'Latest', to: '/feed' },
  { name: 'likes', title: 'Most liked', to: '/feed?sort=likes' },
  { name: 'liked', title: 'Liked by you', to: '/feed?sort=liked' },
] as const;
type Choice = (typeof CHOICES)[number]['name'];

const START = (
  <Button to="/jam" variant="filled" icon="plus">
    Start a rifff
  </Button>
);
const EMPTY: Readonly<Record<Choice, { title: string; text: string }>> = {
  latest: {
    title: 'Nothing shared yet',
    text: 'Make a rifff, commit it and share it: be the first.',
  },
  likes: {
    title: 'Nothing shared yet',
    text: 'Make a rifff, commit it and share it: be the first.',
  },
  liked: { title: 'Nothing liked yet', text: 'Tap the heart of a rifff, and it is kept here.' },
};

/** `/feed`: what everybody shared, latest or most liked first. */
export function Feed() {
  usePageTitle('Feed');
  const reader = useReader();
  const member = useMember();
  const [search] = useSearchParams();
  const asked = search.get('sort');
  const choice: Choice =
    asked === 'likes' || (asked === 'liked' && member !== '') ? asked : 'latest';
  const isLiked = choice === 'liked';
  const query = useInfiniteQuery({
    ...onPage(feedQuery({ sort: choice === 'likes' ? 'likes' : 'latest', isLiked }, reader)),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={`${styles.page} over`}>
      <div className={styles.head}>
        <h1 className={`${styles.title} t64`}>Feed</h1>
        <nav className={styles.choices} aria-label="Order">
          {CHOICES.filter(({ name }) => name !== 'liked' || member !== '').map((one) => (
            <Link
              key={one.name}
              to={one.to}
              className={styles.choice}
              aria-current={one.name === choice ? 'true' : undefined}
            >
              {one.title}
            </Link>
          ))}
        </nav>
      </div>
      <ShareList
        query={query}
        what="The feed"
        empty={
          <ListState title={EMPTY[choice].title} action={START}>
            {EMPTY[choice].text}
          </ListState>
        }
      />
    </div>
  );
}
