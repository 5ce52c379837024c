import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { lookQuery } from '../data/queries/looks.ts';
import { PageFrame } from '../hud/kit/PageFrame.tsx';
import { LookRoom, LookSkeleton } from '../hud/looks/LookRoom.tsx';
import { LooksRoom } from '../hud/looks/LooksRoom.tsx';
import { HOUSE_ENTRIES, savedEntry } from '../hud/parts/looks/LookGrid.tsx';
import { lookTitle } from '../hud/parts/looks/shownLooks.ts';
import { onPage, pageData, usePageTitle } from '../hud/parts/page/page.ts';

/** `/looks`: looks of people and of the house. */
export function Looks() {
  usePageTitle('Looks');
  return (
    <PageFrame>
      <LooksRoom />
    </PageFrame>
  );
}

/** `/looks/{key}`: one look, of the house by its name or a saved one by its id. */
export function Look() {
  const { look: key = '' } = useParams();
  const ofHouse = HOUSE_ENTRIES.find((one) => one.key === key);
  const query = useQuery({ ...onPage(lookQuery(key)), enabled: ofHouse === undefined });
  // Unknown, private or deleted: all the same for people who may not see it.
  const saved = ofHouse ? undefined : pageData(query, 'This look');
  const entry = ofHouse ?? (saved && savedEntry(saved));
  usePageTitle(entry ? lookTitle(entry) : 'Look');
  return <PageFrame>{entry ? <LookRoom key={key} entry={entry} /> : <LookSkeleton />}</PageFrame>;
}
