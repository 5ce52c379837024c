import { useSearchParams } from 'react-router';
import { ChartRoom } from '../hud/chart/ChartRoom.tsx';
import { WinnersRoom } from '../hud/chart/WinnersRoom.tsx';
import { CHART_FEEDS, useAtomFeeds } from '../hud/parts/page/atomFeeds.ts';
import { usePageTitle } from '../hud/parts/page/page.ts';

/** `/chart`: the chart of a week (`?week=2026-11-16`), or every rifff of the week (`?archive`). */
export function Chart() {
  const [search] = useSearchParams();
  const isArchive = search.has('archive');
  usePageTitle(isArchive ? 'Rifffs of the week' : 'Chart');
  useAtomFeeds(CHART_FEEDS);
  return isArchive ? <WinnersRoom /> : <ChartRoom day={search.get('week')} />;
}
