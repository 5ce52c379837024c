import { keepPreviousData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { feedQuery } from '../data/queries/feed.ts';
import { PageChoices, PageFrame, PageHead } from '../hud/kit/PageFrame.tsx';
import { CHART_FEEDS, useAtomFeeds } from '../hud/parts/page/atomFeeds.ts';
import { onPage, usePageTitle } from '../hud/parts/page/page.ts';
import { ShareList } from '../hud/parts/shares/ShareGrid.tsx';
import { SHARE_SOURCES } from '../hud/parts/shares/shareSources.ts';
import { useMember } from '../hud/parts/shares/useReader.ts';
import { Button } from '../hud/system/Button.tsx';
import { ListState } from '../hud/system/ListState.tsx';
import { Select } from '../hud/system/Select.tsx';

/** What can be shown, as the address names it. */
const CHOICES = [
  { name: 'latest', title: 'Latest', isOwn: false },
  { name: 'likes', title: 'Most liked', isOwn: false },
  { name: 'following', title: 'Following', isOwn: true },
  { name: 'liked', title: 'Liked by you', isOwn: true },
] as const;
type Choice = (typeof CHOICES)[number]['name'];

const addressOf = (choice: Choice, source: string) => {
  const search = new URLSearchParams({
    ...(choice !== 'latest' && { sort: choice }),
    ...(source !== '' && { source }),
  }).toString();
  return search === '' ? '/feed' : `/feed?${search}`;
};

const START = (
  <Button to="/jam" variant="filled" icon="plus">
    Start a rifff
  </Button>
);
const LOOK_AROUND = (
  <Button to="/feed" variant="filled">
    See the latest
  </Button>
);
const NOTHING = {
  title: 'Nothing shared yet',
  text: 'Make a rifff, commit it and share it: be the first.',
  action: START,
};
const EMPTY: Readonly<Record<Choice, typeof NOTHING>> = {
  latest: NOTHING,
  likes: NOTHING,
  following: {
    title: 'Nothing here yet',
    text: 'Follow people on their pages: what they share stands here.',
    action: LOOK_AROUND,
  },
  liked: {
    title: 'Nothing liked yet',
    text: 'Tap the heart of a rifff, and it is kept here.',
    action: LOOK_AROUND,
  },
};
const EMPTY_SOURCE = {
  title: 'Nothing of that kind yet',
  text: 'What people make in the arcade and share stands here.',
  action: LOOK_AROUND,
};

/** Fetches what the feed begins with. */
export function fetchFeed(queries: QueryClient): Promise<void> {
  const filter = { sort: 'latest', isLiked: false, isFollowing: false, source: undefined } as const;
  return queries.prefetchInfiniteQuery(feedQuery(filter));
}

/** `/feed`: what everybody shared, latest or most liked first; what one follows, and what one liked. */
export function Feed() {
  usePageTitle('Feed');
  useAtomFeeds(CHART_FEEDS);
  const member = useMember();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const choices = CHOICES.filter(({ isOwn }) => !isOwn || member !== '');
  const choice = choices.find(({ name }) => name === search.get('sort'))?.name ?? 'latest';
  const { value, source } =
    SHARE_SOURCES.find((one) => one.value === search.get('source')) ?? SHARE_SOURCES[0];
  const filter = {
    sort: choice === 'likes' ? 'likes' : 'latest',
    isLiked: choice === 'liked',
    isFollowing: choice === 'following',
    source,
  } as const;
  const query = useInfiniteQuery({
    ...onPage(feedQuery(filter)),
    placeholderData: keepPreviousData,
  });
  const { title, text, action } = source ? EMPTY_SOURCE : EMPTY[choice];
  return (
    <PageFrame>
      <PageHead title="Feed">
        <PageChoices
          label="Order"
          choices={choices.map(({ name, title }) => ({
            to: addressOf(name, value),
            title,
            isCurrent: name === choice,
          }))}
        >
          <Select
            label="Made with"
            isLabelHidden
            size="xs"
            value={value}
            options={SHARE_SOURCES}
            onValueChange={(next) => void navigate(addressOf(choice, next))}
          />
        </PageChoices>
      </PageHead>
      <ShareList
        query={query}
        what="The feed"
        empty={
          <ListState title={title} action={action}>
            {text}
          </ListState>
        }
      />
    </PageFrame>
  );
}
