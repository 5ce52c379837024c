import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { shareQuery } from '../data/queries/feed.ts';
import { useAtomFeeds } from '../hud/parts/page/atomFeeds.ts';
import { onPage, pageData, usePageTitle } from '../hud/parts/page/page.ts';
import { RifffRoom, ShareSkeleton } from '../hud/sharing/RifffRoom.tsx';

/** `/rifff/{shareId}`: one shared rifff. */
export function RifffPage() {
  const { shareId = '' } = useParams();
  const query = useQuery(onPage(shareQuery(shareId)));
  // Unknown, private or removed: all the same for people who may not see it.
  const data = pageData(query, 'This rifff');
  const { user, displayName } = data ?? {};
  const feeds = useMemo(
    () => (user ? [{ title: `Rifffs of ${displayName || user}`, name: user }] : []),
    [user, displayName],
  );
  useAtomFeeds(feeds);
  usePageTitle(data ? data.title || 'Untitled' : 'Rifff');
  return data ? <RifffRoom key={data._id} share={data} /> : <ShareSkeleton />;
}
